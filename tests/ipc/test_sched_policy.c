/* The scheduling policy of threads. */
#include "ipc/sched_policy.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int policy_after(dom_ipc_sched_policy turns)
{
    dom_ipc_sched_policy_set(0, turns);
    return sched_getscheduler(0);
}

Test(host_turns, a_policy_can_be_set_and_reset)
{
    cr_assert(eq(int, policy_after(DOM_IPC_SCHED_LONG), SCHED_BATCH));
    cr_assert(eq(int, policy_after(DOM_IPC_SCHED_SHORT), SCHED_OTHER));
    cr_assert(eq(int, policy_after(DOM_IPC_SCHED_LONG), SCHED_BATCH));
    cr_assert(eq(int, policy_after(DOM_IPC_SCHED_USUAL), SCHED_OTHER));
}

Test(host_turns, a_policy_can_be_set_for_another_process)
{
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    dom_ipc_sched_policy_set(pid, DOM_IPC_SCHED_LONG);
    cr_expect(eq(int, sched_getscheduler(pid), SCHED_BATCH));
    cr_expect(eq(int, sched_getscheduler(0), SCHED_OTHER));
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

Test(host_turns, a_thread_with_another_kind_of_policy_keeps_it)
{
    const struct sched_param none = {0};
    cr_assert(eq(int, sched_setscheduler(0, SCHED_IDLE, &none), 0));
    cr_assert(eq(int, policy_after(DOM_IPC_SCHED_LONG), SCHED_IDLE));
}

Test(host_turns, an_unknown_thread_changes_nothing)
{
    dom_ipc_sched_policy_set(-1, DOM_IPC_SCHED_LONG);
    cr_assert(eq(int, sched_getscheduler(0), SCHED_OTHER));
}
