/* The test whether one rating for each player explains the results. calibrate.c checks how often it
 * errs, test_peers.py computes it once more. */
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

TestSuite(ratings_misfit, .fini = free_all);

/* The example of ratings/list.h: three bots in a circle, each wins 30 of 40 against the next. */
Test(ratings_misfit, a_circle_contradicts_one_rating_for_each)
{
    dom_ratings_pool *pool = new_pool();
    for (uint32_t i = 0; i < 3; i++)
        add_score(pool, i, (i + 1) % 3, 30, 0, 10);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(list.row[0].elo, list.row[2].elo, 1e-6);
    check_near(list.misfit.degrees, 1, 0);
    check_near(list.misfit.chi_square, 38.18, 0.01);
    cr_expect(list.misfit.p < 1e-6);
}

Test(ratings_misfit, results_as_expected_do_not)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 20, 0, 10); /* odds 2 : 1 */
    add_score(pool, 1, 2, 20, 0, 10);
    add_score(pool, 0, 2, 24, 0, 6); /* odds 4 : 1 */
    dom_ratings_list list = fitted(pool, NULL);
    check_near(list.misfit.degrees, 1, 0);
    cr_expect(list.misfit.chi_square < 0.1 && list.misfit.p > 0.7);
}

Test(ratings_misfit, pairings_that_differences_of_ratings_explain_have_no_test)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 20, 0, 10);
    add_score(pool, 1, 2, 5, 0, 10);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(list.misfit.degrees, 0, 0);
    check_near(list.misfit.p, 1, 0);
}

/* The first lost one of 60 matches against 3. That pairing has no 2 expected losses, so the other
 * three remain, and their ratings explain them. */
Test(ratings_misfit, rare_results_are_left_out)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 20, 0, 10);
    add_score(pool, 1, 2, 20, 0, 10);
    add_score(pool, 0, 2, 24, 0, 6);
    add_score(pool, 0, 3, 60, 0, 1);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(list.misfit.degrees, 1, 0);
}
