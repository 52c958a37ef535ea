/* Points per round, the information of points, and the worth of a match of a duplicate set. */
#include "nightly.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

TestSuite(ratings_points, .fini = free_all);

Test(ratings_points, the_interval_is_that_of_a_ratio_over_sets)
{
    static const int points[] = {3, 9, -4, 6};
    static const uint32_t rounds[] = {2, 3, 2, 3};
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < 4; i++) {
        dom_ratings_match m = duel(0, 1, 1, 1);
        m.rounds = rounds[i];
        m.points[0] = points[i];
        add_match(pool, m);
    }
    dom_ratings_list list = fitted(pool, NULL);
    /* Mean 1.4; residuals .2, 4.8, -6.8, 1.8; t of 3 degrees 3.182446. */
    double half = 3.182446305 * sqrt((.04 + 23.04 + 46.24 + 3.24) * 4 / 3) / 10;
    check_near(row_of(&list, 0)->points, 1.4, 1e-9);
    check_near(row_of(&list, 0)->points_hi - 1.4, half, 1e-6);
}

/* Adds sets of two matches whose points share a part of the luck, with opposite signs. */
static void add_correlated(dom_ratings_pool *pool, chance *c, double correlation, bool has_points,
                           double lead, int sets)
{
    for (int i = 0; i < sets; i++) {
        double luck = chance_normal(c);
        dom_ratings_match set[2];
        for (int k = 0; k < 2; k++) {
            double sign = k == 0 || correlation > 0 ? 1 : -1;
            double x = lead + sqrt(fabs(correlation)) * sign * luck +
                       sqrt(1 - fabs(correlation)) * chance_normal(c);
            set[k] = duel(0, 1, x > 0 ? 1 : 2, x > 0 ? 2 : 1);
            set[k].rounds = has_points;
            set[k].points[0] = lround(1000 * x);
        }
        cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
    }
}

static dom_ratings_list correlated(double correlation, bool has_points)
{
    dom_ratings_pool *pool = new_pool();
    chance c = {77};
    add_correlated(pool, &c, correlation, has_points, 0.2, 20000);
    return fitted(pool, NULL);
}

Test(ratings_points, variance_reduction_follows_from_the_correlation)
{
    static const double rho[] = {-0.5, 0, 0.5};
    for (int i = 0; i < 3; i++) {
        dom_ratings_list list = correlated(rho[i], true);
        check_near(list.points_variance_reduction.value, 1 / (1 + rho[i]), 0.04 / (1 + rho[i]));
        double of_signs = asin(rho[i]) * 2 / 3.14159265; /* correlation of the signs,
                                                            approximately */
        check_near(list.variance_reduction.value, 1 / (1 + of_signs), 0.04 / (1 + of_signs));
    }
}

/* The mean of a normal variable has 1.5 to 1.6 times the information of its sign. */
Test(ratings_points, information_ratio_of_points_and_signs)
{
    dom_ratings_list list = correlated(0, true);
    check_near(list.information_ratio.value, 1.57, 0.15);
    list = correlated(0, false);
    check_near(list.information_ratio.value, 0, 0);
    check_near(list.points_variance_reduction.value, 0, 0);
}

/* 14 wins by 3 points and 6 losses by 2. The mean of points is 1.5 with z^2 = 8.143, the mean of
 * half points is 1.4 instead of 1 with z^2 = 3.619. Chance alone gives 1 to each. */
Test(ratings_points, chance_is_subtracted_from_the_information)
{
    dom_ratings_pool *pool = new_pool();
    for (int i = 0; i < 20; i++) {
        dom_ratings_match m = duel(0, 1, i < 14 ? 1 : 2, i < 14 ? 2 : 1);
        m.rounds = 1;
        m.points[0] = i < 14 ? 3 : -2;
        add_match(pool, m);
    }
    dom_ratings_list list = fitted(pool, NULL);
    double of_points = 1.5 * 1.5 * 20 / ((7.5 - 2.25) * 20 / 19);
    double of_score = 0.4 * 0.4 * 20 / ((2.8 - 1.96) * 20 / 19);
    check_near(list.information_ratio.value, (of_points - 1) / (of_score - 1), 1e-5);
    cr_expect(list.information_ratio.lo < 1 && list.information_ratio.hi > 5);
}

Test(ratings_points, a_match_of_a_single_match_set_is_worth_one_match)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 30, 5, 20);
    dom_ratings_list list = fitted(pool, NULL);
    check_near(list.variance_reduction.value, 1, 1e-6);
}

/* Returns how often the interval of the worth of a set holds the true one, over lists of two
 * players and `sets` sets. */
static double coverage_of_worth(double correlation, bool of_points, int sets)
{
    enum { LISTS = 1000 };
    chance c = {5};
    double truth = 1 / (1 + (of_points ? correlation : asin(correlation) * 2 / 3.14159265));
    int held = 0;
    for (int r = 0; r < LISTS; r++) {
        dom_ratings_pool *pool = new_pool();
        add_correlated(pool, &c, correlation, true, 0, sets);
        dom_ratings_list list = fitted(pool, NULL);
        const dom_ratings_ratio *found =
            of_points ? &list.points_variance_reduction : &list.variance_reduction;
        held += found->lo <= truth && truth <= found->hi;
        free_all();
    }
    return (double)held / LISTS;
}

/* Where no set is split, the matches of a set may still differ now and then: in 20 sets of equal
 * players at most 16.8 % of all sets are split, so 100 matches in them are worth at most 60
 * separate ones. If one player wins nearly all, or sets are few, they may be independent. */
Test(ratings_points, the_worth_of_sets_is_not_certain_where_none_is_split)
{
    static const struct {
        int won, lost;
        double hi, tolerance;
    } cases[] = {{10, 10, .60, .01}, {100, 100, .509, .001}, {4, 1, 1.44, .01}, {19, 1, 3.17, .01}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_ratings_pool *pool = new_pool();
        for (int k = 0; k < cases[i].won + cases[i].lost; k++)
            add_both(pool, 0, 1, k < cases[i].won, k < cases[i].won);
        dom_ratings_list list = fitted(pool, NULL);
        check_near(list.variance_reduction.value, .5, .02);
        check_near(list.variance_reduction.hi, cases[i].hi, cases[i].tolerance);
    }
}

Test(ratings_points, intervals_of_the_worth_of_sets_hold_95_percent)
{
    static const double rho[] = {-0.6, 0, 0.6};
    for (int i = in_nightly(0, 2); i < 3; i++)
        for (int sets = 20; sets <= 200; sets += 180) {
            double of_points = coverage_of_worth(rho[i], true, sets);
            double of_score = coverage_of_worth(rho[i], false, sets);
            cr_expect(of_points > 0.925 && of_points < 0.975, "points, %g, %d: %.3f", rho[i], sets,
                      of_points);
            cr_expect(of_score > (sets < 100 ? 0.9 : 0.925) && of_score < 0.985,
                      "score, %g, %d: %.3f", rho[i], sets, of_score);
        }
}
