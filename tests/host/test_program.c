/* The commands of the program domino-host that people and the core call. */
#include "ipc/bot_ids.h"
#include "ipc/sandbox_trial.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char told[1024]; /* what the program printed to its standard output */

/* Runs the program and returns its exit status. */
static int call(const char *arguments)
{
    char command[512];
    (void)snprintf(command, sizeof command, "'" HOST_PROGRAM "' %s 2>/dev/null 3<&-", arguments);
    FILE *pipe = popen(command, "r");
    cr_assert(ne(ptr, pipe, NULL));
    told[fread(told, 1, sizeof told - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(host_program, it_says_that_it_is_not_started_by_hand)
{
    static const char *const calls[] = {"", "--versions 1", "--try", "--sweep 99999 1", "--else"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        cr_expect(eq(int, call(calls[i]), 2), "%s", calls[i]);
        cr_expect(eq(str, told, (char *)""), "%s", calls[i]);
    }
}

Test(host_program, it_names_the_versions_of_its_libraries)
{
    char names[4][32] = {""}, numbers[4][32];
    cr_assert(zero(int, call("--versions")));
    cr_assert(eq(int,
                 sscanf(told, "%31s %31s\n%31s %31s\n%31s %31s\n%31s %31s", names[0], numbers[0],
                        names[1], numbers[1], names[2], numbers[2], names[3], numbers[3]),
                 8),
              "%s", told);
    cr_expect(eq(str, names[0], (char *)"domino-host"));
    cr_expect(eq(str, names[1], (char *)"libzmq"));
    cr_expect(eq(str, names[2], (char *)"msgpack-c"));
    cr_expect(eq(str, names[3], (char *)"libsodium"));
}

Test(host_program, it_tries_the_levels_of_the_sandbox)
{
    cr_expect(eq(int, call("--try none"), DOM_IPC_TRIAL_WORKS));
    cr_expect(eq(str, told, (char *)""));
    cr_expect(eq(int, call("--try limits"), DOM_IPC_TRIAL_WORKS));
    cr_expect(eq(int, call("--try auto"), DOM_IPC_TRIAL_UNKNOWN));
    cr_expect(eq(int, call("--try walls"), DOM_IPC_TRIAL_UNKNOWN));
    int status = call("--try bwrap");
    cr_expect(eq(int, told[0] == '\0', status == DOM_IPC_TRIAL_WORKS), "%s", told);
}

/* A program that stands in for bubblewrap. */
static void stand_in(const char *folder, const char *script)
{
    char path[64];
    (void)snprintf(path, sizeof path, "%s/bwrap", folder);
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0755);
    cr_assert(ge(int, fd, 0));
    cr_assert(zero(int, fchmod(fd, 0755)));
    cr_assert(lt(int, 0, dprintf(fd, "#!/bin/sh\n%s\n", script)));
    (void)close(fd);
}

Test(host_program, a_trial_that_fails_says_why_in_one_line)
{
    char folder[] = "/tmp/domino-test.XXXXXX", file[64], path[256];
    cr_assert(ne(ptr, mkdtemp(folder), NULL));
    cr_assert(zero(int, chmod(folder, 0755)));
    (void)snprintf(file, sizeof file, "%s/bwrap", folder);
    (void)snprintf(path, sizeof path, "%s:/usr/bin:/bin", folder);
    cr_assert(zero(int, setenv("PATH", path, 1)));
    stand_in(folder, "exit 0");
    cr_expect(eq(int, call("--try bwrap"), DOM_IPC_TRIAL_WORKS));
    cr_expect(eq(str, told, (char *)""));
    stand_in(folder, "echo no namespaces >&2; echo here >&2; exit 1");
    cr_expect(eq(int, call("--try bwrap"), DOM_IPC_TRIAL_FAILS));
    cr_expect(eq(str, told, (char *)"no namespaces\n"));
    stand_in(folder, "exit 1");
    cr_expect(eq(int, call("--try bwrap"), DOM_IPC_TRIAL_FAILS));
    cr_expect(lt(sz, 1, strlen(told)));
    cr_expect(eq(sz, strcspn(told, "\n") + 1, strlen(told)), "%s", told);
    (void)unlink(file);
    (void)rmdir(folder);
}

/* ---- protection -------------------------------------------------------------- */

enum { CORE_FD = 3, PROGRAM_FD = 10 };

/* Starts a host that waits for its core at the other end of `link`, as this user if root may
 * choose. */
static pid_t start_host_as(uid_t uid, int link[static 2])
{
    int program = open(HOST_PROGRAM, O_RDONLY | O_CLOEXEC);
    char *const argv[] = {(char *)"domino-host", NULL};
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link)));
    pid_t pid = fork();
    if (pid == 0) {
        program = fcntl(program, F_DUPFD_CLOEXEC, PROGRAM_FD); /* its folder may be root's alone */
        if (dup2(link[1], CORE_FD) == CORE_FD && (geteuid() != 0 || setresuid(uid, uid, uid) == 0))
            (void)fexecve(program, argv, (char *[]){NULL});
        _exit(127);
    }
    (void)close(program);
    (void)close(link[1]);
    return pid;
}

