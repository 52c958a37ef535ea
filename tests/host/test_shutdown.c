/* The times of a shutdown: bye, SIGTERM, SIGKILL. */
#include "shutdown.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { TOLD_US = 5000000 };

static dom_host_shutdown bye;
static dom_host_timers timers;

static void begin(void)
{
    bye = (dom_host_shutdown){.is_told = false};
    dom_host_timers_init(&timers);
}

static void tell(void)
{
    dom_host_shutdown_tell(&bye, &timers, TOLD_US);
}

static void credit(int64_t now_us, int64_t us)
{
    dom_host_timers_credit(&timers, now_us, us);
}

static int press(int64_t now_us)
{
    return (int)dom_host_shutdown_escalate(&bye, &timers, now_us);
}

TestSuite(host_shutdown, .init = begin);

Test(host_shutdown, without_bye_nothing_happens)
{
    credit(TOLD_US, 1);
    cr_expect(eq(i64, dom_host_timers_next(&timers), DOM_HOST_NEVER));
    cr_expect(eq(int, press(TOLD_US), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(not(bye.is_terminated));
}

Test(host_shutdown, sigterm_comes_2_s_after_bye_and_sigkill_1_s_later)
{
    int64_t at = TOLD_US + DOM_HOST_BYE_US;
    tell();
    cr_expect(eq(i64, dom_host_timers_next(&timers), at));
    cr_expect(eq(int, press(at - 1), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(eq(int, press(at), DOM_HOST_SHUTDOWN_TERMINATE));
    cr_expect(bye.is_terminated);
    at += DOM_HOST_TERM_US;
    cr_expect(eq(i64, dom_host_timers_next(&timers), at));
    cr_expect(eq(int, press(at - 1), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(eq(int, press(at), DOM_HOST_SHUTDOWN_KILL));
    cr_expect(eq(i64, dom_host_timers_next(&timers), DOM_HOST_NEVER));
    cr_expect(eq(int, press(at + 1), DOM_HOST_SHUTDOWN_WAIT));
}

Test(host_shutdown, both_steps_are_delayed_by_cpu_waits)
{
    tell();
    credit(TOLD_US + DOM_HOST_BYE_US, DOM_HOST_BYE_US);
    int64_t at = TOLD_US + 2 * DOM_HOST_BYE_US;
    cr_expect(eq(int, press(at - 1), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(eq(int, press(at), DOM_HOST_SHUTDOWN_TERMINATE));
    credit(at + DOM_HOST_TERM_US, DOM_HOST_TERM_US);
    at += 2 * DOM_HOST_TERM_US;
    cr_expect(eq(int, press(at - 1), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(eq(int, press(at), DOM_HOST_SHUTDOWN_KILL));
}

Test(host_shutdown, both_steps_together_are_delayed_by_at_most_60_s)
{
    int64_t at = TOLD_US + DOM_HOST_BYE_US + DOM_HOST_CREDIT_MAX_US;
    tell();
    credit(at, INT64_MAX);
    cr_expect(eq(int, press(at - 1), DOM_HOST_SHUTDOWN_WAIT));
    cr_expect(eq(int, press(at), DOM_HOST_SHUTDOWN_TERMINATE));
    at += DOM_HOST_TERM_US;
    credit(at, DOM_HOST_TERM_US);
    cr_expect(eq(i64, dom_host_timers_next(&timers), at), "the first step has used the credit");
}
