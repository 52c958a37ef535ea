#include "ratings/list.h"

#include "distributions.h"
#include "intervals.h"
#include "points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SETS = 20 };

const char *dom_ratings_bound_word(dom_ratings_bound bound)
{
    static const char *const words[] = {
        [DOM_RATINGS_BOUND_NONE] = "",
        [DOM_RATINGS_BOUND_BELOW] = ">",
        [DOM_RATINGS_BOUND_ABOVE] = "<",
        [DOM_RATINGS_BOUND_BOTH] = "<>",
    };
    return words[bound];
}

bool dom_ratings_bound_has_lo(dom_ratings_bound bound)
{
    return bound == DOM_RATINGS_BOUND_NONE || bound == DOM_RATINGS_BOUND_BELOW;
}

bool dom_ratings_bound_has_hi(dom_ratings_bound bound)
{
    return bound == DOM_RATINGS_BOUND_NONE || bound == DOM_RATINGS_BOUND_ABOVE;
}

const char *dom_ratings_bound_meaning(dom_ratings_bound bound)
{
    static const char *const meanings[] = {
        [DOM_RATINGS_BOUND_NONE] = "",
        [DOM_RATINGS_BOUND_BELOW] =
            "it, or a group with it, lost no point to the others, so results give no upper limit",
        [DOM_RATINGS_BOUND_ABOVE] =
            "it, or a group with it, won no point from the others, so results give no lower limit",
        [DOM_RATINGS_BOUND_BOTH] = "it, or a group with it, won all points from some bots and none "
                                   "from others, so no limit exists",
    };
    return meanings[bound];
}

/* A list that is being made. */
typedef struct {
    const dom_ratings_pool *pool;
    dom_ratings_list_options options;
    dom_ratings_fit fit;
    dom_ratings_intervals_of intervals;
} maker;

/* ---- lines ---------------------------------------------------------------- */

static double variance_of(const maker *m, uint32_t player)
{
    return fmax(m->intervals.covariance[player * m->intervals.players + player], 0);
}

/* Returns the standard error of the difference of two ratings. */
static double difference_error(const maker *m, uint32_t a, uint32_t b)
{
    double both = m->intervals.covariance[a * m->intervals.players + b];
    return sqrt(fmax(variance_of(m, a) + variance_of(m, b) - 2 * both, 0));
}

static dom_ratings_rating rate_player(const maker *m, uint32_t player)
{
    const dom_ratings_pool_player *p = &m->pool->player[player];
    double elo = dom_ratings_fit_elo(&m->fit, &m->options, player);
    double half = dom_ratings_intervals_half(&m->intervals, player);
    dom_ratings_rating row = {.player = player,
                              .elo = dom_ratings_rounded(elo),
                              .elo_lo = dom_ratings_rounded(elo - half),
                              .elo_hi = dom_ratings_rounded(elo + half),
                              .degrees = dom_ratings_rounded(m->intervals.degrees[player]),
                              .los_next = -1,
                              .bound = m->fit.place[player].bound,
                              .island = m->fit.place[player].island,
                              .few_sets = m->intervals.degrees[player] < FEW_SETS - 1 &&
                                          m->options.intervals == DOM_RATINGS_INTERVALS_SETS,
                              .sets = p->sets,
                              .matches = p->matches,
                              .wins = p->wins,
                              .draws = p->draws,
                              .losses = p->losses};
    dom_ratings_points_rate(&row, p);
    row.points = dom_ratings_rounded(row.points);
    row.points_lo = dom_ratings_rounded(row.points_lo);
    row.points_hi = dom_ratings_rounded(row.points_hi);
    return row;
}

static int by_rank(const void *a, const void *b)
{
    const dom_ratings_rating *x = a, *y = b;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

/* Returns true if the 95 % interval of the difference of `a` and `b` lies above 0. */
static bool is_above(const maker *m, const dom_ratings_rating *a, const dom_ratings_rating *b)
{
    double quantile = fmax(m->intervals.quantile[a->player], m->intervals.quantile[b->player]);
    return a->island == b->island && a->elo > b->elo &&
           a->elo - b->elo > quantile * difference_error(m, a->player, b->player);
}

static void find_ranks(const maker *m, dom_ratings_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        dom_ratings_rating *row = &list->row[i];
        row->rank_lo = 1;
        for (size_t k = 0; k < list->count; k++) {
            row->rank_lo += is_above(m, &list->row[k], row);
            row->rank_hi += list->row[k].island == row->island && !is_above(m, row, &list->row[k]);
        }
    }
}

