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
 * together; 0: not known. */
static double reduction(const dom_ratings_spread spread[], size_t count)
{
    double independent = 0, duplicate = 0;
    for (size_t i = 0; i < count; i++)
        if (spread[i].sets >= 2) {
            independent += (double)spread[i].matches * match_variance(&spread[i]);
            duplicate += (double)spread[i].sets * set_variance(&spread[i]);
        }
    return duplicate > 0 ? independent / duplicate : 0;
}

/* Returns z^2 of the mean of a set's sum, compared with the sum `even` that equal players would
 * have. */
static double z_square(const dom_ratings_spread *s, double even)
{
    double mean = ((double)s->y - even) / (double)s->sets;
    return mean * mean * (double)s->sets / set_variance(s);
}

/* Returns the information ratio; 0: not known. */
static double information(const dom_ratings_pool *pool)
{
    double of_points = 0, of_score = 0;
    for (size_t i = 0; i < pool->pairs.count; i++) {
        const dom_ratings_spread *score = &pool->pairs.score[i], *points = &pool->pairs.points[i];
        if (points->sets < SETS_FOR_INFORMATION || set_variance(score) <= 0 ||
            set_variance(points) <= 0)
            continue;
        of_points += z_square(points, 0) - 1;
        of_score += z_square(score, (double)score->matches) - 1; /* half points: a draw is 1 */
    }
    return of_points > 0 && of_score > 0 ? of_points / of_score : 0;
}

void dom_ratings_points_compare(dom_ratings_list *list, const dom_ratings_pool *pool)
{
    list->variance_reduction = reduction(pool->pairs.score, pool->pairs.count);
    list->points_variance_reduction = reduction(pool->pairs.points, pool->pairs.count);
    list->information_ratio = information(pool);
}