static bool ignores_sigterm(pid_t pid)
{
    char path[64], line[256];
    unsigned long long ignored = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *status = fopen(path, "r");
    cr_assert(ne(ptr, status, NULL));
    while (fgets(line, sizeof line, status) && sscanf(line, "SigIgn: %llx", &ignored) != 1)
        ;
    (void)fclose(status);
    return ignored >> (SIGTERM - 1) & 1;
}

/* Who owns the files of a process in /proc says who may read its memory and trace it: another
 * process of the same user, such as a bot, or root alone. */
Test(host_program, no_other_process_of_its_user_may_look_into_it)
{
#if defined(DOM_SANITIZED)
    cr_skip_test("sanitizers must inspect the process");
#endif
    if (geteuid() == 0 && !dom_ipc_bot_ids_are_mapped(DOM_IPC_BOT_ID_TRIAL, DOM_IPC_BOT_ID_TRIAL))
        cr_skip_test("root cannot become other users");
    int link[2];
    char path[64];
    struct stat st;
    pid_t pid = start_host_as(DOM_IPC_BOT_ID_TRIAL, link);
    (void)snprintf(path, sizeof path, "/proc/%d/environ", pid);
    while (!ignores_sigterm(pid)) /* the last step before it waits for its core */
        cr_assert(zero(int, waitpid(pid, NULL, WNOHANG)));
    cr_assert(zero(int, stat(path, &st)));
    cr_expect(ne(int, (int)st.st_uid, geteuid() == 0 ? DOM_IPC_BOT_ID_TRIAL : (int)geteuid()));
    (void)close(link[0]);
    cr_assert(eq(int, waitpid(pid, NULL, 0), pid));
}

/* ---- sweeping --------------------------------------------------------------- */

/* The tests run side by side, each with ids of its own. */
enum {
    LAST = DOM_IPC_BOT_ID_LAST,
    BEFORE = LAST - 1,
    KEPT = LAST - 2,
    SWEPT = LAST - 3,
    ALONE = LAST - 4
};

