/* Neither clock is off by a factor, the monotonic one does not go back, and text is in UTC. */
#include "base/now.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <time.h>

/* time() takes the clock of the last tick, which may be in the second before. */
static int64_t seconds_since_1970(void)
{
    struct timespec t;
    (void)timespec_get(&t, TIME_UTC);
    return t.tv_sec;
}

Test(base_now, counts_milliseconds_since_1970)
{
    int64_t before_s = seconds_since_1970();
    int64_t now_s = dom_now_ms() / 1000;
    cr_expect(le(i64, before_s, now_s));
    cr_expect(le(i64, now_s, seconds_since_1970()));
}

Test(base_now, never_goes_back)
{
    int64_t last_us = dom_now_us();
    for (int i = 0; i < 10000; i++) {
        int64_t now_us = dom_now_us();
        cr_assert(now_us >= last_us);
        last_us = now_us;
    }
}

/* The clocks are read one after the other, and a busy machine may take its time between. */
Test(base_now, a_moment_has_the_same_distance_on_both_clocks)
{
    const int64_t ago_us = 5000000;
    int64_t before_us = dom_now_us(), before_ms = dom_now_ms();
    int64_t moment_ms = dom_ms_of(before_us - ago_us);
    int64_t took_ms = (dom_now_us() - before_us) / 1000;
    cr_expect(ge(i64, moment_ms, before_ms - ago_us / 1000 - took_ms - 2));
    cr_expect(le(i64, moment_ms, before_ms - ago_us / 1000 + took_ms + 2));
}

Test(base_now, text_is_in_utc)
{
    cr_assert(eq(str, dom_utc_of(1763683200123).text, "2025-11-21T00:00:00.123Z"));
    cr_assert(eq(str, dom_utc_of(-1).text, "1969-12-31T23:59:59.999Z"));
}
