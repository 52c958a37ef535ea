/* How often `serve` reads the database, with a clock that the test sets. */
#include "site/refresh_interval.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(refresh_interval, the_first_reading_is_due_at_once)
{
    dom_site_refresh p = {0};
    cr_assert(dom_site_refresh_is_due(&p, 0));
}

static void expect_next(const dom_site_refresh *p, int64_t next_ms)
{
    cr_expect(not(dom_site_refresh_is_due(p, next_ms - 1)));
    cr_expect(dom_site_refresh_is_due(p, next_ms));
}

Test(refresh_interval, the_pause_follows_from_the_processor_time_between_two_limits)
{
    static const struct {
        int64_t cpu_ms, rest_ms;
    } cases[] = {
        {0, DOM_SITE_REST_MS}, {20, DOM_SITE_REST_MS},       {100, 5000},
        {199, 9950},           {200, DOM_SITE_REST_MOST_MS}, {INT64_MAX, DOM_SITE_REST_MOST_MS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_site_refresh p = {0};
        dom_site_refresh_rest(&p, 11000, cases[i].cpu_ms);
        expect_next(&p, 11000 + cases[i].rest_ms);
    }
}

/* A reading of 20 ms of processor time lasts for a minute beside bots that think. A tournament
 * begins while it is made, and results keep coming. */
Test(refresh_interval, a_reading_that_lasts_long_on_a_busy_machine_delays_nothing)
{
    dom_site_refresh p = {0};
    for (int64_t now_ms = 0; now_ms < 600000; now_ms += 60000) {
        cr_expect(dom_site_refresh_is_due(&p, now_ms));
        dom_site_refresh_rest(&p, now_ms + 60000 - DOM_SITE_REST_MS, 20);
    }
}

Test(refresh_interval, a_hurry_reads_at_once_if_the_shortest_pause_is_over)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 11000, 10000);
    expect_next(&p, 11000 + DOM_SITE_REST_MOST_MS);
    dom_site_refresh_hurry(&p);
    expect_next(&p, 11000 + DOM_SITE_REST_MS);
}

Test(refresh_interval, many_hurries_read_no_more_often_than_the_shortest_pause)
{
    dom_site_refresh p = {0};
    dom_site_refresh_hurry(&p);
    cr_expect(dom_site_refresh_is_due(&p, 0));
    dom_site_refresh_rest(&p, 1000, 1);
    for (int i = 0; i < 3; i++)
        dom_site_refresh_hurry(&p);
    expect_next(&p, 1000 + DOM_SITE_REST_MS);
}
