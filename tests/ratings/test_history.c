/* Each point of a history equals the list that a pool of the first sets gives. */
#include "pools.h"
#include "ratings/history.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

enum { PLAYERS = 6, LATE = 5 }; /* the last comes late                          */

TestSuite(ratings_history, .fini = free_all);

/* Returns set number i between two random players. The late player plays no set before number
 * 200. */
static void add_set(dom_ratings_pool *pool, chance *c, int i)
{
    uint32_t players = i < 200 ? LATE : PLAYERS;
    uint32_t a = (uint32_t)i % players,
             b = (a + 1 + (uint32_t)i / players % (players - 1)) % players;
    double wins = 0.5 + 0.08 * ((double)b - (double)a);
    bool first = chance_uniform(c) < wins, second = chance_uniform(c) < wins;
    add_both(pool, a, b, first, second);
}

static dom_ratings_pool *first_sets(int sets)
{
    chance c = {.state = 5};
    dom_ratings_pool *pool = new_pool();
    cr_assert(eq(int, dom_ratings_pool_players(pool, PLAYERS), DOM_RATINGS_OK));
    for (int i = 0; i < sets; i++)
        add_set(pool, &c, i);
    return pool;
}

static void check_point(const dom_ratings_history *h, size_t point,
                        const dom_ratings_list_options *options)
{
    dom_ratings_pool *pool = first_sets((int)h->sets[point]);
    dom_ratings_list list = fitted(pool, options);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const dom_ratings_history_rating *r = &h->rating[point * h->players + i];
        const dom_ratings_rating *row = row_of(&list, i);
        cr_expect(eq(int, r->has_rating, row->sets > 0), "point %zu, player %u", point, i);
        if (!r->has_rating)
            continue;
        check_near(r->elo, row->elo, 2e-6);
        check_near(r->elo_lo, row->elo_lo, 2e-5);
        check_near(r->elo_hi, row->elo_hi, 2e-5);
        cr_expect(eq(int, r->bound, row->bound));
    }
}

static void check_all(int sets, int32_t anchor)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_history h;
    dom_ratings_pool *pool = first_sets(sets);
    options.anchor = anchor;
    cr_assert(eq(int, dom_ratings_history_fit(&h, pool, &options), DOM_RATINGS_OK));
    for (size_t i = 0; i < h.points; i++)
        check_point(&h, i, &options);
    dom_ratings_history_clear(&h);
}

Test(ratings_history, each_point_is_the_list_of_the_sets_so_far)
{
    check_all(423, DOM_RATINGS_LIST_ANCHOR_MEAN);
    check_all(300, LATE); /* an anchor that was not there at first               */
}

static void check_points(int sets, size_t points, uint32_t step, uint64_t before_last)
{
    dom_ratings_history h;
    dom_ratings_pool *pool = first_sets(sets);
    cr_assert(eq(int, dom_ratings_history_fit(&h, pool, NULL), DOM_RATINGS_OK));
    cr_expect(eq(sz, h.points, points), "%d sets", sets);
    cr_expect(eq(u32, h.step, step), "%d sets", sets);
    if (points > 0)
        cr_expect(eq(u64, h.sets[points - 1], (uint64_t)sets));
    if (points > 1)
        cr_expect(eq(u64, h.sets[points - 2], before_last), "%d sets", sets);
    dom_ratings_history_clear(&h);
}

Test(ratings_history, there_is_a_point_every_fifty_sets_but_at_most_a_hundred)
{
    check_points(0, 0, 50, 0);
    check_points(1, 1, 50, 0);
    check_points(50, 1, 50, 0);
    check_points(51, 2, 50, 50);
    check_points(4999, 100, 50, 4950);
    check_points(5000, 50, 100, 4900);
    check_points(5049, 51, 100, 5000);
    check_points(30000, 75, 400, 29600);
}

Test(ratings_history, without_prior_a_point_has_ratings_once_they_exist)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_history h;
    dom_ratings_pool *pool = new_pool();
    options.prior = 0;
    add_duels(pool, 0, 1, 60, false);
    add_duels(pool, 1, 0, 60, false);
    cr_assert(eq(int, dom_ratings_history_fit(&h, pool, &options), DOM_RATINGS_OK));
    cr_assert(eq(sz, h.points, 3));
    cr_expect(not(h.rating[0].has_rating));
    cr_expect(h.rating[2].has_rating);
    cr_expect(h.rating[2].elo > 1000 && isfinite(h.rating[2].elo_hi));
    check_near(h.rating[4].elo, 1000, 1e-6);
    dom_ratings_history_clear(&h);
}

