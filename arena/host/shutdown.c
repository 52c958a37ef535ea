#include "shutdown.h"

void dom_host_shutdown_tell(dom_host_shutdown *s, dom_host_timers *timers, int64_t now_us)
{
    s->is_told = true;
    dom_host_timers_start(timers, DOM_HOST_TIMER_SHUTDOWN, now_us, DOM_HOST_BYE_US);
}

dom_host_shutdown_step dom_host_shutdown_escalate(dom_host_shutdown *s, dom_host_timers *timers,
                                                  int64_t now_us)
{
    if (!dom_host_timers_has_come(timers, DOM_HOST_TIMER_SHUTDOWN, now_us))
        return DOM_HOST_SHUTDOWN_WAIT;
    if (s->is_terminated) {
        dom_host_timers_stop(timers, DOM_HOST_TIMER_SHUTDOWN);
        return DOM_HOST_SHUTDOWN_KILL;
    }
    s->is_terminated = true;
    dom_host_timers_resume(timers, DOM_HOST_TIMER_SHUTDOWN, now_us, DOM_HOST_TERM_US);
    return DOM_HOST_SHUTDOWN_TERMINATE;
}
