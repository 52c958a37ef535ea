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

/* Returns the variance of sets of independent matches over that of the duplicate sets, all pairings
 * of all tables together. Its interval is that of the ratio of the variances within and between
 * sets; by m matches of a set, the variance between sets alone is worth 1/m. The pairings of a
 * table depend on each other, so their degrees of freedom count once. */
static dom_ratings_ratio reduction(const dom_ratings_pool *pool, const dom_ratings_spread spread[])
{
    double independent = 0, duplicate = 0, sets = 0, matches = 0, between = 0;
    for (size_t t = 0; t < pool->tables; t++) {
        const dom_ratings_pool_table *table = &pool->table[t];
        for (size_t i = table->first; i < table->first + table->pairs; i++)
            if (spread[i].sets >= 2) {
                independent += (double)spread[i].matches * match_variance(&spread[i]);
                duplicate += (double)spread[i].sets * set_variance(&spread[i]);
                sets += (double)spread[i].sets;
                matches += (double)spread[i].matches;
            }
        between += table->pairs > 0 && spread[table->first].sets >= 2
                       ? (double)spread[table->first].sets - 1
                       : 0;
    }
    if (duplicate <= 0)
        return (dom_ratings_ratio){0};
    double value = independent / duplicate, alone = sets / matches;
    double within = between * (matches / sets - 1);
    double error = within > 0 ? sqrt(2 / within + 2 / between) : 0;
    double reach = exp(dom_ratings_student_quantile(0.975, between) * error);
    return (dom_ratings_ratio){.value = value,
                               .lo = alone + (value - alone) / reach,
                               .hi = alone + (value - alone) * reach};
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
