#include "ipc/sched_policy.h"

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHORT_NS = 100000 }; /* the shortest time slice that the kernel grants */

/* The argument of sched_setattr(2), which the C library does not declare. */
struct attributes {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
};

static const struct {
    uint32_t policy;
    uint64_t runtime_ns; /* time slice; 0: the kernel's own */
} kinds[] = {
    [DOM_IPC_SCHED_USUAL] = {SCHED_OTHER, 0},
    [DOM_IPC_SCHED_SHORT] = {SCHED_OTHER, SHORT_NS},
    [DOM_IPC_SCHED_LONG] = {SCHED_BATCH, 0},
};

void dom_ipc_sched_policy_set(int thread, dom_ipc_sched_policy turns)
{
    struct attributes a = {.size = sizeof a};
    if (syscall(SYS_sched_getattr, thread, &a, sizeof a, 0) != 0)
        return;
    if (a.policy != SCHED_OTHER && a.policy != SCHED_BATCH)
        return;
    a.policy = kinds[turns].policy;
    a.runtime = kinds[turns].runtime_ns;
    (void)syscall(SYS_sched_setattr, thread, &a, 0);
}
