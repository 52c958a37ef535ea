#include "ratings/list.h"

#include "fit.h"
#include "points.h"
#include "robust.h"
#include "student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SETS = 20 };

const char *dom_bound_word(dom_bound bound)
{
    static const char *const words[] = {
        [DOM_BOUND_NONE] = "",
        [DOM_BOUND_BELOW] = ">",
        [DOM_BOUND_ABOVE] = "<",
        [DOM_BOUND_BOTH] = "<>",
    };
    return words[bound];
}

/* Everything on the way from a pool to a list. */
typedef struct {
    const dom_pool *pool;
    dom_list_options options;
    dom_fit fit;
    double *covariance; /* of ratings relative to the anchor, Elo^2            */
    double *degrees, *quantile;
} maker;

/* A millionth of a point, and no negative zero. */
static double rounded(double x)
{
    return round(x * 1e6) / 1e6 + 0.0;
}

/* ---- covariance ----------------------------------------------------------- */

/* (I - 1 a') V (I - a 1') in Elo within each island, a the weights of what is held there. */
static void hold_anchor(maker *m, const double v[])
{
    size_t players = m->fit.design.players, size = m->fit.spec.size;
    const dom_place *place = m->fit.place;
    double *along = m->degrees; /* free until the degrees are known            */
    for (size_t i = 0; i < players; i++)
        along[i] = dom_island_sum(place, place[i].island, m->fit.anchor, v + i * size, players);
    for (size_t i = 0; i < players; i++) {
        double both = dom_island_sum(place, place[i].island, m->fit.anchor, along, players);
        for (size_t k = 0; k < players; k++)
            m->covariance[i * players + k] =
                place[i].island != place[k].island
                    ? 0
                    : DOM_ELO_UNIT * DOM_ELO_UNIT * (v[i * size + k] - along[i] - along[k] + both);
    }
}

/* From effective sets to degrees of freedom and quantiles; those of the anchor limit its
 * island's. */
static void find_quantiles(maker *m, const double sets[])
{
    size_t players = m->fit.design.players;
    for (size_t i = 0; i < players; i++) {
        double least = sets[i];
        if (m->options.anchor >= 0 && m->fit.place[i].island == 1)
            least = fmin(least, sets[m->options.anchor]);
        m->degrees[i] = m->options.intervals == DOM_INTERVALS_MODEL ? 0 : fmax(1, least - 1);
        m->quantile[i] = dom_student_quantile(0.975, m->degrees[i]);
    }
}

static dom_ratings_rc find_covariance(maker *m, double c[], double v[], double sets[])
{
    const dom_model_spec *spec = &m->fit.spec;
    dom_model_slopes(spec, m->fit.beta, v, c); /* the gradient is not needed   */
    dom_ratings_rc rc = dom_invert(c, spec->size);
    if (rc == DOM_RATINGS_OK)
        rc = dom_effective_sets(spec, m->fit.beta, c, m->fit.place, m->fit.mean, sets);
    if (rc == DOM_RATINGS_OK && m->options.intervals == DOM_INTERVALS_SETS)
        rc = dom_robust(spec, m->fit.beta, c, v);
    if (rc != DOM_RATINGS_OK)
        return rc;
    hold_anchor(m, m->options.intervals == DOM_INTERVALS_SETS ? v : c);
    find_quantiles(m, sets);
    return DOM_RATINGS_OK;
}

/* ---- lines ---------------------------------------------------------------- */

static double variance_of(const maker *m, uint32_t player)
{
    return fmax(m->covariance[player * m->fit.design.players + player], 0);
}

static double difference_error(const maker *m, uint32_t a, uint32_t b)
{
    size_t players = m->fit.design.players;
    return sqrt(
        fmax(variance_of(m, a) + variance_of(m, b) - 2 * m->covariance[a * players + b], 0));
}

static dom_rating row_of(const maker *m, uint32_t player)
{
    const dom_pool_player *p = &m->pool->player[player];
    double elo = dom_fit_elo(&m->fit, &m->options, player);
    double half = m->quantile[player] * sqrt(variance_of(m, player));
    dom_rating row = {.player = player,
                      .elo = rounded(elo),
                      .elo_lo = rounded(elo - half),
                      .elo_hi = rounded(elo + half),
                      .degrees = rounded(m->degrees[player]),
                      .los_next = -1,
                      .bound = m->fit.place[player].bound,
                      .island = m->fit.place[player].island,
                      .few_sets = m->degrees[player] < FEW_SETS - 1 &&
                                  m->options.intervals == DOM_INTERVALS_SETS,
                      .sets = p->sets,
                      .matches = p->matches,
                      .wins = p->wins,
                      .draws = p->draws,
                      .losses = p->losses};
    dom_points_rate(&row, p);
    row.points = rounded(row.points);
    row.points_lo = rounded(row.points_lo);
    row.points_hi = rounded(row.points_hi);
    return row;
}