/* Starts a process that sleeps as this user. */
static pid_t sleep_as(uid_t uid)
{
    int ready[2];
    char byte;
    cr_assert(zero(int, pipe(ready)));
    pid_t pid = fork();
    if (pid == 0) {
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

static bool runs(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) == 0;
}

static void make_file(const char *path, uid_t uid)
{
    close(open(path, O_CREAT | O_WRONLY, 0600));
    cr_assert(zero(int, chown(path, uid, uid)));
}

Test(host_program, it_sweeps_processes_and_files_of_the_named_users_only)
{
    char base[] = "/tmp/domino-test.XXXXXX", own[64], folder[64], inner[80], other[64],
         call_text[96];
    if (geteuid() != 0 || !dom_ipc_bot_ids_are_mapped(SWEPT, LAST))
        cr_skip_test("only root can become other users");
    cr_assert(ne(ptr, mkdtemp(base), NULL));
    cr_assert(zero(int, chmod(base, 01777)));
    (void)snprintf(own, sizeof own, "%s/own", base);
    (void)snprintf(folder, sizeof folder, "%s/folder", base);
    (void)snprintf(inner, sizeof inner, "%s/inner", folder);
    (void)snprintf(other, sizeof other, "%s/other", base);
    (void)snprintf(call_text, sizeof call_text, "--sweep %d 1 %s", SWEPT, base);
    make_file(own, SWEPT);
    make_file(other, KEPT);
    cr_assert(zero(int, mkdir(folder, 0700)));
    make_file(inner, SWEPT);
    cr_assert(zero(int, chown(folder, SWEPT, SWEPT)));
    pid_t swept = sleep_as(SWEPT), kept = sleep_as(KEPT);
    cr_expect(zero(int, call(call_text)));
    int status;
    cr_assert(ne(int, access(own, F_OK), 0));
    cr_assert(eq(int, waitpid(swept, &status, 0), swept));
    cr_expect(eq(int, WTERMSIG(status), SIGKILL));
    cr_expect(runs(kept));
    cr_expect(ne(int, access(folder, F_OK), 0));
    cr_expect(zero(int, access(other, F_OK)));
    (void)kill(kept, SIGKILL);
    (void)waitpid(kept, NULL, 0);
    (void)unlink(other);
    (void)rmdir(base);
}

/* Makes a file of this user in a folder for everybody. Returns whether there is such a folder. */
static bool leave_file_in(const char *folder, uid_t uid, char path[static 64])
{
    (void)snprintf(path, 64, "%s/domino-test.%d", folder, (int)getpid());
    int fd = open(path, O_CREAT | O_WRONLY, 0600);
    if (fd >= 0)
        cr_assert(zero(int, fchown(fd, uid, uid)));
    return fd >= 0 && close(fd) == 0;
}

Test(host_program, it_sweeps_every_folder_for_everybody)
{
    static const char *const folders[] = {"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue",
                                          "/run/lock"};
    enum { COUNT = sizeof folders / sizeof *folders };
    char path[COUNT][64], text[64];
    bool is_there[COUNT];
    if (geteuid() != 0 || !dom_ipc_bot_ids_are_mapped(ALONE, LAST))
        cr_skip_test("only root can become other users");
    for (int i = 0; i < COUNT; i++)
        is_there[i] = leave_file_in(folders[i], ALONE, path[i]);
    (void)snprintf(text, sizeof text, "--sweep %d 1 /nowhere", ALONE);
    cr_expect(zero(int, call(text)));
    for (int i = 0; i < COUNT; i++)
        if (is_there[i])
            cr_expect(eq(int, unlink(path[i]), -1), "%s is left", path[i]);
}

Test(host_program, it_sweeps_several_users)
{
    if (geteuid() != 0 || !dom_ipc_bot_ids_are_mapped(SWEPT, LAST))
        cr_skip_test("only root can become other users");
    char text[64];
    int status;
    pid_t first = sleep_as(BEFORE), second = sleep_as(LAST);
    (void)snprintf(text, sizeof text, "--sweep %d 2 /nowhere", BEFORE);
    cr_expect(zero(int, call(text)));
    cr_expect(eq(int, waitpid(first, &status, 0), first));
    cr_expect(eq(int, waitpid(second, &status, 0), second));
}

/* Such ids may be those of people. */
Test(host_program, it_sweeps_no_ids_that_are_not_for_bots)
{
    char text[64];
    static const struct {
        int first, count;
    } cases[] = {{DOM_IPC_BOT_ID_FIRST - 1, 1}, {LAST + 1, 0}, {LAST, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)snprintf(text, sizeof text, "--sweep %d %d /nowhere", cases[i].first, cases[i].count);
        cr_expect(eq(int, call(text), 2), "%s", text);
    }
}
