/* How often serve reads. */
#include "pace.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(pace, the_first_reading_waits_for_nothing)
{
    pace p = {0};
    cr_assert(pace_is_due(&p, 0));
}

/* The first moment at which it is due. */
static void expect_next(const pace *p, int64_t next_ms)
{
    cr_expect(not(pace_is_due(p, next_ms - 1)));
    cr_expect(pace_is_due(p, next_ms));
}

Test(pace, rests_as_many_times_as_long_as_the_reading_took_and_never_less_than_the_least)
{
    pace p = {0};
    pace_rest(&p, 1000, 11000);
    expect_next(&p, 11000 + 10000 * PACE_REST_FACTOR);
    pace_rest(&p, 1000, 1001);
    expect_next(&p, 1001 + PACE_REST_MS);
}

Test(pace, what_was_lost_is_read_again_soon_however_long_it_took)
{
    pace p = {0};
    pace_rest(&p, 1000, 11000);
    pace_hurry(&p, 12000);
    expect_next(&p, 12000 + PACE_REST_MS);
}

Test(pace, no_loss_makes_the_rest_longer)
{
    pace p = {0};
    pace_rest(&p, 1000, 1001);
    pace_hurry(&p, 2000);
    expect_next(&p, 1001 + PACE_REST_MS);
    pace_hurry(&p, 100000);
    expect_next(&p, 1001 + PACE_REST_MS);
}
