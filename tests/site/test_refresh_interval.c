/* How often serve reads. */
#include "site/refresh_interval.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(refresh_interval, the_first_reading_waits_for_nothing)
{
    dom_site_refresh p = {0};
    cr_assert(dom_site_refresh_is_due(&p, 0));
}

/* The first moment at which it is due. */
static void expect_next(const dom_site_refresh *p, int64_t next_ms)
{
    cr_expect(not(dom_site_refresh_is_due(p, next_ms - 1)));
    cr_expect(dom_site_refresh_is_due(p, next_ms));
}

Test(refresh_interval,
     rests_as_many_times_as_long_as_the_reading_took_and_never_less_than_the_least)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 11000);
    expect_next(&p, 11000 + 10000 * DOM_SITE_REST_FACTOR);
    dom_site_refresh_rest(&p, 1000, 1001);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
}

Test(refresh_interval, what_was_lost_is_read_again_soon_however_long_it_took)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 11000);
    dom_site_refresh_hurry(&p, 12000);
    expect_next(&p, 12000 + DOM_SITE_REST_MS);
}

Test(refresh_interval, no_loss_makes_the_rest_longer)
{
    dom_site_refresh p = {0};
    dom_site_refresh_rest(&p, 1000, 1001);
    dom_site_refresh_hurry(&p, 2000);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
    dom_site_refresh_hurry(&p, 100000);
    expect_next(&p, 1001 + DOM_SITE_REST_MS);
}
