#include "points.h"

#include "distributions.h"

#include <math.h>

enum { SETS_FOR_INFORMATION = 20 };

void dom_ratings_points_rate(dom_ratings_rating *row, const dom_ratings_pool_player *player)
{
    if (player->m == 0)
        return;
    double sets = (double)player->point_sets, rounds = (double)player->m;
    double mean = (double)player->p / rounds;
    double squares = (double)player->pp - 2 * mean * (double)player->pm +
                     mean * mean * (double)player->mm; /* sum of (p - mean m)^2 */
    double half = 0;
    if (sets > 1)
        half = dom_ratings_student_quantile(0.975, sets - 1) *
               sqrt(fmax(squares, 0) * sets / (sets - 1)) / rounds;
    row->has_points = true;
    row->points = mean;
    row->points_lo = mean - half;
    row->points_hi = mean + half;
}

/* Returns the variance of a set's sum. The numbers are whole until the division. */
static double set_variance(const dom_ratings_spread *s)
{
    double sets = (double)s->sets;
    return (double)((dom_ratings_wide)s->sets * s->yy - s->y * s->y) / (sets * (sets - 1));
}

/* Returns the variance that one match would have with a deal of its own and random seats. */
static double match_variance(const dom_ratings_spread *s)
{
    double matches = (double)s->matches, per_set = matches / (double)s->sets;
    double squares = (double)((dom_ratings_wide)s->matches * s->xx - s->y * s->y) / matches;
    return (squares + set_variance(s) / per_set) / matches;
}

/* Returns the largest share of which so few of `trials` would be seen in 2.5 % of all cases (C.
 * Clopper, E. Pearson 1934). */
static double most_of(double seen, double trials)
{
    double lo = seen / trials, hi = 1;
    if (seen >= trials)
        return 1;
    for (int i = 0; i < 60; i++) {
        double share = (lo + hi) / 2, odds = share / (1 - share);
        double x = odds * (trials - seen) / (seen + 1);
        if (dom_ratings_f_tail(x, 2 * (seen + 1), 2 * (trials - seen)) > 0.025)
            lo = share;
        else
            hi = share;
    }
    return hi;
}

/* Returns the upper limit of the worth of sets by places, from how many sets were split. Two
 * matches of a set differ with the probability variance (1 - correlation) / 2, so the worth says
 * how many of the sets were split; and there may be as many more as a share has above those that
 * were seen. */
static double most_worth(double value, double per_set, double variance, double sets)
{
    double correlation = (1 / value - 1) / (per_set - 1);
    double split = sets * fmax(variance * (1 - correlation) / 2, 0);
    double below = 1 + (per_set - 1) * (1 - 2 * most_of(split, sets) / variance);
    return below > 1e-9 ? 1 / below : 1e9;
}

/* Returns the variance of sets of independent matches over that of the duplicate sets, all pairings
 * of all tables together. Its interval is that of the ratio of the variances within and between
 * sets; by m matches of a set, the variance between sets alone is worth 1/m. It takes both as if
 * they were of normal variables. Of places it is too short if few sets are split, and has no width
 * if none is, so there the limit of most_worth counts if it is higher. The pairings of a table
 * depend on each other, so their degrees of freedom count once. */
static dom_ratings_ratio reduction(const dom_ratings_pool *pool, const dom_ratings_spread spread[])
{
    double independent = 0, duplicate = 0, sets = 0, matches = 0, between = 0, tables = 0;
    for (size_t t = 0; t < pool->tables; t++) {
        const dom_ratings_pool_table *table = &pool->table[t];
        for (size_t i = table->first; i < table->first + table->pairs; i++)
            if (spread[i].sets >= 2) {
                independent += (double)spread[i].matches * match_variance(&spread[i]);
                duplicate += (double)spread[i].sets * set_variance(&spread[i]);
                sets += (double)spread[i].sets;
                matches += (double)spread[i].matches;
            }
        if (table->pairs > 0 && spread[table->first].sets >= 2) {
            between += (double)spread[table->first].sets - 1;
            tables++;
        }
    }
    if (duplicate <= 0)
        return (dom_ratings_ratio){0};
    double value = independent / duplicate, per_set = matches / sets, alone = 1 / per_set;
    double within = between * (per_set - 1);
    double error = within > 0 ? sqrt(2 / within + 2 / between) : 0;
    double reach = exp(dom_ratings_student_quantile(0.975, between) * error);
    dom_ratings_ratio worth = {.value = value,
                               .lo = alone + (value - alone) / reach,
                               .hi = alone + (value - alone) * reach};
    if (spread == pool->pairs.score && within > 0)
        worth.hi =
            fmax(worth.hi, most_worth(value, per_set, independent / matches, between + tables));
    return worth;
}

/* Returns z^2 of the mean of a set's sum, compared with the sum `even` that equal players would
 * have. */
static double z_square(const dom_ratings_spread *s, double even)
{
    double mean = ((double)s->y - even) / (double)s->sets;
    return mean * mean * (double)s->sets / set_variance(s);
}

/* Returns the variance of the logarithm of a sum of z^2 - 1 over so many pairings: z^2 is a
 * noncentral chi-square. */
static double log_variance(double sum, double pairings)
{
    return (4 * sum + 2 * pairings) / (sum * sum);
}

static dom_ratings_ratio information(const dom_ratings_pool *pool)
{
    double of_points = 0, of_score = 0, pairings = 0;
    for (size_t i = 0; i < pool->pairs.count; i++) {
        const dom_ratings_spread *score = &pool->pairs.score[i], *points = &pool->pairs.points[i];
        if (points->sets < SETS_FOR_INFORMATION || set_variance(score) <= 0 ||
            set_variance(points) <= 0)
            continue;
        of_points += z_square(points, 0) - 1;
        of_score += z_square(score, (double)score->matches) - 1; /* half points: a draw is 1 */
        pairings++;
    }
    if (of_points <= 0 || of_score <= 0)
        return (dom_ratings_ratio){0};
    double value = of_points / of_score;
    double reach = exp(dom_ratings_normal_quantile(0.975) *
                       sqrt(log_variance(of_points, pairings) + log_variance(of_score, pairings)));
    return (dom_ratings_ratio){.value = value, .lo = value / reach, .hi = fmin(value * reach, 1e9)};
}

void dom_ratings_points_compare(dom_ratings_list *list, const dom_ratings_pool *pool)
{
    list->variance_reduction = reduction(pool, pool->pairs.score);
    list->points_variance_reduction = reduction(pool, pool->pairs.points);
    list->information_ratio = information(pool);
}
