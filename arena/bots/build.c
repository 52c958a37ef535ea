#include "bots/build.h"

#include "base/bytes.h"
#include "base/check.h"
#include "base/interrupt.h"
#include "base/now.h"
#include "base/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_FIRST_MS = 1, WAIT_MOST_MS = 50 };

extern char **environ; /* POSIX defines it, but headers declare it only with GNU extensions */

/* Blocks the signals that end the arena, so that a build can be ended first. */
static void block_ends(sigset_t *ends, sigset_t *before)
{
    *ends = dom_interrupt_signals();
    (void)sigprocmask(SIG_BLOCK, ends, before);
}

/* Sleeps. Returns the number of a signal of `ends` that arrived meanwhile, or -1. */
static int sleep_ms(int64_t ms, const sigset_t *ends)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    return sigtimedwait(ends, NULL,
                        &t); /* another signal ends the sleep early, which does no harm */
}

/* Gives the process a group of its own, so that all of it can be killed, and signals as after
 * login, whatever the arena blocks or ignores. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    (void)sigemptyset(&none);
    (void)sigfillset(&all);
    int rc = posix_spawnattr_setpgroup(attributes, 0);
    rc = rc ? rc : posix_spawnattr_setsigmask(attributes, &none);
    rc = rc ? rc : posix_spawnattr_setsigdefault(attributes, &all);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    return rc ? rc : posix_spawnattr_setflags(attributes, flags);
}

static int set_actions(posix_spawn_file_actions_t *actions, const char *folder, int log)
{
    int rc = posix_spawn_file_actions_addchdir_np(actions, folder);
    rc = rc ? rc : posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    rc = rc ? rc : posix_spawn_file_actions_adddup2(actions, log, 1);
    return rc ? rc : posix_spawn_file_actions_adddup2(actions, log, 2);
}

/* Starts one command. Returns 0 or an errno. */
static int start(pid_t *pid, char **argv, const char *folder, int log)
{
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int rc = posix_spawnattr_init(&attributes);
    if (rc != 0)
        return rc;
    rc = posix_spawn_file_actions_init(&actions);
    if (rc != 0)
        goto out;
    rc = set_attributes(&attributes);
    rc = rc ? rc : set_actions(&actions, folder, log);
    rc = rc ? rc : posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
out:
    (void)posix_spawnattr_destroy(&attributes);
    return rc;
}

/* Returns true if the process has ended. It is not reaped yet, so its number still names its
 * group. */
static bool has_ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    int rc = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return rc != 0 ? errno != EINTR : info.si_pid == pid;
}

/* Waits for the end of a command, until `deadline_us`, or until a signal of `ends` arrives;
 * *signal_number is then its number. Kills what is left of the command's group. Returns true if
 * the command ended by itself. */
static bool finish(pid_t pid, int64_t deadline_us, const sigset_t *ends, int *signal_number,
                   int *status)
{
    int64_t wait_ms = WAIT_FIRST_MS;
    bool ended = has_ended(pid);
    while (!ended && *signal_number < 0 && dom_now_us() < deadline_us) {
        *signal_number = sleep_ms(wait_ms, ends);
        wait_ms = wait_ms * 2 < WAIT_MOST_MS ? wait_ms * 2 : WAIT_MOST_MS;
        ended = has_ended(pid);
    }
    (void)kill(-pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
    }
    return ended;
}

static dom_rc fail(const dom_bots_build_spec *spec, dom_err *err, const char *program,
                   const char *how)
{
    return dom_err_set(err, DOM_E_CONFIG, "the build failed: '%.60s' %s; its output: %s", program,
                       how, spec->log);
}

static dom_rc judge(const dom_bots_build_spec *spec, const char *program, bool ended, int status,
                    dom_err *err)
{
    char how[80];
    if (!ended)
        (void)snprintf(how, sizeof how, "did not end within %lld s",
                       (long long)spec->limit_ms / 1000);
    else if (WIFSIGNALED(status))
        (void)snprintf(how, sizeof how, "was killed by signal %d", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        (void)snprintf(how, sizeof how, "exited with status %d", WEXITSTATUS(status));
    else
        return DOM_OK;
    return fail(spec, err, program, how);
}

static dom_rc run_step(const dom_bots_build_spec *spec, const dom_strings *step, int log,
                       int64_t deadline_us, dom_err *err)
{
    dom_check(step->count > 0);
    for (size_t i = 0; i < step->count; i++)
        (void)dprintf(log, "%s%s", i ? " " : "$ ", step->item[i]);
    (void)dprintf(log, "\n");
    pid_t pid;
    sigset_t ends, before;
    int status = 0, signal_number = -1;
    bool ended = false;
    block_ends(&ends, &before);
    int error = start(&pid, step->item, spec->folder, log);
    if (error == 0)
        ended = finish(pid, deadline_us, &ends, &signal_number, &status);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    if (signal_number > 0)
        (void)raise(signal_number); /* ends the program */
    if (error == 0)
        return judge(spec, step->item[0], ended, status, err);
    char how[80];
    (void)snprintf(how, sizeof how, "cannot be started: %s", strerror(error));
    (void)dprintf(log, "%s\n", how);
    return fail(spec, err, step->item[0], how);
}

dom_rc dom_bots_build_run(const dom_bots_build_spec *spec, dom_err *err)
{
    int log = open(spec->log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC,
                   dom_shared_mode(spec->log, 0644));
    if (log < 0)
        return dom_err_set(err, DOM_E_IO, "%s: %s", spec->log, strerror(errno));
    int64_t deadline_us = dom_now_us() + spec->limit_ms * 1000;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < spec->steps; i++)
        rc = run_step(spec, &spec->step[i], log, deadline_us, err);
    (void)close(log);
    return rc;
}
