/* All times at which the host has something to do by itself: one list, whose earliest entry is when
 * the loop has to wake up. Pure; times are microseconds of any one monotonic clock.
 *
 * An entry is a wait (time_budget.h). Those for which a busy machine is no excuse, or which do not
 * wait for a bot of this machine, are never credited anything.
 */
#ifndef DOM_HOST_TIMERS_H
#define DOM_HOST_TIMERS_H

#include "time_budget.h"

typedef enum {
    DOM_HOST_TIMER_BOT,    /* something that the bot owes is late: dom_host_session_deadline     */
    DOM_HOST_TIMER_USAGE,  /* the next regular look at what the bot uses                        */
    DOM_HOST_TIMER_LINGER, /* what an ended bot had sent has not come, and is awaited no longer */
    DOM_HOST_TIMER_LOST,   /* a lost connection is a fault; credited                            */
    DOM_HOST_TIMER_SHUTDOWN, /* a bot that was told bye is pressed to go; credited                */
    DOM_HOST_TIMER_COUNT
} dom_host_timer;

typedef struct {
    dom_host_wait wait[DOM_HOST_TIMER_COUNT];
} dom_host_timers;

/* None is running. */
void dom_host_timers_init(dom_host_timers *t);

/* It comes `us` after now. */
void dom_host_timers_start(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us);

/* The same for a second step of the same wait: what was credited before counts towards the
 * limit. */
void dom_host_timers_go_on(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us);

/* It comes at `due_us`; DOM_HOST_NEVER stops it. */
void dom_host_timers_set(dom_host_timers *t, dom_host_timer which, int64_t due_us);
void dom_host_timers_stop(dom_host_timers *t, dom_host_timer which);

/* The bot waited for a CPU for `us` of the time until now: those that are credited come later, as
 * dom_host_wait_credit says. */
void dom_host_timers_credit(dom_host_timers *t, int64_t now_us, int64_t us);

/* Has it come? It stays so until it is set anew or stopped. */
bool dom_host_timers_has_come(const dom_host_timers *t, dom_host_timer which, int64_t now_us);

/* When the earliest comes; DOM_HOST_NEVER where none is running. */
int64_t dom_host_timers_next(const dom_host_timers *t);

#endif