/* Returns the probability that `a` is stronger than `b`. */
static double los(const maker *m, const dom_ratings_rating *a, const dom_ratings_rating *b)
{
    double error = difference_error(m, a->player, b->player);
    double degrees = fmin(m->intervals.degrees[a->player], m->intervals.degrees[b->player]);
    if (error <= 0)
        return a->elo > b->elo ? 1 : 0.5;
    return dom_ratings_rounded(dom_ratings_student_cdf((a->elo - b->elo) / error, degrees));
}

/* Number the islands again, because all players of one may be hidden. */
static void number_islands(dom_ratings_list *list)
{
    uint32_t last = 0;
    for (size_t i = 0; i < list->count; i++) {
        list->islands += list->row[i].island != last;
        last = list->row[i].island;
        list->row[i].island = list->islands;
    }
}

static void fill_rows(const maker *m, dom_ratings_list *list)
{
    for (uint32_t i = 0; i < m->fit.design.players; i++)
        if (m->options.hidden == NULL || !m->options.hidden[i])
            list->row[list->count++] = rate_player(m, i);
    qsort(list->row, list->count, sizeof *list->row, by_rank);
    number_islands(list);
    find_ranks(m, list);
    for (size_t i = 0; i + 1 < list->count; i++)
        if (list->row[i].island == list->row[i + 1].island)
            list->row[i].los_next = los(m, &list->row[i], &list->row[i + 1]);
}

static void hand_over_covariance(maker *m, dom_ratings_list *list)
{
    list->covariance = m->intervals.covariance;
    m->intervals.covariance = NULL;
    for (size_t i = 0; i < m->intervals.players * m->intervals.players; i++)
        list->covariance[i] = dom_ratings_rounded(list->covariance[i]);
}

static void fill_list(maker *m, dom_ratings_list *list)
{
    list->is_connected = m->fit.is_connected;
    list->sets = m->pool->sets;
    list->matches = m->pool->matches;
    list->tie_nu = dom_ratings_rounded(dom_ratings_nu(&m->fit.spec, m->fit.beta));
    list->log_likelihood = dom_ratings_log_likelihood(&m->fit.spec, m->fit.beta);
    list->steps = m->fit.steps;
    list->mean_error = m->fit.error;
    dom_ratings_points_compare(list, m->pool);
    list->variance_reduction = dom_ratings_rounded(list->variance_reduction);
    list->points_variance_reduction = dom_ratings_rounded(list->points_variance_reduction);
    list->information_ratio = dom_ratings_rounded(list->information_ratio);
    fill_rows(m, list);
    if (m->options.wants_covariance)
        hand_over_covariance(m, list);
}

/* ---- the whole ------------------------------------------------------------ */

static dom_ratings_rc make_list(maker *m, dom_ratings_list *list)
{
    dom_ratings_rc rc = dom_ratings_intervals_open(&m->intervals, &m->fit);
    list->row = calloc(m->fit.design.players, sizeof *list->row);
    if (rc == DOM_RATINGS_OK && list->row == NULL)
        rc = DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_intervals_find(&m->intervals, &m->fit, &m->options);
    if (rc == DOM_RATINGS_OK)
        fill_list(m, list);
    return rc;
}

dom_ratings_rc dom_ratings_list_fit(dom_ratings_list *list, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options)
{
    maker m = {.pool = pool, .options = options ? *options : DOM_RATINGS_LIST_OPTIONS};
    *list = (dom_ratings_list){0};
    dom_ratings_rc rc = dom_ratings_fit_open(&m.fit, pool, &m.options);
    if (rc != DOM_RATINGS_OK)
        return rc;
    rc = dom_ratings_fit_solve(&m.fit, m.options.solve);
    if (rc == DOM_RATINGS_OK)
        rc = make_list(&m, list);
    dom_ratings_intervals_close(&m.intervals);
    dom_ratings_fit_close(&m.fit);
    if (rc != DOM_RATINGS_OK)
        dom_ratings_list_clear(list);
    return rc;
}

void dom_ratings_list_clear(dom_ratings_list *list)
{
    free(list->row);
    free(list->covariance);
    *list = (dom_ratings_list){0};
}
