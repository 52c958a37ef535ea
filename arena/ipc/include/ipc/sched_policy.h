/* ipc/sched_policy.h - how threads take turns on a CPU.
 *
 * No privilege is needed for threads of one's own user, and nobody gains in all: it is
 * only decided who waits for whom. What the kernel does not know it ignores. */
#ifndef DOM_IPC_SCHED_POLICY_H
#define DOM_IPC_SCHED_POLICY_H

typedef enum {
    DOM_IPC_SCHED_USUAL,
    /* Soon after being woken, and short. For who does little and is waited for, on a
     * machine whose bots think on all CPUs: the scheduler (Linux 6.12 and later,
     * Documentation/scheduler/sched-eevdf.rst) lets who wants little go before who is in
     * the middle of a long turn, which is else some 3 ms. */
    DOM_IPC_SCHED_SHORT,
    /* Never before who has the CPU is done with its turn (SCHED_BATCH, sched(7)). For a
     * crowd of threads that all have something to do, where each change from one to
     * another costs and nobody is waited for. */
    DOM_IPC_SCHED_LONG
} dom_ipc_sched_policy;

/* thread: its id, 0 = the caller. What it starts later does the same. A thread that has
 * asked for a scheduling policy of another kind keeps it. */
void dom_ipc_sched_policy_set(int thread, dom_ipc_sched_policy turns);

#endif
