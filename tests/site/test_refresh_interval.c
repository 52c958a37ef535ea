/* How often `serve` reads the database. */
#include "site/refresh_interval.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(refresh_interval, the_first_reading_is_due_at_once)
{
    dom_site_refresh p = {0};
    cr_assert(dom_site_refresh_is_due(&p, 0));
}

/* Returns the first time at which a reading is due. */
static void expect_next(const dom_site_refresh *p, int64_t next_ms)
{
    cr_expect(not(dom_site_refresh_is_due(p, next_ms - 1)));
    cr_expect(dom_site_refresh_is_due(p, next_ms));
}

Test(refresh_interval, the_pause_is_a_multiple_of_the_reading_and_never_shorter_than_the_minimum)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 11000);
    expect_next(&p, 11000 + 10000 * DOM_SITE_REST_FACTOR);
    dom_site_refresh_rest(&p, 1000, 1001);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
}

Test(refresh_interval, a_lost_site_is_read_again_soon_after_a_slow_reading)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 11000);
    dom_site_refresh_hurry(&p, 12000);
    expect_next(&p, 12000 + DOM_SITE_REST_MS);
}

Test(refresh_interval, a_lost_site_never_makes_the_pause_longer)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 1001);
    dom_site_refresh_hurry(&p, 2000);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
    dom_site_refresh_hurry(&p, 100000);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
}
