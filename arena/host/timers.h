/* The timers of a host. The loop sleeps until the earliest one. The module is pure: the caller
 * passes the time, in microseconds of one monotonic clock.
 *
 * A timer is a wait (time_budget.h). Only LOST and SHUTDOWN are extended by CPU-wait credit; the
 * credit of BOT is already in dom_host_session_deadline.
 */
#ifndef DOM_HOST_TIMERS_H
#define DOM_HOST_TIMERS_H

#include "time_budget.h"

typedef enum {
    DOM_HOST_TIMER_BOT,      /* an answer, a hello or a sign of life is late */
    DOM_HOST_TIMER_USAGE,    /* the next regular reading of what the bot uses is due */
    DOM_HOST_TIMER_LINGER,   /* the bot has exited; its last messages are no longer waited for */
    DOM_HOST_TIMER_LOST,     /* a lost connection becomes a fault */
    DOM_HOST_TIMER_SHUTDOWN, /* the next step of the shutdown is due */
    DOM_HOST_TIMER_COUNT
} dom_host_timer;

typedef struct {
    dom_host_wait wait[DOM_HOST_TIMER_COUNT];
} dom_host_timers;

/* Initialises all timers; none is running. */
void dom_host_timers_init(dom_host_timers *t);

/* Starts a timer that expires `us` from now. */
void dom_host_timers_start(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us);

/* Restarts a timer for another `us` from now, as a second step of the same wait: the credit of the
 * first step counts towards the limit of DOM_HOST_CREDIT_MAX_US. */
void dom_host_timers_resume(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us);

/* Sets a timer to expire at `due_us`; DOM_HOST_NEVER stops it. */
void dom_host_timers_set(dom_host_timers *t, dom_host_timer which, int64_t due_us);

/* Stops a timer. */
void dom_host_timers_stop(dom_host_timers *t, dom_host_timer which);

/* Credits a CPU wait of `us` before now to LOST and SHUTDOWN, as dom_host_wait_credit does. */
void dom_host_timers_credit(dom_host_timers *t, int64_t now_us, int64_t us);

/* Returns true if the timer has expired. It stays expired until it is set again or stopped. */
bool dom_host_timers_has_come(const dom_host_timers *t, dom_host_timer which, int64_t now_us);

/* Returns when the earliest timer expires; DOM_HOST_NEVER if none is running. */
int64_t dom_host_timers_next(const dom_host_timers *t);

#endif
