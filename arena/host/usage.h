/* What the bot and everything it started use, read from /proc, and how they take turns. */
#ifndef DOM_HOST_USAGE_H
#define DOM_HOST_USAGE_H

#include "host/turns.h"

#include <stdbool.h>
#include <stdint.h>

enum { USAGE_CLOCKS_MAX = 16 };

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
    struct {
        int pid;
        int64_t ran_us;
    } clock[USAGE_CLOCKS_MAX]; /* of the first processes, which can be read again at little cost */
} usage;

/* How threads take their turns from now on: those of this process, and the bot's. */
typedef struct {
    dom_turns own, bot;
} usage_turns;

/* Sum over all descendants of this process; while some end it is taken again, a few
 * times. All threads that are seen take their turns as `turns` says; NULL: as they are. */
usage usage_of_descendants(const usage_turns *turns);

/* How much of the `passed_us` between two looks the bot was kept waiting for a CPU:
 * at most what its threads together did not run, so that threads that only wait, or end,
 * cannot buy time for one that computes; nothing where that is not known. */
int64_t usage_kept_waiting_us(const usage *before, const usage *now, int64_t passed_us);

/* One look after the other. All zero before the first. */
typedef struct {
    usage last;
    int64_t since_us; /* from when on what it waited is not forgiven yet         */
    int64_t ran_us;   /* of it all, at that time                                 */
    bool is_owing;
} usage_watch;

/* Look again. Returns how much the bot was kept waiting since the last look, or since it
 * owes something: time in which nobody waited for it is none that it can be given. */
int64_t usage_watch_look(usage_watch *w, const usage_turns *turns, int64_t now_us);

/* Does the bot owe anything now? Every turn may tell: it costs next to nothing, but for a
 * look when the last one is long ago, or was never taken. */
void usage_watch_owing(usage_watch *w, bool is_owing, int64_t now_us);

#endif
