/* Limits of ratings and of gaps, and ranges of ranks. */
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

TestSuite(ratings_intervals, .fini = free_all);

/* Adds sets of two matches: a wins both, one or none of them. */
static void add_pair(dom_ratings_pool *pool, uint32_t a, uint32_t b, int both, int one, int none)
{
    for (int i = 0; i < both + one + none; i++)
        add_both(pool, a, b, i < both + one, i < both);
}

/* Two players with G sets of two matches and set scores y. The mean has the variance V = sum (y -
 * mean)^2 / (G - 1) / G, so the difference of the ratings has V / (2 p (1 - p))^2. */
Test(ratings_intervals, interval_of_two_players_is_that_of_the_mean_set)
{
    enum { G = 400 };
    dom_ratings_pool *pool = new_pool();
    double mean = 0, squares = 0;
    for (int i = 0; i < G; i++) {
        double y = i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : 2;
        add_both(pool, 0, 1, y >= 1, y >= 2);
        mean += y / G;
        squares += y * y;
    }
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.prior = 0;
    options.anchor = 1;
    options.wants_covariance = true;
    dom_ratings_list list = fitted(pool, &options);
    double p = mean / 2;
    double variance = (squares / G - mean * mean) / (G - 1) / pow(2 * p * (1 - p), 2);
    double elo_per_unit = 400 / log(10);
    check_near(list.covariance[0], elo_per_unit * elo_per_unit * variance, 1e-6);
    check_near(list.row[0].degrees, G - 1, 1e-6);
    double half = 1.9659273 * elo_per_unit * sqrt(variance); /* t of 399 degrees */
    check_near(list.row[0].elo_hi - list.row[0].elo, half, 1e-4);
}

Test(ratings_intervals, close_ratings_have_rank_ranges)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 50, 0, 50);
    add_score(pool, 0, 2, 95, 0, 5);
    add_score(pool, 1, 2, 94, 0, 6);
    dom_ratings_list list = fitted(pool, NULL);
    cr_expect(eq(u32, list.row[0].rank_lo, 1));
    cr_expect(eq(u32, list.row[0].rank_hi, 2));
    cr_expect(eq(u32, list.row[1].rank_lo, 1));
    cr_expect(eq(u32, list.row[1].rank_hi, 2));
    cr_expect(eq(u32, list.row[2].rank_lo, 3));
    cr_expect(eq(u32, list.row[2].rank_hi, 3));
    cr_expect(ge(dbl, list.row[1].next.los, 0.999));
    cr_expect(le(dbl, list.row[0].next.los, 0.9));
    cr_expect(not(list.row[2].has_next));
}

/* The first bot is far ahead of three equal ones: its comparisons are sure together as well. */
Test(ratings_intervals, simultaneous_comparisons_begin_with_the_first_bot)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.is_simultaneous = true;
    for (uint32_t i = 1; i < 4; i++) {
        add_score(pool, 0, i, 40, 0, 10);
        for (uint32_t k = i + 1; k < 4; k++)
            add_score(pool, i, k, 25, 0, 25);
    }
    dom_ratings_list list = fitted(pool, &options);
    cr_expect(eq(u32, list.row[0].player, 0));
    cr_expect(eq(u32, list.row[0].rank_hi, 1));
    cr_expect(eq(u32, list.row[1].rank_lo, 2));
    cr_expect(eq(u32, list.row[3].rank_lo, 2));
}

/* Six bots are equal or nearly so. Together the comparisons leave more ranks possible than each by
 * itself; a certain difference stays certain. */
Test(ratings_intervals, simultaneous_rank_ranges_contain_those_of_single_comparisons)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    uint32_t ranks = 0, more = 0;
    for (uint32_t a = 0; a < 6; a++)
        for (uint32_t b = a + 1; b < 6; b++)
            add_score(pool, a, b, 100 + 5 * (int)(b - a), 0, 100);
    add_score(pool, 0, 6, 390, 0, 10);
    dom_ratings_list single = fitted(pool, &options);
    options.is_simultaneous = true;
    dom_ratings_list together = fitted(pool, &options);
    for (size_t i = 0; i < single.count; i++) {
        cr_expect(le(u32, together.row[i].rank_lo, single.row[i].rank_lo));
        cr_expect(ge(u32, together.row[i].rank_hi, single.row[i].rank_hi));
        ranks += single.row[i].rank_hi - single.row[i].rank_lo;
        more += together.row[i].rank_hi - together.row[i].rank_lo;
    }
    cr_expect(more > ranks, "%u, %u", more, ranks);
    cr_expect(eq(u32, together.row[6].rank_lo, 7));
}

