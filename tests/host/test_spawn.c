/* What the start of a bot promises about descriptors and scheduling, and that no descendant
 * survives the end. */
#include "spawn.h"

#include "ipc/sched_policy.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int nothing; /* descriptor of /dev/null */
static const char *bot_folder = "/";
static dom_err err;

static void begin(void)
{
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    cr_assert(ge(int, nothing, 0));
    cr_assert(zero(int, prctl(PR_SET_CHILD_SUBREAPER, 1)));
}

TestSuite(host_spawn, .init = begin);

/* Starts a line of shell that prints to `out`. Returns what the start returned. */
static dom_rc start(const char *script, dom_sandbox level, int out, pid_t *pid)
{
    char *argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)script, NULL};
    char *env[] = {(char *)"PATH=/usr/bin:/bin", NULL};
    dom_host_spawn_spec spec = {.argv = argv,
                                .env = env,
                                .folder = bot_folder,
                                .sandbox = level,
                                .memory_mb = 512,
                                .processes = 64,
                                .in_fd = nothing,
                                .out_fd = out,
                                .err_fd = nothing};
    return dom_host_spawn_start(&spec, pid, &err);
}

static pid_t start_plain(const char *script, int out)
{
    pid_t pid = 0;
    cr_assert(eq(int, start(script, DOM_SANDBOX_NONE, out, &pid), DOM_OK), "%s", err.text);
    return pid;
}

static int open_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    cr_assert(ne(ptr, folder, NULL));
    while (readdir(folder))
        count++;
    (void)closedir(folder);
    return count;
}

/* Also where the sandbox cannot be prepared. At level bwrap this is so here: there is no
 * domino-init beside the program of the test. */
Test(host_spawn, a_start_leaves_no_descriptor_open)
{
    for (dom_sandbox level = DOM_SANDBOX_NONE; level <= DOM_SANDBOX_BWRAP; level++) {
        pid_t pid = 0;
        int before = open_descriptors();
        (void)start("exit 0", level, nothing, &pid);
        cr_expect(eq(int, open_descriptors(), before), "%s", dom_sandbox_words[level]);
        dom_host_spawn_kill_all(pid);
    }
}

/* Only the child learns that, after the fork. */
Test(host_spawn, a_start_that_fails_says_why_and_leaves_no_process)
{
    pid_t pid = 0;
    bot_folder = "/dev/null";
    cr_expect(eq(int, start("exit 0", DOM_SANDBOX_NONE, nothing, &pid), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, (char *)"/dev/null cannot enter its folder: Not a directory"));
    cr_expect(eq(int, waitpid(-1, NULL, 0), -1));
    cr_expect(eq(int, errno, ECHILD));
}

/* The host itself may run under another policy, which its children would inherit. */
Test(host_spawn, a_bot_begins_with_the_usual_scheduling_policy)
{
    dom_ipc_sched_policy_set(0, DOM_IPC_SCHED_LONG);
    cr_assert(eq(int, sched_getscheduler(0), SCHED_BATCH));
    pid_t pid = start_plain("exec sleep 1000", nothing);
    cr_expect(eq(int, sched_getscheduler(pid), SCHED_OTHER));
    dom_host_spawn_kill_all(pid);
}

/* A child of the bot that has left its process group becomes an orphan. */
Test(host_spawn, all_descendants_are_killed_and_reaped)
{
    int out[2], orphan = 0;
    cr_assert(zero(int, pipe2(out, O_CLOEXEC)));
    FILE *said = fdopen(out[0], "r");
    cr_assert(ne(ptr, said, NULL));
    pid_t pid = start_plain("setsid sh -c 'echo $$; exec sleep 1000' & exec sleep 1000", out[1]);
    cr_assert(eq(int, fscanf(said, "%d", &orphan), 1));
    dom_host_spawn_kill_all(pid);
    cr_expect(eq(int, kill(pid, 0), -1));
    cr_expect(eq(int, kill(orphan, 0), -1));
    cr_expect(eq(int, waitpid(-1, NULL, 0), -1));
    cr_expect(eq(int, errno, ECHILD));
    (void)fclose(said);
    (void)close(out[1]);
}
