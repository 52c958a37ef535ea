/* What the bot and everything it started use, read from /proc, and how they take turns. */
#ifndef DOM_HOST_PROC_USAGE_H
#define DOM_HOST_PROC_USAGE_H

#include "ipc/sched_policy.h"

#include <stdbool.h>
#include <stdint.h>

enum { DOM_HOST_USAGE_CLOCKS_MAX = 16 };

typedef struct {
    int64_t resident_bytes;
    int processes;
    int threads;       /* of all processes together; a process has at least one */
    int64_t ran_us;    /* on a CPU, all of them together, since their starts, with
                          what has ended: threads, and processes that somebody
                          waited for, these to the 20 ms for each parent that lives */
    int64_t told_us;   /* the part of it that is told in ticks, so up to 20 ms too late
                          for each such parent                                  */
    int64_t waited_us; /* of the threads that live, for a CPU, until each last got
                          one; 0 where the kernel does not tell. With those of this
                          process, which carry the messages                     */
    int64_t took_us;   /* how long the look took: what ran meanwhile may be in it    */
    bool is_runnable;  /* a thread of either, but not the one that looks, runs or
                          waits for a CPU right now                             */
    bool is_torn;      /* a process ended during the look: its time is not in it */
    bool is_untold;    /* a process ignores SIGCHLD: the kernel forgets what its
                          children ran when they end                            */
    int clock_count;
    struct { /* of the first processes, which can be read again at little cost */
        int pid;
        int64_t ran_us;
    } clock[DOM_HOST_USAGE_CLOCKS_MAX];
} dom_host_proc_usage;

/* How threads take their turns from now on: those of this process, and the bot's. */
typedef struct {
    dom_ipc_sched_policy own, bot;
} dom_host_thread_turns;

/* Sum over all descendants of this process; while some of them end it is taken again, a few
 * times. All threads that are seen take their turns as `turns` says; NULL: as they are. */
dom_host_proc_usage dom_host_proc_usage_of_descendants(const dom_host_thread_turns *turns);

/* What the processes in `clock` ran since that look, by asking their clocks alone. Of others
 * nothing: as if they ran later, for which less is credited. */
int64_t dom_host_proc_usage_ran_since(const dom_host_proc_usage *u);

#endif
