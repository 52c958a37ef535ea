/* Every repetition draws the sets of each table again and fits from the original estimate. The
 * interval is between quantiles of the fitted ratings; the bias-corrected one shifts these
 * quantiles by the share of repetitions below the estimate (B. Efron 1981). */
#include "distributions.h"
#include "fit.h"
#include "intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the next random number (splitmix64). The generator is part of this file, so that a seed
 * gives the same numbers on every machine. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Returns a random whole number from 0 to n - 1, for n < 2^53. The probabilities differ by less
 * than n / 2^53. */
static uint64_t below(uint64_t *state, double n)
{
    return (uint64_t)((double)(next_random(state) >> 11) * 0x1p-53 * n);
}

/* Draw the sets of one table again, and count in `sets` how often each outcome count was drawn.
 * `until[i]` is the number of sets in outcome counts of the table up to and including i. */
static void draw_table(const dom_ratings_table *table, const double until[], double sets[],
                       uint64_t *state)
{
    memset(sets + table->outcome_count, 0, table->outcome_counts * sizeof *sets);
    for (uint64_t left = (uint64_t)table->sets; left > 0; left--) {
        double pick = (double)below(state, table->sets);
        uint32_t lo = 0, hi = table->outcome_counts - 1;
        while (lo < hi) {
            uint32_t middle = (lo + hi) / 2;
            if (pick < until[table->outcome_count + middle])
                hi = middle;
            else
                lo = middle + 1;
        }
        sets[table->outcome_count + lo]++;
    }
}

/* Fill `until` for draw_table. */
static void count_up(const dom_ratings_design *design, double until[])
{
    for (size_t t = 0; t < design->tables; t++) {
        double sum = 0;
        for (uint32_t i = 0; i < design->table[t].outcome_counts; i++) {
            sum += design->outcome_count[design->table[t].outcome_count + i].sets;
            until[design->table[t].outcome_count + i] = sum;
        }
    }
}

/* Make one repetition: draw, fit from the ratings of the one before, and write the rating of every
 * player to sample[player * repetitions]. The caller lets `sample` point to the repetition. */
static dom_ratings_rc repeat(dom_ratings_fit *fit, const double until[], double sets[],
                             uint64_t *state, double sample[], uint32_t repetitions)
{
    for (size_t t = 0; t < fit->design.tables; t++)
        draw_table(&fit->design.table[t], until, sets, state);
    dom_ratings_design_sum(&fit->design, sets);
    dom_ratings_rc rc = dom_ratings_fit_solve(fit, DOM_RATINGS_SOLVE_NEWTON);
    for (uint32_t i = 0; rc == DOM_RATINGS_OK && i < fit->design.players; i++)
        sample[(size_t)i * repetitions] = dom_ratings_fit_elo(fit, i);
    return rc;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the quantile p of sorted samples, interpolated between the two nearest ones. */
static double quantile(const double sorted[], uint32_t count, double p)
{
    double place = p * (count - 1.0);
    uint32_t below_it = (uint32_t)place;
    double above = below_it + 1 < count ? sorted[below_it + 1] : sorted[below_it];
    return sorted[below_it] + (place - below_it) * (above - sorted[below_it]);
}

/* Returns the interval of one player; sorts `sample`. */
static dom_ratings_bootstrap interval_of(double sample[], uint32_t count, double estimate)
{
    double under = 0;
    qsort(sample, count, sizeof *sample, by_value);
    for (uint32_t i = 0; i < count; i++)
        under += sample[i] < estimate ? 1 : sample[i] <= estimate ? 0.5 : 0;
    double share = fmin(fmax(under / count, 0.5 / count), 1 - 0.5 / count);
    double shift = 2 * dom_ratings_normal_quantile(share);
    double reach = dom_ratings_normal_quantile(0.975);
    return (dom_ratings_bootstrap){
        .lo = dom_ratings_rounded(quantile(sample, count, 0.025)),
        .hi = dom_ratings_rounded(quantile(sample, count, 0.975)),
        .bc_lo =
            dom_ratings_rounded(quantile(sample, count, dom_ratings_normal_cdf(shift - reach))),
        .bc_hi =
            dom_ratings_rounded(quantile(sample, count, dom_ratings_normal_cdf(shift + reach))),
    };
}

/* Fill `out`. `work` has room for sets and until (one number per outcome count each), the estimates
 * (players) and the samples (players * repetitions). */
static dom_ratings_rc bootstrap(dom_ratings_fit *fit, dom_ratings_bootstrap out[],
                                uint32_t repetitions, uint64_t seed, double work[])
{
    size_t players = fit->design.players, outcome_counts = fit->design.outcome_counts;
    double *sets = work, *until = sets + outcome_counts;
    double *estimate = until + outcome_counts, *sample = estimate + players;
    dom_ratings_rc rc = dom_ratings_fit_solve(fit, DOM_RATINGS_SOLVE_NEWTON);
    for (uint32_t i = 0; i < players; i++)
        estimate[i] = dom_ratings_fit_elo(fit, i);
    count_up(&fit->design, until);
    for (uint32_t r = 0; r < repetitions && rc == DOM_RATINGS_OK; r++)
        rc = repeat(fit, until, sets, &seed, sample + r, repetitions);
    for (size_t i = 0; i < players && rc == DOM_RATINGS_OK; i++)
        out[i] = interval_of(sample + i * repetitions, repetitions, estimate[i]);
    return rc;
}

dom_ratings_rc dom_ratings_list_bootstrap(dom_ratings_bootstrap out[], const dom_ratings_pool *pool,
                                          const dom_ratings_list_options *options,
                                          uint32_t repetitions, uint64_t seed)
{
    dom_ratings_list_options used = options ? *options : DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_fit fit;
    if (repetitions < DOM_RATINGS_BOOTSTRAP_MIN || repetitions > DOM_RATINGS_BOOTSTRAP_MAX ||
        used.prior <= 0)
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = dom_ratings_fit_open(&fit, pool, &used);
    if (rc != DOM_RATINGS_OK)
        return rc;
    size_t room = 2 * fit.design.outcome_counts + fit.design.players * (repetitions + (size_t)1);
    double *work = malloc(room * sizeof *work);
    rc = work ? bootstrap(&fit, out, repetitions, seed, work) : DOM_RATINGS_E_NOMEM;
    free(work);
    dom_ratings_fit_close(&fit);
    return rc;
}
