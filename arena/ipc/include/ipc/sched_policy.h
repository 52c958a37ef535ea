/* ipc/sched_policy.h - how the kernel schedules threads of core, hosts and bots.
 *
 * With few tables, somebody waits for each answer, so core and hosts should run soon after they are
 * woken. With many tables nobody waits for a single thread, and fewer context switches are better.
 *
 * No privilege is needed to change threads of the same user. A policy gives no thread more CPU
 * time; it only changes the order in which threads run. Kernels that do not know a setting ignore
 * it.
 */
#ifndef DOM_IPC_SCHED_POLICY_H
#define DOM_IPC_SCHED_POLICY_H

typedef enum {
    DOM_IPC_SCHED_USUAL, /* SCHED_OTHER with the kernel's own time slice */
    /* SCHED_OTHER with a time slice of 0.1 ms: the thread runs soon after it is woken, and briefly.
     * For threads that do little and for which others wait, while bots think on all CPUs. From
     * Linux 6.12 on (Documentation/scheduler/sched-eevdf.rst), such a thread interrupts one that is
     * in the middle of a long time slice. Otherwise it would wait for its end, some 3 ms. */
    DOM_IPC_SCHED_SHORT,
    /* SCHED_BATCH (sched(7)): the thread does not interrupt another one that is running. For many
     * threads that all have work, when nobody waits for one of them and each context switch
     * costs. */
    DOM_IPC_SCHED_LONG
} dom_ipc_sched_policy;

/* Sets the policy of a thread. Threads and processes that it starts later inherit the policy. If
 * the thread has a scheduling policy other than SCHED_OTHER and SCHED_BATCH, it keeps that one.
 * Errors are ignored.
 *
 * thread  its id; 0 is the calling thread */
void dom_ipc_sched_policy_set(int thread, dom_ipc_sched_policy turns);

#endif