/* While no ratings exist, nothing is fixed at all: neither the anchor nor the mean instead. */
Test(ratings_history, points_without_ratings_do_not_fix_the_mean)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_history h;
    dom_ratings_pool *pool = new_pool();
    options.prior = 0;
    options.anchor = 0;
    add_duels(pool, 0, 1, 60, false);
    add_duels(pool, 1, 0, 60, false);
    cr_assert(eq(int, dom_ratings_history_fit(&h, pool, &options), DOM_RATINGS_OK));
    cr_expect(not(h.rating[0].has_rating));
    cr_expect(eq(u64, h.mean_until, 0));
    cr_expect(h.rating[4].is_fixed);
    cr_expect(not(h.rating[5].is_fixed));
    dom_ratings_history_clear(&h);
}

/* The anchor comes after 110 sets, so at the first two of four points the mean was fixed. */
static void check_late_anchor(uint32_t anchor, uint32_t other)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_history h;
    dom_ratings_pool *pool = new_pool();
    options.anchor = (int32_t)anchor;
    add_score(pool, other, 2, 60, 0, 50);
    add_score(pool, anchor, 2, 40, 0, 20);
    cr_assert(eq(int, dom_ratings_history_fit(&h, pool, &options), DOM_RATINGS_OK));
    cr_assert(eq(sz, h.points, 4));
    cr_expect(eq(u64, h.mean_until, 100));
    cr_expect(not(h.rating[anchor].has_rating));
    cr_expect(h.rating[other].has_rating);
    dom_ratings_history_clear(&h);
}

Test(ratings_history, until_the_anchor_plays_the_mean_is_fixed)
{
    check_late_anchor(0, 1);
    check_late_anchor(1, 0);
}

static bool never(void)
{
    return false;
}

Test(ratings_history, a_history_can_be_stopped)
{
    dom_ratings_history h;
    dom_ratings_pool *pool = new_pool();
    add_duels(pool, 0, 1, 60, false);
    cr_expect(eq(int, dom_ratings_history_fit_while(&h, pool, NULL, never), DOM_RATINGS_E_STOPPED));
    cr_expect(eq(sz, h.points, 0));
}

Test(ratings_history, a_pool_without_players_is_refused)
{
    dom_ratings_history h;
    dom_ratings_pool *pool = new_pool();
    cr_expect(eq(int, dom_ratings_history_fit(&h, pool, NULL), DOM_RATINGS_E_EMPTY));
}

/* ---- without some sets --------------------------------------------------------- */

/* Returns a pool with the sets before `first` and from `last` on. */
static dom_ratings_pool *pool_without(int sets, int first, int last)
{
    chance c = {.state = 5};
    dom_ratings_pool *pool = new_pool(), *rest = new_pool();
    cr_assert(eq(int, dom_ratings_pool_players(pool, PLAYERS), DOM_RATINGS_OK));
    for (int i = 0; i < sets; i++)
        add_set(i >= first && i < last ? rest : pool, &c, i);
    return pool;
}

Test(ratings_history, a_list_without_some_sets_is_that_of_the_others)
{
    static const struct {
        int first, last;
        int32_t anchor;
    } cases[] = {{200, 300, -1}, {0, 77, 2}, {50, 51, 0}, {120, 120, 1}, {30, 290, LATE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        double elo[PLAYERS];
        bool is_rated[PLAYERS];
        int first = cases[i].first, last = cases[i].last;
        options.anchor = cases[i].anchor;
        dom_ratings_list list = fitted(pool_without(300, first, last), &options);
        cr_assert(eq(int,
                     dom_ratings_history_without(elo, is_rated, first_sets(300), &options,
                                                 (uint64_t)first, (uint64_t)last),
                     DOM_RATINGS_OK));
        for (uint32_t k = 0; k < PLAYERS; k++) {
            const dom_ratings_rating *row = row_of(&list, k);
            cr_expect(eq(int, is_rated[k], row->sets > 0 && row->island == 1), "%zu: %u", i, k);
            if (is_rated[k])
                check_near(elo[k], row->elo, 2e-6);
        }
    }
}

Test(ratings_history, without_its_anchor_or_any_set_a_list_rates_nobody)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    double elo[PLAYERS];
    bool is_rated[PLAYERS];
    options.anchor = LATE;
    dom_ratings_pool *pool = first_sets(300);
    const uint64_t from[] = {200, 0};
    for (size_t i = 0; i < 2; i++) {
        cr_assert(eq(int, dom_ratings_history_without(elo, is_rated, pool, &options, from[i], 300),
                     DOM_RATINGS_OK));
        for (uint32_t k = 0; k < PLAYERS; k++)
            cr_expect(not(is_rated[k]), "%zu: %u", i, k);
    }
    cr_expect(eq(int, dom_ratings_history_without(elo, is_rated, pool, &options, 200, 301),
                 DOM_RATINGS_E_INVALID));
}
