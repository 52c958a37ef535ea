/* The timers of the host's loop. */
#include "timers.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static dom_host_timers timers;

static void begin(void)
{
    dom_host_timers_init(&timers);
}

TestSuite(host_timers, .init = begin);

Test(host_timers, a_timer_that_was_not_started_never_expires)
{
    cr_expect(eq(i64, dom_host_timers_next(&timers), DOM_HOST_NEVER));
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++)
        cr_expect(not(dom_host_timers_has_come(&timers, (dom_host_timer)i, DOM_HOST_NEVER - 1)));
}

Test(host_timers, the_earliest_is_next)
{
    dom_host_timers_start(&timers, DOM_HOST_TIMER_USAGE, 100, 50);
    dom_host_timers_set(&timers, DOM_HOST_TIMER_BOT, 120);
    cr_expect(eq(i64, dom_host_timers_next(&timers), 120));
    dom_host_timers_set(&timers, DOM_HOST_TIMER_BOT, 170);
    cr_expect(eq(i64, dom_host_timers_next(&timers), 150));
    dom_host_timers_stop(&timers, DOM_HOST_TIMER_USAGE);
    cr_expect(eq(i64, dom_host_timers_next(&timers), 170));
}

Test(host_timers, an_expired_timer_stays_expired_until_it_is_stopped)
{
    dom_host_timers_start(&timers, DOM_HOST_TIMER_LINGER, 100, 50);
    cr_expect(not(dom_host_timers_has_come(&timers, DOM_HOST_TIMER_LINGER, 149)));
    cr_expect(dom_host_timers_has_come(&timers, DOM_HOST_TIMER_LINGER, 150));
    cr_expect(dom_host_timers_has_come(&timers, DOM_HOST_TIMER_LINGER, 1000));
    dom_host_timers_stop(&timers, DOM_HOST_TIMER_LINGER);
    cr_expect(not(dom_host_timers_has_come(&timers, DOM_HOST_TIMER_LINGER, 1000)));
}

/* These are the timers that wait for the bot's exit. */
Test(host_timers, only_lost_and_shutdown_are_extended_by_cpu_waits)
{
    static const int64_t due[DOM_HOST_TIMER_COUNT] = {[DOM_HOST_TIMER_BOT] = 1000,
                                                      [DOM_HOST_TIMER_USAGE] = 1000,
                                                      [DOM_HOST_TIMER_LINGER] = 1000,
                                                      [DOM_HOST_TIMER_LOST] = 1300,
                                                      [DOM_HOST_TIMER_SHUTDOWN] = 1300};
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++)
        dom_host_timers_start(&timers, (dom_host_timer)i, 0, 1000);
    dom_host_timers_credit(&timers, 400, 300);
    for (int i = 0; i < DOM_HOST_TIMER_COUNT; i++) {
        cr_expect(not(dom_host_timers_has_come(&timers, (dom_host_timer)i, due[i] - 1)), "%d", i);
        cr_expect(dom_host_timers_has_come(&timers, (dom_host_timer)i, due[i]), "%d", i);
    }
}

Test(host_timers, a_stopped_timer_gets_no_credit)
{
    dom_host_timers_credit(&timers, 400, 300);
    cr_expect(eq(i64, dom_host_timers_next(&timers), DOM_HOST_NEVER));
    dom_host_timers_start(&timers, DOM_HOST_TIMER_LOST, 500, 1000);
    cr_expect(eq(i64, dom_host_timers_next(&timers), 1500));
}
