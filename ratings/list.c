#include "ratings/list.h"

#include "intervals.h"
#include "misfit.h"
#include "points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SETS = 20 };

/* A list that is being made. */
typedef struct {
    const dom_ratings_pool *pool;
    dom_ratings_list_options options;
    dom_ratings_fit fit;
    dom_ratings_intervals_of intervals;
} maker;

/* ---- lines ---------------------------------------------------------------- */

static dom_ratings_rating rate_player(const maker *m, uint32_t player)
{
    const dom_ratings_pool_player *p = &m->pool->player[player];
    double elo = dom_ratings_fit_elo(&m->fit, &m->options, player);
    double lo = m->intervals.lo[player], hi = m->intervals.hi[player];
    bool is_fixed = m->fit.anchor[player] >= 1;
    dom_ratings_rating row = {.player = player,
                              .elo = dom_ratings_rounded(elo),
                              .elo_lo = dom_ratings_rounded(isfinite(lo) ? elo - lo : elo),
                              .elo_hi = dom_ratings_rounded(isfinite(hi) ? elo + hi : elo),
                              .degrees = dom_ratings_rounded(m->intervals.degrees[player]),
                              .los_next = -1,
                              .bound = dom_ratings_intervals_bound(&m->intervals, player),
                              .island = m->fit.place[player].island,
                              .is_fixed = is_fixed,
                              .few_sets = m->intervals.degrees[player] < FEW_SETS - 1 &&
                                          !is_fixed &&
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
    return a->island == b->island && a->elo > b->elo &&
           a->elo - b->elo > dom_ratings_intervals_below(&m->intervals, a->player, b->player);
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
            list->row[i].los_next = dom_ratings_rounded(dom_ratings_intervals_los(
                &m->intervals, &m->fit, list->row[i].player, list->row[i + 1].player));
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
    list->misfit.chi_square = dom_ratings_rounded(list->misfit.chi_square);
    list->misfit.p = dom_ratings_rounded(list->misfit.p);
    for (uint32_t i = 0; i < m->fit.design.players; i++)
        list->elo[i] = dom_ratings_rounded(dom_ratings_fit_elo(&m->fit, &m->options, i));
    fill_rows(m, list);
    if (m->options.wants_covariance)
        hand_over_covariance(m, list);
}

/* ---- the whole ------------------------------------------------------------ */

static dom_ratings_rc make_list(maker *m, dom_ratings_list *list)
{
    dom_ratings_rc rc = dom_ratings_intervals_open(&m->intervals, &m->fit);
    list->row = calloc(m->fit.design.players, sizeof *list->row);
    list->elo = calloc(m->fit.design.players, sizeof *list->elo);
    if (rc == DOM_RATINGS_OK && (list->row == NULL || list->elo == NULL))
        rc = DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_intervals_find(&m->intervals, &m->fit, &m->options);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_misfit_find(&list->misfit, &m->fit, &m->intervals);
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
    free(list->elo);
    free(list->covariance);
    *list = (dom_ratings_list){0};
}