Test(ratings_intervals, differences_agree_with_ratings_and_limits)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.wants_differences = true;
    add_score(pool, 0, 1, 120, 10, 80);
    add_score(pool, 1, 2, 70, 0, 60);
    add_score(pool, 3, 4, 7, 0, 3);
    dom_ratings_list list = fitted(pool, &options);
    for (uint32_t a = 0; a < 3; a++)
        for (uint32_t b = 0; b < 3; b++) {
            const dom_ratings_difference *d = &list.difference[a * 5 + b],
                                         *back = &list.difference[b * 5 + a];
            if (a == b)
                continue;
            check_near(d->elo, list.elo[a] - list.elo[b], 1e-5);
            check_near(d->lo, -back->hi, 1e-6);
            check_near(d->los + back->los, 1, 2e-6);
            cr_expect(eq(int, d->los > 0.975, d->lo > 0));
        }
    check_near(list.difference[0 * 5 + 3].los, 0, 0); /* another island */
    check_near(list.row[0].next.elo, list.row[0].elo - list.row[1].elo, 1e-5);
}

Test(ratings_intervals, the_example_of_the_header_has_its_ratings_rank_ranges_and_tiers)
{
    enum { ANN, BOB, CLEO, DAN };
    static const struct {
        double elo;
        uint32_t rank_lo, rank_hi, tier;
    } shown[] = {[ANN] = {1102.1, 1, 2, 1},
                 [BOB] = {1053.9, 1, 3, 1},
                 [CLEO] = {1011.7, 2, 3, 1},
                 [DAN] = {832.3, 4, 4, 2}};
    dom_ratings_pool *pool = new_pool();
    add_pair(pool, ANN, BOB, 6, 10, 4);
    add_pair(pool, ANN, CLEO, 8, 10, 2);
    add_pair(pool, ANN, DAN, 14, 5, 1);
    add_pair(pool, BOB, CLEO, 6, 10, 4);
    add_pair(pool, BOB, DAN, 13, 5, 2);
    add_pair(pool, CLEO, DAN, 12, 6, 2);
    dom_ratings_list list = fitted(pool, NULL);
    for (uint32_t i = 0; i < list.count; i++) {
        cr_expect(eq(u32, list.row[i].player, i));
        check_near(list.row[i].elo, shown[i].elo, 0.05);
        cr_expect(eq(u32, list.row[i].rank_lo, shown[i].rank_lo));
        cr_expect(eq(u32, list.row[i].rank_hi, shown[i].rank_hi));
        cr_expect(eq(u32, list.row[i].tier, shown[i].tier));
    }
}

/* Rates player 0 relative to player 1 after 20 sets of two matches, which come out alike. */
static dom_ratings_rating rate_20_sets(int won)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor = 1;
    options.anchor_elo = 0;
    add_pair(pool, 0, 1, won, 0, 20 - won);
    dom_ratings_list list = fitted(pool, &options);
    return *row_of(&list, 0);
}

/* Tables with one set have no variance of their own, so the distance from the expected score
 * counts. */
Test(ratings_intervals, single_sets_have_about_the_errors_of_independent_matches)
{
    enum { MANY = 12 };
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    chance c = {3};
    for (uint32_t a = 0; a < MANY; a++)
        for (uint32_t b = a + 1; b < MANY; b++)
            if (chance_uniform(&c) < .5)
                add_score(pool, a, b, 1, 0, 0);
            else
                add_score(pool, b, a, 1, 0, 0);
    options.wants_covariance = true;
    dom_ratings_list robust = fitted(pool, &options);
    options.intervals = DOM_RATINGS_INTERVALS_MODEL;
    dom_ratings_list naive = fitted(pool, &options);
    double ratio = 0;
    for (size_t i = 0; i < MANY; i++)
        ratio += robust.covariance[i * (MANY + 1)] / naive.covariance[i * (MANY + 1)] / MANY;
    cr_expect(ratio > 0.7 && ratio < 1.4, "%.3f", ratio);
}

/* If all sets are split, they do not vary at all, but a few sets show little. */
Test(ratings_intervals, results_that_do_not_vary_do_not_make_an_interval_short)
{
    dom_ratings_pool *pool = new_pool();
    add_pair(pool, 0, 1, 0, 20, 0);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(elo_of(&list, 0), 1000, 1e-6);
    cr_expect(list.row[0].next.hi > 100 && list.row[0].next.lo < -100);
}

/* Bot 2 has lost half a set to the anchor, so results hardly limit its rating. They do limit how
 * far it is behind bot 1, which won 11 of 12 matches against it. */
Test(ratings_intervals, a_gap_is_as_sure_as_its_own_results_are)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor = 3;
    add_pair(pool, 0, 1, 3, 3, 0);
    add_pair(pool, 0, 2, 6, 0, 0);
    add_pair(pool, 0, 3, 6, 0, 0);
    add_pair(pool, 1, 2, 5, 1, 0);
    add_pair(pool, 1, 3, 6, 0, 0);
    add_pair(pool, 2, 3, 5, 1, 0);
    dom_ratings_list list = fitted(pool, &options);
    const dom_ratings_rating *second = row_of(&list, 1), *third = row_of(&list, 2);
    cr_expect(lt(dbl, 1000, third->elo_hi - third->elo));
    cr_expect(lt(dbl, 0, second->next.lo));
    cr_expect(lt(dbl, second->next.hi, 1500));
    cr_expect(lt(dbl, 0.975, second->next.los));
}

