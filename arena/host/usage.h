/* What the bot and everything it started use, read from /proc, and how they take turns. */
#ifndef DOM_HOST_USAGE_H
#define DOM_HOST_USAGE_H

#include "host/turns.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t resident_bytes;
    int threads;       /* of all processes together; a process has at least one */
    int64_t ran_us;    /* on a CPU, all threads together, since their starts    */
    int64_t waited_us; /* for a CPU, likewise, until each last got one; 0 where
                          the kernel does not tell. With the threads of this
                          process, which carry the messages                     */
    bool is_runnable;  /* a thread of either, but not the one that looks, runs or
                          waits for a CPU right now                             */
} usage;

/* How threads take their turns from now on: those of this process, and the bot's. */
typedef struct {
    dom_turns own, bot;
} usage_turns;

/* Sum over all descendants of this process. What ends while it is read is left
 * out. All threads that are seen take their turns as `turns` says; NULL: as they are. */
usage usage_of_descendants(const usage_turns *turns);

/* How much of the `passed_us` between two looks the bot was kept waiting for a CPU:
 * at most what its threads together did not run, so that threads that only wait
 * cannot buy time for one that computes. */
int64_t usage_kept_waiting_us(const usage *before, const usage *now, int64_t passed_us);

#endif
