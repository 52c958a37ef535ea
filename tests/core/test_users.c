/* The user ids that root reserves for bots. Arenas that run beside this test reserve ids from the same
 * file, so the test relies only on the ids that it got. */
#include "users.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 5 };

static dom_core_bot_users users, others;
static dom_err err;

static void reserve(dom_core_bot_users *to)
{
    cr_assert(eq(int, dom_core_bot_users_reserve(to, COUNT, HOST_PROGRAM, &err), DOM_OK), "%s",
              err.text);
}

static void begin(void)
{
    if (!dom_core_bot_users_are_there())
        cr_skip_test("only root can give bots user ids of their own");
    reserve(&users);
}

static void end(void)
{
    dom_core_bot_users_release(&users);
    if (others.count > 0)
        dom_core_bot_users_release(&others);
}

TestSuite(bot_users, .init = begin, .fini = end);

/* Starts a process that sleeps as this user. */
static pid_t sleep_as(uid_t uid)
{
    int ready[2];
    char byte;
    cr_assert(zero(int, pipe(ready)));
    pid_t pid = fork();
    if (pid == 0) {
        close(users.fd); /* which holds the lock */
        if (setresuid(uid, uid, uid) != 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    cr_assert(eq(int, (int)read(ready[0], &byte, 1), 1));
    close(ready[0]);
    close(ready[1]);
    return pid;
}

static bool was_killed(pid_t pid)
{
    int status;
    return waitpid(pid, &status, WNOHANG) == pid && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGKILL;
}

static bool runs(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) == 0;
}

/* The arena is killed: its lock ends, and its ids stay noted as used. */
static void lose(void)
{
    close(users.fd);
    users.fd = -1;
}

static bool is_within(uint32_t id, const dom_core_bot_users *range)
{
    return id >= range->first && id - range->first < range->count;
}

Test(bot_users, two_arenas_never_share_an_id)
{
    reserve(&others);
    cr_expect(ge(u32, users.first, 60578));
    cr_expect(eq(u32, users.count, COUNT));
    for (uint32_t i = 0; i < COUNT; i++)
        cr_expect(not(is_within(others.first + i, &users)));
}

Test(bot_users, the_bots_of_a_killed_arena_end_before_their_ids_are_used_again)
{
    pid_t first = sleep_as(users.first), last = sleep_as(users.first + COUNT - 1);
    lose();
    reserve(&others);
    cr_expect(was_killed(first));
    cr_expect(was_killed(last));
}

Test(bot_users, an_id_with_processes_of_others_is_not_given_to_a_bot)
{
    uint32_t id = users.first + 1;
    dom_core_bot_users_release(&users);
    pid_t stranger = sleep_as(id);
    reserve(&others);
    cr_expect(not(is_within(id, &others)));
    cr_expect(runs(stranger));
    (void)kill(stranger, SIGKILL);
    (void)waitpid(stranger, NULL, 0);
}

/* A process whose program has changed to another user counts for every id that it has. */
Test(bot_users, every_one_of_the_four_ids_of_a_process_counts)
{
    uint32_t id = users.first + 2;
    int ready[2];
    char byte;
    dom_core_bot_users_release(&users);
    cr_assert(zero(int, pipe(ready)));
    pid_t stranger = fork();
    if (stranger == 0) {
        if (setresuid(0, 0, id) != 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    cr_assert(eq(int, (int)read(ready[0], &byte, 1), 1));
    reserve(&others);
    cr_expect(not(is_within(id, &others)));
    (void)kill(stranger, SIGKILL);
    (void)waitpid(stranger, NULL, 0);
}

Test(bot_users, one_id_is_swept_without_the_others)
{
    pid_t swept = sleep_as(users.first + 3), kept = sleep_as(users.first + 2);
    cr_expect(eq(int, dom_core_bot_users_sweep(&users, 3, &err), DOM_OK), "%s", err.text);
    cr_expect(was_killed(swept));
    cr_expect(runs(kept));
    (void)kill(kept, SIGKILL);
    (void)waitpid(kept, NULL, 0);
}

Test(bot_users, without_the_host_nothing_can_be_swept)
{
    users.host_program = "/nowhere";
    cr_expect(eq(int, dom_core_bot_users_sweep(&users, 0, &err), DOM_E_IO));
    cr_expect(eq(str, err.text, (char *)"/nowhere --sweep: No such file or directory"));
    cr_expect(users.is_left, "the next arena sweeps the range");
}

Test(bot_users, released_ids_are_noted_as_free)
{
    uint8_t state[COUNT];
    int fd = open("/run/domino-arena.users", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        cr_skip_test("the lock file is elsewhere");
    uint32_t first = users.first;
    cr_assert(eq(int, (int)pread(fd, state, COUNT, first), COUNT));
    for (int i = 0; i < COUNT; i++)
        cr_expect(eq(int, state[i], 1));
    dom_core_bot_users_release(&users);
    dom_core_bot_users_release(&users);
    cr_assert(eq(int, (int)pread(fd, state, COUNT, first), COUNT));
    for (int i = 0; i < COUNT; i++)
        cr_expect(zero(int, state[i]));
    close(fd);
}