/* Fills a match of three, in which `order[i]` got place i + 1, seated from `first`. */
static void seat_three(dom_ratings_match *m, const uint32_t order[], uint32_t first)
{
    *m = (dom_ratings_match){.entries = 3, .members = 1, .fault = DOM_RATINGS_NO_FAULT};
    for (uint32_t seat = 0; seat < 3; seat++) {
        uint32_t player = (first + seat) % 3;
        m->player[seat][0] = player;
        for (uint32_t i = 0; i < 3; i++)
            if (order[i] == player)
                m->place[seat] = (uint8_t)(i + 1);
    }
}

/* Sets of the same three players are one table, in every order of seats. */
Test(ratings_intervals, seats_do_not_matter_to_intervals)
{
    static const uint32_t orders[][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 0, 1}, {0, 1, 2}};
    double lo[2], hi[2];
    for (uint32_t turned = 0; turned < 2; turned++) {
        dom_ratings_pool *pool = new_pool();
        for (uint32_t i = 0; i < 25; i++) {
            dom_ratings_match m;
            seat_three(&m, orders[i % 5], turned ? i % 3 : 0);
            add_match(pool, m);
        }
        dom_ratings_list list = fitted(pool, NULL);
        lo[turned] = row_of(&list, 0)->elo_lo;
        hi[turned] = row_of(&list, 0)->elo_hi;
    }
    check_near(lo[0], lo[1], 1e-6);
    check_near(hi[0], hi[1], 1e-6);
}

/* The sets are the unit: 20 won sets of two matches have the lower limit of 20 successes, not of
 * 40. The exact interval of Clopper and Pearson is 277 .. for 20 of 20, 192 .. 1159 for 19, and
 * -171 .. 171 for 10; edges.c shows that these hold the true difference as often as they should. */
Test(ratings_intervals, few_losses_have_the_limits_of_their_sets)
{
    dom_ratings_rating all = rate_20_sets(20), most = rate_20_sets(19), half = rate_20_sets(10);
    cr_expect(eq(int, all.bound, DOM_RATINGS_BOUND_BELOW));
    check_near(all.elo_lo, 270, 0.5);
    check_near(all.elo_hi, all.elo, 0);
    cr_expect(lt(dbl, 0.998, all.next.los));
    cr_expect(eq(int, most.bound, DOM_RATINGS_BOUND_NONE));
    check_near(most.elo_lo, 187.5, 0.5);
    check_near(most.elo_hi, 1025, 0.5);
    check_near(half.elo_lo, -172.2, 0.5);
    check_near(half.elo_hi, 172.2, 0.5);
}

Test(ratings_intervals, the_limits_of_the_loser_are_those_of_the_winner_turned_round)
{
    for (int won = 0; won < 10; won++) {
        dom_ratings_rating few = rate_20_sets(won), many = rate_20_sets(20 - won);
        check_near(few.elo_lo, -many.elo_hi, 1e-4);
        check_near(few.elo_hi, -many.elo_lo, 1e-4);
    }
}

/* Two bots met in 20 sets, and both won everything against the anchor. Their difference rests on
 * the 20 sets, so its interval is that of a list of the two. */
Test(ratings_intervals, a_weak_anchor_does_not_blur_the_gap_of_others)
{
    dom_ratings_pool *pool = new_pool(), *alone = new_pool();
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_list list, two;
    for (int lost = 0; lost < 2; lost++) { /* none, and then one each: that gives limits */
        add_score(pool, 0, 1, lost ? 0 : 14, 0, lost ? 0 : 6);
        for (uint32_t i = 0; i < 2; i++)
            add_score(pool, i, 2, lost ? 0 : 20, 0, lost);
        options.anchor = 2;
        list = fitted(pool, &options);
        if (!lost)
            add_score(alone, 0, 1, 14, 0, 6);
        options.anchor = 1;
        two = fitted(alone, &options);
        const dom_ratings_difference *gap = &row_of(&list, 0)->next;
        cr_expect(eq(int, row_of(&list, 0)->bound,
                     lost ? DOM_RATINGS_BOUND_NONE : DOM_RATINGS_BOUND_BELOW));
        cr_assert(gap->has_lo && gap->has_hi);
        check_near(gap->lo, row_of(&two, 0)->elo_lo - 1000, 15);
        check_near(gap->hi, row_of(&two, 0)->elo_hi - 1000, 40);
        cr_expect(eq(u32, row_of(&list, 0)->rank_hi, 2));
    }
}

/* a beats b beats c beats a: no rating explains that, but the results do not vary. */
Test(ratings_intervals, bots_that_beat_each_other_in_a_circle_have_short_intervals)
{
    dom_ratings_pool *circle = new_pool(), *even = new_pool();
    for (uint32_t i = 0; i < 3; i++) {
        add_score(circle, i, (i + 1) % 3, 160, 0, 40);
        add_score(even, i, (i + 1) % 3, 100, 0, 100);
    }
    dom_ratings_list in_circle = fitted(circle, NULL);
    dom_ratings_list in_even = fitted(even, NULL);
    double a = in_circle.row[0].elo_hi - in_circle.row[0].elo;
    double b = in_even.row[0].elo_hi - in_even.row[0].elo;
    check_near(a / b, sqrt(.16 / .25), 0.01); /* p (1 - p) with p = .8 and .5 */
}
