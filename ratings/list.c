#include "ratings/list.h"

#include "intervals.h"
#include "misfit.h"
#include "points.h"
#include "ranks.h"

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
    double elo = dom_ratings_fit_elo(&m->fit, player);
    double lo = m->intervals.lo[player], hi = m->intervals.hi[player];
    bool is_fixed = m->fit.anchor[m->fit.parameter[player]] >= 1;
    dom_ratings_rating row = {.player = player,
                              .elo = dom_ratings_rounded(elo),
                              .elo_lo = dom_ratings_rounded(isfinite(lo) ? elo - lo : elo),
                              .elo_hi = dom_ratings_rounded(isfinite(hi) ? elo + hi : elo),
                              .degrees = dom_ratings_rounded(m->intervals.degrees[player]),
                              .bound = dom_ratings_intervals_bound(&m->intervals, player),
                              .island = m->fit.place[player].island,
                              .is_fixed = is_fixed,
                              .few_sets = m->intervals.degrees[player] < FEW_SETS - 1 &&
                                          !is_fixed &&
                                          m->options.intervals == DOM_RATINGS_INTERVALS_SETS,
                              .sets = p->sets,
                              .matches = p->matches,
                              .wins = p->score.wins,
                              .draws = p->score.draws,
                              .losses = p->score.losses};
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

/* ---- ranks ---------------------------------------------------------------- */

/* A list whose rows are compared. */
typedef struct {
    const maker *m;
    const dom_ratings_rating *row;
} compared_rows;

static dom_ratings_difference difference_of(const maker *m, const dom_ratings_rating *a,
                                            const dom_ratings_rating *b)
{
    return dom_ratings_intervals_difference(&m->intervals, &m->fit, a->player, b->player);
}

static bool are_near(const void *context, size_t a, size_t b)
{
    const compared_rows *c = context;
    return c->row[a].island == c->row[b].island;
}

static double los_of(const void *context, size_t a, size_t b)
{
    const compared_rows *c = context;
    return dom_ratings_intervals_los(&c->m->intervals, &c->m->fit, c->row[a].player,
                                     c->row[b].player);
}

static dom_ratings_rc find_ranks(const maker *m, dom_ratings_list *list)
{
    const compared_rows compared = {m, list->row};
    const dom_ratings_rows rows = {list->count, &compared, are_near, los_of};
    dom_ratings_rank_range *range = malloc((list->count + 1) * sizeof *range);
    dom_ratings_rc rc = range ? dom_ratings_ranks_find(&rows, m->options.is_simultaneous, range)
                              : DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < list->count; i++) {
        list->row[i].rank_lo = range[i].lo;
        list->row[i].rank_hi = range[i].hi;
        list->row[i].joint_hi = range[i].joint_hi;
        list->row[i].tier = range[i].tier;
    }
    free(range);
    return rc;
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

static dom_ratings_ratio rounded_ratio(dom_ratings_ratio r)
{
    return (dom_ratings_ratio){dom_ratings_rounded(r.value), dom_ratings_rounded(r.lo),
                               dom_ratings_rounded(r.hi)};
}

static void fill_rows(const maker *m, dom_ratings_list *list)
{
    for (uint32_t i = 0; i < m->fit.design.players; i++)
        if (m->options.hidden == NULL || !m->options.hidden[i])
            list->row[list->count++] = rate_player(m, i);
    qsort(list->row, list->count, sizeof *list->row, by_rank);
    number_islands(list);
    for (size_t i = 0; i + 1 < list->count; i++) {
        dom_ratings_rating *row = &list->row[i];
        row->has_next = row->island == row[1].island;
        if (row->has_next)
            row->next = dom_ratings_rounded_difference(difference_of(m, row, row + 1));
    }
}

/* Fill the differences of all players. */
static dom_ratings_rc fill_differences(const maker *m, dom_ratings_list *list)
{
    size_t players = m->fit.design.players;
    list->difference = calloc(players * players + 1, sizeof *list->difference);
    if (list->difference == NULL)
        return DOM_RATINGS_E_NOMEM;
    for (uint32_t a = 0; a < players; a++)
        for (uint32_t b = 0; b < players; b++)
            if (a != b && m->fit.place[a].island == m->fit.place[b].island)
                list->difference[a * players + b] = dom_ratings_rounded_difference(
                    dom_ratings_intervals_difference(&m->intervals, &m->fit, a, b));
    return DOM_RATINGS_OK;
}

static void hand_over_covariance(maker *m, dom_ratings_list *list)
{
    list->covariance = m->intervals.covariance;
    m->intervals.covariance = NULL;
    for (size_t i = 0; i < m->intervals.players * m->intervals.players; i++)
        list->covariance[i] = dom_ratings_rounded(list->covariance[i]);
}

static dom_ratings_rc fill_list(maker *m, dom_ratings_list *list)
{
    list->is_connected = m->fit.is_connected;
    list->sets = m->pool->sets;
    list->matches = m->pool->matches;
    list->tie_nu = dom_ratings_rounded(dom_ratings_tie_weight(&m->fit.spec, m->fit.beta));
    list->log_likelihood = dom_ratings_log_likelihood(&m->fit.spec, m->fit.beta);
    list->steps = m->fit.steps;
    dom_ratings_points_compare(list, m->pool);
    list->variance_reduction = rounded_ratio(list->variance_reduction);
    list->points_variance_reduction = rounded_ratio(list->points_variance_reduction);
    list->information_ratio = rounded_ratio(list->information_ratio);
    list->misfit.chi_square = dom_ratings_rounded(list->misfit.chi_square);
    list->misfit.p = dom_ratings_rounded(list->misfit.p);
    for (uint32_t i = 0; i < m->fit.design.players; i++)
        list->elo[i] = dom_ratings_rounded(dom_ratings_fit_elo(&m->fit, i));
    fill_rows(m, list);
    dom_ratings_rc rc = find_ranks(m, list);
    if (rc == DOM_RATINGS_OK && m->options.wants_differences)
        rc = fill_differences(m, list);
    if (m->options.wants_covariance)
        hand_over_covariance(m, list);
    return rc;
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
    return rc == DOM_RATINGS_OK ? fill_list(m, list) : rc;
}

dom_ratings_rc dom_ratings_list_fit(dom_ratings_list *list, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options)
{
    maker m = {.pool = pool, .options = options ? *options : DOM_RATINGS_LIST_OPTIONS};
    *list = (dom_ratings_list){0};
    dom_ratings_rc rc = dom_ratings_fit_open(&m.fit, pool, &m.options);
    if (rc != DOM_RATINGS_OK)
        return rc;
    rc = dom_ratings_fit_solve(&m.fit, DOM_RATINGS_SOLVE_NEWTON);
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
    free(list->difference);
    free(list->covariance);
    *list = (dom_ratings_list){0};
}