static int by_rank(const void *a, const void *b)
{
    const dom_rating *x = a, *y = b;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

/* Is it certain, at 95 %, that `a` is above `b`? */
static bool is_above(const maker *m, const dom_rating *a, const dom_rating *b)
{
    double quantile = fmax(m->quantile[a->player], m->quantile[b->player]);
    return a->island == b->island && a->elo > b->elo &&
           a->elo - b->elo > quantile * difference_error(m, a->player, b->player);
}

static void find_ranks(const maker *m, dom_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        dom_rating *row = &list->row[i];
        row->rank_lo = 1;
        for (size_t k = 0; k < list->count; k++) {
            row->rank_lo += is_above(m, &list->row[k], row);
            row->rank_hi += list->row[k].island == row->island && !is_above(m, row, &list->row[k]);
        }
    }
}

static double los(const maker *m, const dom_rating *a, const dom_rating *b)
{
    double error = difference_error(m, a->player, b->player);
    double degrees = fmin(m->degrees[a->player], m->degrees[b->player]);
    if (error <= 0)
        return a->elo > b->elo ? 1 : 0.5;
    return rounded(dom_student_cdf((a->elo - b->elo) / error, degrees));
}

static void fill_rows(const maker *m, dom_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        list->row[i] = row_of(m, i);
    qsort(list->row, list->count, sizeof *list->row, by_rank);
    find_ranks(m, list);
    for (size_t i = 0; i + 1 < list->count; i++)
        if (list->row[i].island == list->row[i + 1].island)
            list->row[i].los_next = los(m, &list->row[i], &list->row[i + 1]);
}

static void hand_over_covariance(maker *m, dom_list *list)
{
    list->covariance = m->covariance;
    m->covariance = NULL;
    for (size_t i = 0; i < list->count * list->count; i++)
        list->covariance[i] = rounded(list->covariance[i]);
}

static void fill_list(maker *m, dom_list *list)
{
    list->islands = m->fit.islands;
    list->is_connected = m->fit.is_connected;
    list->sets = m->pool->sets;
    list->matches = m->pool->matches;
    list->tie_nu = rounded(dom_nu(&m->fit.spec, m->fit.beta));
    list->log_likelihood = dom_log_likelihood(&m->fit.spec, m->fit.beta);
    list->steps = m->fit.steps;
    list->mean_error = m->fit.error;
    dom_points_compare(list, m->pool);
    list->variance_reduction = rounded(list->variance_reduction);
    list->points_variance_reduction = rounded(list->points_variance_reduction);
    list->information_ratio = rounded(list->information_ratio);
    fill_rows(m, list);
    if (m->options.wants_covariance)
        hand_over_covariance(m, list);
}

/* ---- the whole ------------------------------------------------------------ */

static dom_ratings_rc make_list(maker *m, dom_list *list)
{
    size_t players = m->fit.design.players, size = m->fit.spec.size;
    m->covariance = malloc(players * players * sizeof *m->covariance);
    m->degrees = malloc(2 * players * sizeof *m->degrees);
    m->quantile = m->degrees + players;
    list->row = calloc(players, sizeof *list->row);
    list->count = players;
    double *work = malloc((2 * size * size + size) * sizeof *work);
    dom_ratings_rc rc = DOM_RATINGS_E_NOMEM;
    if (m->covariance && m->degrees && list->row && work)
        rc = find_covariance(m, work, work + size * size, work + 2 * size * size);
    free(work);
    if (rc == DOM_RATINGS_OK)
        fill_list(m, list);
    return rc;
}

dom_ratings_rc dom_list_fit(dom_list *list, const dom_pool *pool, const dom_list_options *options)
{
    maker m = {.pool = pool, .options = options ? *options : DOM_LIST_OPTIONS};
    *list = (dom_list){0};
    dom_ratings_rc rc = dom_fit_open(&m.fit, pool, &m.options);
    if (rc != DOM_RATINGS_OK)
        return rc;
    rc = dom_fit_solve(&m.fit, m.options.solve);
    if (rc == DOM_RATINGS_OK)
        rc = make_list(&m, list);
    free(m.covariance);
    free(m.degrees);
    dom_fit_close(&m.fit);
    if (rc != DOM_RATINGS_OK)
        dom_list_clear(list);
    return rc;
}

void dom_list_clear(dom_list *list)
{
    free(list->row);
    free(list->covariance);
    *list = (dom_list){0};
}
