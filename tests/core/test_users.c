/* The user ids that root reserves for bots. Arenas that run beside this test reserve ids from the
 * same file, so the test relies only on the ids that it got. */
#include "core/core.h"
#include "users.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/mount.h>
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

static bool is_within(uint32_t id, const dom_core_bot_users *range)
{
    return id >= range->first && id - range->first < range->count;
}

/* Returns whether this has happened, or with may_wait, whether it happens. */
static bool was_killed(pid_t pid, bool may_wait)
{
    int status;
    return waitpid(pid, &status, may_wait ? 0 : WNOHANG) == pid && WIFSIGNALED(status) &&
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
    /* A test at the same time may have got the lost ids first. Then that one kills the processes.
     */
    bool were_lost_to_others = others.first != users.first;
    cr_expect(was_killed(first, were_lost_to_others));
    cr_expect(was_killed(last, were_lost_to_others));
}

Test(bot_users, an_id_with_processes_of_others_is_not_given_to_a_bot)
{
    static const uint32_t places[] = {0, 1, COUNT - 1};
    uint32_t first = users.first;
    dom_core_bot_users_release(&users);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint32_t id = first + places[i];
        pid_t stranger = sleep_as(id);
        reserve(&others);
        cr_expect(not(is_within(id, &others)));
        cr_expect(runs(stranger));
        (void)kill(stranger, SIGKILL);
        (void)waitpid(stranger, NULL, 0);
        dom_core_bot_users_release(&others);
    }
}

/* The user ids of a process. */
typedef struct {
    uid_t real, effective, saved, file;
} user_ids;

static bool take_ids(const user_ids *ids)
{
    if (setresuid(ids->real, ids->effective, ids->saved) != 0)
        return false;
    (void)setfsuid(ids->file);
    return (uid_t)setfsuid((uid_t)-1) == ids->file;
}

/* A process whose program has changed to another user counts for every id that it has. */
Test(bot_users, every_one_of_the_four_ids_of_a_process_counts)
{
    uint32_t id = users.first + 2;
    const user_ids cases[] = {{id, 0, 0, 0}, {0, id, 0, 0}, {0, 0, id, 0}, {0, 0, 0, id}};
    dom_core_bot_users_release(&users);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int ready[2];
        char byte;
        cr_assert(zero(int, pipe(ready)));
        pid_t stranger = fork();
        if (stranger == 0) {
            if (!take_ids(&cases[i]) || write(ready[1], "x", 1) != 1)
                _exit(1);
            for (;;)
                pause();
        }
        close(ready[1]);
        cr_assert(eq(int, (int)read(ready[0], &byte, 1), 1), "case %zu", i);
        close(ready[0]);
        reserve(&others);
        cr_expect(not(is_within(id, &others)), "case %zu", i);
        (void)kill(stranger, SIGKILL);
        (void)waitpid(stranger, NULL, 0);
        dom_core_bot_users_release(&others);
    }
}

/* Lets the next process have this number, if it is free. Returns false if that cannot be chosen. */
static bool choose_next_pid(int pid)
{
    FILE *file = fopen("/proc/sys/kernel/ns_last_pid", "we");
    bool can_write = file && fprintf(file, "%d", pid - 1) > 0;
    return file && fclose(file) == 0 && can_write;
}

static int first_digit(int number)
{
    while (number > 9)
        number /= 10;
    return number;
}

Test(bot_users, a_process_counts_whatever_its_number)
{
    enum { TRIES = 100 };
    uint32_t id = users.first + 2;
    dom_core_bot_users_release(&users);
    for (int digit = 1; digit <= 9; digit++) {
        pid_t stranger = 0;
        for (int i = 0; i < TRIES && first_digit(stranger) != digit; i++) {
            if (stranger != 0) {
                (void)kill(stranger, SIGKILL);
                (void)waitpid(stranger, NULL, 0);
            }
            if (!choose_next_pid(digit * 1000 + i))
                cr_skip_test("the number of the next process cannot be chosen");
            stranger = sleep_as(id);
        }
        cr_assert(eq(int, first_digit(stranger), digit));
        reserve(&others);
        cr_expect(not(is_within(id, &others)), "process %d", (int)stranger);
        (void)kill(stranger, SIGKILL);
        (void)waitpid(stranger, NULL, 0);
        dom_core_bot_users_release(&others);
    }
}

