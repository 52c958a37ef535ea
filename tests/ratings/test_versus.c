/* The cross table with its intervals over sets. */
#include "nightly.h"
#include "pools.h"
#include "ratings/versus.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

TestSuite(ratings_versus, .fini = free_all);

enum { MOST = 8 };

/* The cross table of a pool of up to MOST players. */
typedef struct {
    dom_ratings_versus v[MOST * MOST];
    uint32_t players;
} table;

/* Returns the cross table of a pool, which is freed. */
static table table_of(const dom_ratings_pool *pool, uint32_t players)
{
    table t = {.players = players};
    dom_ratings_list list = fitted(pool, NULL);
    cr_assert(eq(int, dom_ratings_versus_all(t.v, players, pool, &list), DOM_RATINGS_OK));
    free_all();
    return t;
}

static const dom_ratings_versus *at(const table *t, uint32_t a, uint32_t b)
{
    return &t->v[a * t->players + b];
}

Test(ratings_versus, both_sides_are_counted)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 6, 2, 3);
    add_score(pool, 2, 1, 4, 0, 0);
    table t = table_of(pool, 3);
    const dom_ratings_versus *one = at(&t, 0, 1), *other = at(&t, 1, 0);
    cr_expect(eq(u64, one->games, 11));
    cr_expect(eq(u64, one->sets, 11));
    cr_expect(eq(u64, one->wins, 6));
    cr_expect(eq(u64, one->draws, 2));
    cr_expect(eq(u64, one->losses, 3));
    cr_expect(eq(u64, other->wins, 3));
    cr_expect(eq(u64, other->losses, 6));
    check_near(one->share, 7.0 / 11, 1e-6);
    check_near(one->share + other->share, 1, 1e-9);
    check_near(one->share_lo, 1 - other->share_hi, 1e-9);
    check_near(one->share_hi, 1 - other->share_lo, 1e-9);
    cr_expect(eq(u64, at(&t, 0, 2)->games, 0));
    check_near(at(&t, 0, 2)->share_hi, 1, 0);
    check_near(at(&t, 2, 1)->share, 1, 0);
}

/* Single games have n/(n-1) of the binomial variance, so they count as n - 1 games, with n - 1
 * degrees of freedom. The expected numbers are Wilson's interval of 60 in 100 with t = 1.984217 and
 * n = 99, computed by hand. */
Test(ratings_versus, single_games_have_wilsons_interval)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 60, 0, 40);
    table t = table_of(pool, 2);
    double q = 1.984217 * 1.984217 / 99, half = sqrt(q * .24 + q * q / 4) / (1 + q);
    check_near(at(&t, 0, 1)->share_lo, (.6 + q / 2) / (1 + q) - half, 2e-6);
    check_near(at(&t, 0, 1)->share_hi, (.6 + q / 2) / (1 + q) + half, 2e-6);
}

/* Adds sets of two games: the first player wins both in some sets, one in others, none in the
 * rest. */
static dom_ratings_versus duplicate(int both, int one, int none)
{
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < both + one + none; i++)
        add_both(pool, 0, 1, i < both + one, i < both);
    table t = table_of(pool, 2);
    return *at(&t, 0, 1);
}

static double width(dom_ratings_versus v)
{
    return v.share_hi - v.share_lo;
}

Test(ratings_versus, sets_with_less_variance_give_shorter_intervals)
{
    double alike = width(duplicate(50, 0, 50)), apart = width(duplicate(25, 50, 25));
    check_near(alike / apart, sqrt(2), 0.02);
    cr_expect(width(duplicate(5, 90, 5)) < apart / 1.8);
}

Test(ratings_versus, no_interval_has_length_zero)
{
    static const int many[][3] = {{30, 0, 0}, {0, 30, 0}, {0, 0, 30}, {2, 0, 0}, {0, 2, 0}};
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        dom_ratings_versus v = duplicate(many[i][0], many[i][1], many[i][2]);
        cr_expect(v.share_lo <= v.share && v.share <= v.share_hi, "%zu", i);
        cr_expect(width(v) > 0.1, "%zu: %f", i, width(v));
        cr_expect(v.share_lo >= 0 && v.share_hi <= 1);
    }
    dom_ratings_versus once = duplicate(1, 0, 0);
    check_near(once.share, 1, 0);
    check_near(once.share_lo, 0, 0);
    check_near(once.share_hi, 1, 0);
}

