/* The mean over sets and its interval. */
#include "pools.h"
#include "ratings/means.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

static dom_ratings_sample sample_of(const double value[], int count)
{
    dom_ratings_sample s = {0};
    for (int i = 0; i < count; i++)
        dom_ratings_sample_add(&s, value[i]);
    return s;
}

/* Mean 3, variance 10/4, and t with 4 degrees of freedom is 2.776445. */
Test(ratings_means, the_interval_of_a_mean_is_students_t)
{
    dom_ratings_sample s = sample_of((const double[]){1, 2, 3, 4, 5}, 5);
    dom_ratings_mean mean = dom_ratings_mean_of(&s);
    check_near(mean.mean, 3, 1e-12);
    check_near(mean.lo, 3 - 2.7764451 * sqrt(2.5 / 5), 1e-6);
    check_near(mean.hi, 3 + 2.7764451 * sqrt(2.5 / 5), 1e-6);
}

Test(ratings_means, one_set_has_no_interval)
{
    dom_ratings_sample s = sample_of((const double[]){7}, 1), none = {0};
    dom_ratings_mean mean = dom_ratings_mean_of(&s);
    check_near(mean.mean, 7, 0);
    cr_expect(mean.lo == -INFINITY && mean.hi == INFINITY);
    check_near(dom_ratings_mean_of(&none).mean, 0, 0);
    s = sample_of((const double[]){7, 7}, 2);
    check_near(dom_ratings_mean_of(&s).lo, 7, 0);
}

Test(ratings_means, large_numbers_lose_no_digits)
{
    dom_ratings_sample s = sample_of((const double[]){1e9 + 1, 1e9 + 2, 1e9 + 3}, 3);
    check_near(s.squares, 2, 1e-6);
}

/* 20 sets of 1/2 and the two invented ones: variance 0.5/21, and t with 21 degrees is 2.079614. */
Test(ratings_means, a_share_that_never_varies_keeps_an_interval)
{
    dom_ratings_sample s = {0};
    for (int i = 0; i < 20; i++)
        dom_ratings_sample_add(&s, 0.5);
    dom_ratings_mean_share share = dom_ratings_mean_share_of(&s);
    double reach = 2.0796138 * sqrt(0.5 / 21 / 22);
    check_near(share.share, 0.5, 0);
    check_near(share.share_lo, 0.5 - reach, 1e-6);
    check_near(share.share_hi, 0.5 + reach, 1e-6);
    check_near(share.elo, 0, 1e-9);
    check_near(share.elo_hi, 400 * log10((0.5 + reach) / (0.5 - reach)), 1e-3);
    check_near(share.elo_lo, -share.elo_hi, 1e-9);
}

Test(ratings_means, the_limits_of_a_share_are_shares)
{
    dom_ratings_sample s = sample_of((const double[]){1, 1, 1}, 3), none = {0};
    dom_ratings_mean_share share = dom_ratings_mean_share_of(&s);
    cr_expect(share.share == 1 && share.share_hi == 1 && share.elo == INFINITY);
    check_near(share.share_lo, 0.8 - 2.7764451 * sqrt(0.8 / 4 / 5), 1e-6);
    share = dom_ratings_mean_share_of(&none);
    cr_expect(share.share == 0.5 && share.share_lo == 0 && share.share_hi == 1);
    cr_expect(share.elo_lo == -INFINITY && share.elo_hi == INFINITY);
}

/* ---- calibration: all outcomes of few sets, with their probabilities --------------------- */

/* Returns the probability of a zeros, b halves and c ones, if their chances are p[0], p[1], p[2].
 */
static double multinomial(int a, int b, int c, const double p[])
{
    double log_p = lgamma(a + b + c + 1) - lgamma(a + 1) - lgamma(b + 1) - lgamma(c + 1);
    const int count[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        if (count[i] > 0)
            log_p += count[i] * log(p[i]);
    return exp(log_p);
}

static double coverage(int sets, const double p[])
{
    double mean = p[1] / 2 + p[2], sum = 0;
    for (int a = 0; a <= sets; a++)
        for (int b = 0; a + b <= sets; b++) {
            int c = sets - a - b;
            dom_ratings_sample s = {0};
            for (int i = 0; i < sets; i++)
                dom_ratings_sample_add(&s, i < a ? 0 : i < a + b ? 0.5 : 1);
            dom_ratings_mean_share share = dom_ratings_mean_share_of(&s);
            if (share.share_lo <= mean + 1e-12 && mean <= share.share_hi + 1e-12)
                sum += multinomial(a, b, c, p);
        }
    return sum;
}

Test(ratings_means, intervals_of_shares_contain_the_true_share_as_often_as_they_should)
{
    static const double chances[][3] = {
        {0.25, 0.5, 0.25}, {0.1, 0.8, 0.1}, {0.01, 0.98, 0.01}, {0.2, 0.5, 0.3}, {0.1, 0.5, 0.4},
        {0.01, 0.49, 0.5}, {0, 0.9, 0.1},   {0, 0.98, 0.02},    {0, 0.1, 0.9},   {0.5, 0, 0.5},
        {0.1, 0, 0.9},     {0.02, 0, 0.98}, {0, 0.5, 0.5}};
    static const int sets[] = {1, 2, 3, 5, 10, 20, 50};
    for (size_t i = 0; i < sizeof chances / sizeof *chances; i++)
        for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
            cr_expect(coverage(sets[k], chances[i]) >= 0.935, "%d sets, chances %g %g %g: %.3f",
                      sets[k], chances[i][0], chances[i][1], chances[i][2],
                      coverage(sets[k], chances[i]));
}