Test(bot_users, one_id_is_swept_without_the_others)
{
    pid_t swept = sleep_as(users.first + 3), kept = sleep_as(users.first + 2);
    cr_expect(eq(int, dom_core_bot_users_sweep(&users, 3, &err), DOM_OK), "%s", err.text);
    cr_expect(was_killed(swept, false));
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

/* There are 34464 ids from 65536 on. */
Test(bot_users, more_ids_than_there_are_in_a_row_cannot_be_reserved)
{
    cr_expect(eq(int, dom_core_bot_users_reserve(&others, 34465, HOST_PROGRAM, &err), DOM_E_LIMIT));
    cr_expect(eq(str, err.text,
                 (char *)"no 34465 user ids in a row are free for bots in 60578..61182 and "
                         "65536..99999: others use them, or this container does not have them"));
    cr_expect(eq(int, others.fd, -1));
}

/* ---- where the lock file lies ------------------------------------------------ */

static bool mount_new(const char *folder, bool is_read_only)
{
    return mount("none", folder, "tmpfs", is_read_only ? MS_RDONLY : 0, NULL) == 0;
}

/* Gives this process, and no other, an empty /run and /dev/shm. */
static void have_own_folders(bool is_run_read_only, bool is_shm_read_only)
{
    if (!dom_core_bot_users_are_there() || unshare(CLONE_NEWNS) != 0 ||
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        !mount_new("/run", is_run_read_only) || !mount_new("/dev/shm", is_shm_read_only))
        cr_skip_test("this user cannot mount folders");
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* The check changes nothing, and the reservation then makes the file where it can. */
static void expect_file(bool in_run, bool in_shm)
{
    dom_err remedy;
    dom_core_bot_users own;
    dom_rc expected = in_run || in_shm ? DOM_OK : DOM_E_IO;
    cr_expect(eq(int, dom_core_check_users(&err, &remedy), expected), "%s", err.text);
    cr_expect(not(is_there("/dev/shm/domino-arena.users")));
    cr_expect(eq(int, dom_core_bot_users_reserve(&own, COUNT, HOST_PROGRAM, &err), expected));
    cr_expect(eq(int, is_there("/dev/shm/domino-arena.users"), in_shm));
    cr_expect(eq(int, own.fd >= 0, expected == DOM_OK));
    dom_core_bot_users_release(&own);
    cr_expect(eq(int, dom_core_check_users(&err, &remedy), expected), "it is used again");
}

Test(lock_file, it_lies_in_run)
{
    have_own_folders(false, false);
    expect_file(true, false);
}

Test(lock_file, it_lies_in_run_even_if_nothing_can_be_written_to_dev_shm)
{
    have_own_folders(false, true);
    expect_file(true, false);
}

Test(lock_file, it_lies_in_dev_shm_if_nothing_can_be_written_to_run)
{
    have_own_folders(true, false);
    expect_file(false, true);
}

Test(lock_file, without_both_no_user_can_be_reserved)
{
    dom_err remedy;
    have_own_folders(true, true);
    expect_file(false, false);
    cr_expect(eq(int, dom_core_check_users(&err, &remedy), DOM_E_IO));
    cr_expect(
        eq(str, err.text,
           (char *)"/run/domino-arena.users: cannot be made, nor in /dev/shm, to reserve users "
                   "for bots: Read-only file system"));
    cr_expect(ne(ptr, strstr(remedy.text, "mount a /run"), NULL));
}

/* Another user may have put something there. */
Test(lock_file, only_a_plain_file_of_root_with_one_name_is_used)
{
    static const char path[] = "/run/domino-arena.users";
    have_own_folders(false, false);
    cr_assert(zero(int, symlink("/run/elsewhere", path)));
    expect_file(false, true);
    cr_expect(not(is_there("/run/elsewhere")));
    for (int i = 0; i < 2; i++) {
        cr_assert(zero(int, unlink(path)));
        cr_assert(zero(int, unlink("/dev/shm/domino-arena.users")));
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        cr_assert(ge(int, fd, 0));
        close(fd);
        cr_assert(zero(int, i == 0 ? chown(path, 1, 0) : link(path, "/run/elsewhere")));
        expect_file(false, true);
    }
}

/* ---- without users ----------------------------------------------------------- */

static bool write_map(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool is_written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return is_written;
}

/* The child has one thread, as making a user namespace needs. It leaves with this status. */
enum { AS_EXPECTED, NO_NAMESPACE, IDS_ARE_THERE, NOT_AS_ROOT, CHECKED, RESERVED, SWEPT };

static int find_no_users(void)
{
    dom_err remedy;
    if (unshare(CLONE_NEWUSER) != 0 || !write_map("/proc/self/setgroups", "deny") ||
        !write_map("/proc/self/uid_map", "0 0 1") || !write_map("/proc/self/gid_map", "0 0 1"))
        return NO_NAMESPACE;
    if (dom_core_bot_users_are_there())
        return IDS_ARE_THERE;
    if (!dom_core_bots_are_root())
        return NOT_AS_ROOT;
    if (dom_core_check_users(&err, &remedy) != DOM_OK)
        return CHECKED; /* although there is nothing to check */
    if (dom_core_bot_users_reserve(&users, COUNT, HOST_PROGRAM, &err) != DOM_OK ||
        users.first != 0 || users.fd != -1)
        return RESERVED;
    return dom_core_bot_users_sweep(&users, 0, &err) == DOM_OK ? AS_EXPECTED : SWEPT;
}

/* In a container root may be the only user. */
Test(without_users, root_alone_has_no_ids_for_bots)
{
    int status;
    if (geteuid() != 0)
        cr_skip_test("only root can be the root of a namespace");
    pid_t child = fork();
    if (child == 0)
        _exit(find_no_users());
    cr_assert(eq(int, waitpid(child, &status, 0), child));
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_NAMESPACE)
        cr_skip_test("this user cannot make a user namespace");
    cr_expect(eq(int, status, AS_EXPECTED));
}
