/* Children of the arena that are not hosts: those that it had before, and those that hosts leave.
 */
#include "children.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static dom_core_inherited inherited;
static pid_t host;

static bool is_host(const void *context, pid_t pid)
{
    return pid == *(const pid_t *)context;
}

/* Starts a child that waits for its end; with `leads`, in a process group of its own. */
static pid_t start(bool leads)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (leads)
            (void)setpgid(0, 0);
        for (;;)
            pause();
    }
    if (leads)
        (void)setpgid(pid, pid);
    return pid;
}

static void end(pid_t pid)
{
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

static bool runs(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) == 0;
}

static bool is_reaped(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) == -1 && errno == ECHILD;
}

Test(children, only_those_that_hosts_left_are_ended)
{
    pid_t first = start(false), second = start(true);
    dom_core_inherited_note(&inherited);
    cr_expect(eq(u32, inherited.count, 2));
    host = start(true);
    pid_t left = start(false), leader = start(true);
    dom_core_children_end_adopted(&inherited, is_host, &host);
    cr_expect(runs(first));
    cr_expect(runs(second));
    cr_expect(runs(host));
    cr_expect(is_reaped(left));
    cr_expect(is_reaped(leader));
    end(first);
    end(second);
    end(host);
}

/* What a process had started becomes a child of the arena when that process is killed. */
Test(children, those_that_become_children_meanwhile_are_ended_too)
{
    int told[2];
    pid_t grandchild = 0;
    cr_assert(zero(int, prctl(PR_SET_CHILD_SUBREAPER, 1)));
    cr_assert(zero(int, pipe(told)));
    dom_core_inherited_note(&inherited);
    pid_t child = fork();
    if (child == 0) {
        pid_t own = start(true); /* a group of its own, so that it outlives its parent's */
        if (write(told[1], &own, sizeof own) != sizeof own)
            _exit(1);
        for (;;)
            pause();
    }
    cr_assert(eq(int, (int)read(told[0], &grandchild, sizeof grandchild), (int)sizeof grandchild));
    dom_core_children_end_adopted(&inherited, is_host, &host);
    cr_expect(is_reaped(child));
    cr_expect(eq(int, kill(grandchild, 0), -1));
}

Test(children, at_most_64_are_noted_as_inherited)
{
    pid_t pids[DOM_CORE_INHERITED_MAX + 2];
    enum { COUNT = sizeof pids / sizeof *pids };
    for (int i = 0; i < COUNT; i++)
        pids[i] = start(false);
    dom_core_inherited_note(&inherited);
    cr_expect(eq(u32, inherited.count, 64));
    for (int i = 0; i < COUNT; i++)
        end(pids[i]);
}
