/* Reads from /proc what the bot and all its descendants use, and sets their scheduling policy.
 *
 * The readings serve two purposes: the limits of memory and processes (bot_watch.h), and the
 * CPU-wait credit (time_budget.h).
 */
#ifndef DOM_HOST_PROC_USAGE_H
#define DOM_HOST_PROC_USAGE_H

#include "ipc/sched_policy.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { DOM_HOST_USAGE_CLOCKS_MAX = 16 };

/* One reading: sums over all descendants of the host. */
typedef struct {
    int64_t resident_bytes; /* memory in RAM */
    int processes;
    int living;        /* those of them that have not ended; an ended one waits for its parent */
    int threads;       /* of all processes together; a process has at least one */
    int64_t ran_us;    /* CPU time since their starts, including threads and processes that have
                          ended. An ended process counts when its parent has waited for it, with an
                          error of up to 20 ms for each living parent. */
    int64_t told_us;   /* the part of ran_us that comes from ended children. The kernel counts it in
                          ticks, so it may be up to 20 ms too late for each living parent. */
    int64_t waited_us; /* time that the living threads were ready to run but had no CPU. A wait that
                          has not ended is not included. The threads of the host are, since they
                          carry the messages. 0 if the kernel does not tell. */
    int64_t took_us;   /* duration of the reading; ran_us may include CPU time from within it */
    bool is_runnable;  /* a thread of the bot or the host runs or waits for a CPU right now; the
                          thread that reads does not count */
    bool is_torn;      /* a process ended during the reading, so its CPU time is missing */
    bool is_untold;    /* a process ignores SIGCHLD, so the kernel forgets the CPU time of its
                          children when they end */
    int clock_count;   /* number of entries in `clock` */
    struct {           /* the first processes; their CPU clocks can be read again at little cost */
        clockid_t id;
        int64_t ran_us;
    } clock[DOM_HOST_USAGE_CLOCKS_MAX];
} dom_host_proc_usage;

/* Scheduling policies: for the threads of the host, and for those of the bot. */
typedef struct {
    dom_ipc_sched_policy own, bot;
} dom_host_thread_turns;

/* Returns a reading of all descendants of this process. If a process ends during the reading, it is
 * repeated, at most twice.
 *
 * turns  the scheduling policies to set for all threads; NULL leaves them as they are */
dom_host_proc_usage dom_host_proc_usage_of_descendants(const dom_host_thread_turns *turns);

/* Returns how much CPU time the processes in u->clock have used since that reading; -1 if one of
 * them has ended, or there is none. Only their CPU clocks are read. Other processes are left out;
 * their CPU time counts at the next reading, which can only reduce the credit. */
int64_t dom_host_proc_usage_ran_since(const dom_host_proc_usage *u);

#endif
