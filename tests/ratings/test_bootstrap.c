/* Compares bootstrap intervals with what theory says about them. */
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

TestSuite(ratings_bootstrap, .fini = free_all);

/* Three players. With probability 3/4 one side wins both matches of a set. */
static dom_ratings_pool *pool_of_pairs(int sets)
{
    dom_ratings_pool *pool = new_pool();
    chance c = {5};
    for (int i = 0; i < sets; i++) {
        uint32_t a = (uint32_t)i % 3, b = (a + 1) % 3;
        bool wins = chance_uniform(&c) < 0.5;
        bool again = chance_uniform(&c) < 0.75 ? wins : !wins;
        add_both(pool, a, b, wins, again);
    }
    return pool;
}

Test(ratings_bootstrap, agrees_with_the_robust_interval)
{
    dom_ratings_pool *pool = pool_of_pairs(600);
    dom_ratings_bootstrap interval[3];
    dom_ratings_list list = fitted(pool, NULL);
    cr_assert(eq(int, dom_ratings_list_bootstrap(interval, pool, NULL, 4000, 1), DOM_RATINGS_OK));
    for (uint32_t i = 0; i < 3; i++) {
        const dom_ratings_rating *row = row_of(&list, i);
        double width = row->elo_hi - row->elo_lo;
        check_near(interval[i].lo, row->elo_lo, 0.05 * width);
        check_near(interval[i].hi, row->elo_hi, 0.05 * width);
        check_near(interval[i].bc_lo, interval[i].lo, 0.05 * width);
        check_near(interval[i].bc_hi, interval[i].hi, 0.05 * width);
    }
}

Test(ratings_bootstrap, the_same_seed_gives_the_same_intervals)
{
    dom_ratings_pool *pool = pool_of_pairs(60);
    dom_ratings_bootstrap first[3], again[3], other[3];
    cr_assert(eq(int, dom_ratings_list_bootstrap(first, pool, NULL, 200, 7), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_list_bootstrap(again, pool, NULL, 200, 7), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_list_bootstrap(other, pool, NULL, 200, 8), DOM_RATINGS_OK));
    cr_expect(eq(int, memcmp(first, again, sizeof first), 0));
    cr_expect(ne(int, memcmp(first, other, sizeof first), 0));
}

/* The samples of a player that always wins do not vary, so its limits equal its rating. */
Test(ratings_bootstrap, the_interval_of_a_perfect_score_is_finite)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_bootstrap interval[2];
    add_duels(pool, 0, 1, 20, false);
    dom_ratings_list list = fitted(pool, NULL);
    cr_assert(eq(int, dom_ratings_list_bootstrap(interval, pool, NULL, 100, 1), DOM_RATINGS_OK));
    check_near(interval[0].lo, elo_of(&list, 0), 1e-5);
    check_near(interval[0].bc_hi, elo_of(&list, 0), 1e-5);
}

Test(ratings_bootstrap, refuses_what_the_list_refuses)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_bootstrap interval[2];
    dom_ratings_list_options bare = DOM_RATINGS_LIST_OPTIONS;
    bare.prior = 0;
    cr_expect(
        eq(int, dom_ratings_list_bootstrap(interval, pool, NULL, 100, 1), DOM_RATINGS_E_EMPTY));
    add_duels(pool, 0, 1, 3, false);
    cr_expect(eq(int,
                 dom_ratings_list_bootstrap(interval, pool, NULL, DOM_RATINGS_BOOTSTRAP_MIN - 1, 1),
                 DOM_RATINGS_E_INVALID));
    cr_expect(eq(int,
                 dom_ratings_list_bootstrap(interval, pool, NULL, DOM_RATINGS_BOOTSTRAP_MAX + 1, 1),
                 DOM_RATINGS_E_INVALID));
    cr_expect(
        eq(int, dom_ratings_list_bootstrap(interval, pool, &bare, 100, 1), DOM_RATINGS_E_INVALID));
}