/* Player 0 meets player 1 in every match, with different partners, in sets of two matches. */
Test(ratings_versus, partners_count_against_both_opponents)
{
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < 40; i++) {
        const dom_ratings_match set[2] = {team_match(0, 2, 1, 3, i % 2),
                                          team_match(0, 3, 1, 2, i % 2)};
        cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
    }
    table t = table_of(pool, 4);
    cr_expect(eq(u64, at(&t, 0, 1)->games, 80));
    cr_expect(eq(u64, at(&t, 0, 1)->sets, 40));
    cr_expect(eq(u64, at(&t, 0, 3)->games, 40));
    cr_expect(eq(u64, at(&t, 0, 3)->sets, 40));
    cr_expect(eq(u64, at(&t, 2, 3)->games, 80));
    check_near(at(&t, 0, 1)->share, 0.5, 1e-9);
    check_near(width(*at(&t, 0, 1)), width(duplicate(20, 0, 20)), 1e-6);
    check_near(at(&t, 2, 3)->share, 0.5, 1e-9); /* one match each in every set   */
}

Test(ratings_versus, a_table_of_three_counts_every_pair)
{
    dom_ratings_pool *pool = new_pool();
    const dom_ratings_match m = {.entries = 3,
                                 .members = 1,
                                 .fault = DOM_RATINGS_NO_FAULT,
                                 .player = {{0}, {1}, {2}},
                                 .place = {1, 2, 2}};
    for (int i = 0; i < 5; i++)
        add_match(pool, m);
    table t = table_of(pool, 3);
    cr_expect(eq(u64, at(&t, 0, 2)->wins, 5));
    cr_expect(eq(u64, at(&t, 1, 2)->draws, 5));
    check_near(at(&t, 1, 2)->share, 0.5, 0);
}

/* By the ratings, the strongest of three is expected to win 80 % against the weakest, because it
 * has odds of 2 : 1 twice; it wins 50 % only. */
Test(ratings_versus, the_expected_share_follows_from_the_ratings)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 2000, 0, 1000);
    add_score(pool, 1, 2, 2000, 0, 1000);
    add_score(pool, 0, 2, 20, 0, 20);
    table t = table_of(pool, 3);
    check_near(at(&t, 0, 1)->expected, 2.0 / 3, 0.004);
    check_near(at(&t, 0, 2)->expected, 0.8, 0.006);
    check_near(at(&t, 2, 0)->expected, 1 - at(&t, 0, 2)->expected, 1e-6);
    cr_expect(dom_ratings_versus_is_odd(at(&t, 0, 2)));
    cr_expect(not(dom_ratings_versus_is_odd(at(&t, 1, 2))));
    cr_expect(not(dom_ratings_versus_is_odd(at(&t, 1, 1))));
}

/* Partners meet the other two as a team, so the expected share of each is that of the team. */
Test(ratings_versus, the_expected_share_of_partners_is_that_of_their_team)
{
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < 40; i++)
        add_match(pool, team_match(0, 1, 2, 3, i % 4 > 0));
    table t = table_of(pool, 4);
    check_near(at(&t, 0, 2)->share, 0.75, 1e-6);
    check_near(at(&t, 0, 2)->expected, 0.74, 0.01);
    check_near(at(&t, 3, 1)->expected, 0.26, 0.01);
}

/* Returns how often the interval contains the true share. The two games of a set share a part of
 * the luck. */
static double coverage(chance *c, double strength, double common, int sets, int repetitions)
{
    int held = 0;
    double truth = 0.5 * erfc(-strength / sqrt(2));
    for (int r = 0; r < repetitions; r++) {
        int both = 0, one = 0;
        for (int i = 0; i < sets; i++) {
            double shared = sqrt(fabs(common)) * chance_normal(c), own = sqrt(1 - fabs(common));
            bool first = strength + shared + own * chance_normal(c) > 0;
            bool second = strength + (common < 0 ? -shared : shared) + own * chance_normal(c) > 0;
            both += first && second;
            one += first != second;
        }
        dom_ratings_versus v = duplicate(both, one, sets - both - one);
        held += v.share_lo <= truth && truth <= v.share_hi;
    }
    return (double)held / repetitions;
}

