#include "timers.h"

static const bool is_credited[DOM_HOST_TIMER_COUNT] = {
    [DOM_HOST_TIMER_LOST] = true,
    [DOM_HOST_TIMER_SHUTDOWN] = true,
};

void dom_host_timers_init(dom_host_timers *t)
{
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++)
        dom_host_timers_stop(t, (dom_host_timer)i);
}

void dom_host_timers_start(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us)
{
    t->wait[which] = dom_host_wait_begin(now_us, us);
}

void dom_host_timers_resume(dom_host_timers *t, dom_host_timer which, int64_t now_us, int64_t us)
{
    dom_host_wait_resume(&t->wait[which], now_us, us);
}

void dom_host_timers_set(dom_host_timers *t, dom_host_timer which, int64_t due_us)
{
    t->wait[which] = (dom_host_wait){.until_us = due_us};
}

void dom_host_timers_stop(dom_host_timers *t, dom_host_timer which)
{
    dom_host_timers_set(t, which, DOM_HOST_NEVER);
}

void dom_host_timers_credit(dom_host_timers *t, int64_t now_us, int64_t us)
{
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++)
        if (is_credited[i])
            dom_host_wait_credit(&t->wait[i], now_us, us);
}

bool dom_host_timers_has_come(const dom_host_timers *t, dom_host_timer which, int64_t now_us)
{
    return now_us >= t->wait[which].until_us;
}

int64_t dom_host_timers_next(const dom_host_timers *t)
{
    int64_t next_us = DOM_HOST_NEVER;
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++)
        next_us = t->wait[i].until_us < next_us ? t->wait[i].until_us : next_us;
    return next_us;
}