Test(ratings_versus, intervals_contain_the_true_share_as_often_as_they_should)
{
    static const double strength[] = {0, 0.5, 1}, common[] = {-0.6, 0, 0.6};
    static const int sets[] = {10, 20, 60};
    chance c = {.state = 20261121};
    for (int i = 0; i < 27; i += in_nightly(1, 13)) {
        double held = coverage(&c, strength[i % 3], common[i / 3 % 3], sets[i / 9], 2000);
        cr_expect(held > 0.925 && held < (sets[i / 9] < 20 ? 0.995 : 0.985),
                  "strength %g, common %g, %d sets: %.3f", strength[i % 3], common[i / 3 % 3],
                  sets[i / 9], held);
    }
}

Test(ratings_versus, refuses_another_number_of_players)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_versus v[4];
    add_duels(pool, 0, 1, 1, false);
    cr_expect(eq(int, dom_ratings_versus_all(v, 1, pool, NULL), DOM_RATINGS_E_INVALID));
}

/* ---- performance ------------------------------------------------------------- */

/* Returns the performance of a player of a pool, which is freed. */
static dom_ratings_performance performance_of(const dom_ratings_pool *pool, uint32_t players,
                                              uint32_t player)
{
    dom_ratings_versus v[MOST * MOST];
    const dom_ratings_list_options options = {.prior = 0, .anchor = 1, .anchor_elo = 1000};
    const dom_ratings_list_options held = {.prior = 0.5, .anchor = 1, .anchor_elo = 1000};
    dom_ratings_list list = fitted(pool, player == 0 ? &options : &held);
    cr_assert(eq(int, dom_ratings_versus_all(v, players, pool, &list), DOM_RATINGS_OK));
    dom_ratings_performance p = dom_ratings_performance_of(&v[player * players], players, &list);
    free_all();
    return p;
}

/* Without a prior the rating of the best fit is the performance. 30 of 40 points against 1000 are
 * 400 log10(3) = 190.848502 more. */
Test(ratings_versus, a_performance_is_the_rating_with_the_expected_score)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 28, 4, 8);
    dom_ratings_performance p = performance_of(pool, 2, 0);
    cr_expect(eq(u32, p.opponents, 1));
    check_near(p.opponents_elo, 1000, 1e-9);
    check_near(p.elo, 1190.848502, 2e-6);
    cr_expect(eq(int, p.bound, DOM_RATINGS_BOUND_NONE));
    pool = new_pool();
    add_score(pool, 0, 1, 30, 0, 10);
    add_score(pool, 0, 2, 10, 0, 10);
    add_score(pool, 1, 2, 5, 0, 5);
    dom_ratings_list list = fitted(pool, NULL);
    double own = list.elo[0], mean = (40 * list.elo[1] + 20 * list.elo[2]) / 60;
    dom_ratings_versus v[9];
    cr_assert(eq(int, dom_ratings_versus_all(v, 3, pool, &list), DOM_RATINGS_OK));
    p = dom_ratings_performance_of(v, 3, &list);
    cr_expect(eq(u32, p.opponents, 2));
    check_near(p.opponents_elo, mean, 2e-6);
    cr_expect(p.elo > own && p.elo < own + 10, "the prior pulls to the middle: %f, %f", p.elo, own);
}

Test(ratings_versus, a_performance_has_no_limit_if_everything_was_won_or_lost)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 2, 1, 7, 0, 0);
    add_score(pool, 0, 1, 1, 0, 1);
    cr_expect(eq(int, performance_of(pool, 3, 2).bound, DOM_RATINGS_BOUND_BELOW));
    pool = new_pool();
    add_score(pool, 2, 1, 0, 0, 7);
    add_score(pool, 0, 1, 1, 0, 1);
    cr_expect(eq(int, performance_of(pool, 3, 2).bound, DOM_RATINGS_BOUND_ABOVE));
    pool = new_pool();
    cr_assert(eq(int, dom_ratings_pool_players(pool, 3), DOM_RATINGS_OK));
    add_score(pool, 0, 1, 1, 0, 1);
    dom_ratings_performance p = performance_of(pool, 3, 2);
    cr_expect(eq(u32, p.opponents, 0));
    cr_expect(eq(int, p.bound, DOM_RATINGS_BOUND_NONE));
}
