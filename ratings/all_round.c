/* Each list is fitted; then the lists together are one list whose information has a block for each
 * of them. */
#include "ratings/all_round.h"

#include "distributions.h"
#include "intervals.h"
#include "nearby.h"
#include "ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* With more players than this, differences follow from the limits of both ratings. */
enum { PAIRS_MAX = 12 };

static const double bias_max = 0.25; /* sum of sqrt(share / degrees), see all_round.h */
static const double unit = DOM_RATINGS_ELO_UNIT;

/* A fitted list. */
typedef struct {
    const dom_ratings_all_round_list *of;
    double weight; /* its part of all weights */
    dom_ratings_fit fit;
    dom_ratings_intervals_of intervals; /* open while the list is studied */
    dom_ratings_normal normal;          /* of a long list */
    dom_ratings_nearby nearby;
    uint32_t *own;         /* by ranked player: its number in the pool */
    double *w, *g, *fixed; /* by parameter: of one combination, and C times the reference */
    double *work;          /* for limits.h */
} fitted_list;

/* The rating of one player, or the difference of two, that is looked at. */
typedef struct {
    size_t a, b; /* ranked players; b is count: what is fixed */
} compared;

typedef struct {
    const dom_ratings_all_round_options *options;
    size_t lists, count; /* of lists, and of ranked players */
    fitted_list *list;
    uint32_t *player; /* by ranked player: its number in all lists together */
    uint32_t *island; /* by ranked player, from 1 */
    uint32_t islands;
    dom_ratings_bound *bound; /* by ranked player: what lists, then limits, say */
    bool *is_in;              /* by ranked player: it is in the mean of its island */
    double *share;            /* by ranked player: its part of what is fixed on its island */
    double *covariance;       /* of the ranked players, Elo^2 */
    double *elo;              /* by ranked player, relative to what is fixed */
    double *lo, *hi;          /* distances of the limits; INFINITY if there is none */
    double *degrees;
    double *below; /* [a * count + b]: distance of the lower limit of a - b */
    /* [which * lists + list]: ratings by ranked player; then, of few players, pairs. */
    dom_ratings_knowledge *known;
    dom_ratings_combined_list *combined; /* room for one combination */
} all_round_maker;

/* ---- which combination ---------------------------------------------------------------- */

static bool has_pairs(const all_round_maker *m)
{
    return m->count <= PAIRS_MAX;
}

/* Returns the number of combinations that are studied. */
static size_t combinations_of(const all_round_maker *m)
{
    return m->count + (has_pairs(m) ? m->count * (m->count - 1) / 2 : 0);
}

/* Returns the number of the combination; a < b, or b is count. */
static size_t number_of(const all_round_maker *m, compared c)
{
    return c.b == m->count ? c.a : m->count + c.b * (c.b - 1) / 2 + c.a;
}

static uint32_t parameter_of(const fitted_list *l, size_t ranked)
{
    return l->fit.parameter[l->own[ranked]];
}

/* Write w of a combination in a list. */
static void choose(const all_round_maker *m, const fitted_list *l, compared c)
{
    memset(l->w, 0, l->fit.spec.size * sizeof *l->w);
    l->w[parameter_of(l, c.a)] += l->weight;
    if (c.b < m->count) {
        l->w[parameter_of(l, c.b)] -= l->weight;
        return;
    }
    for (size_t i = 0; i < m->count; i++)
        if (m->island[i] == m->island[c.a])
            l->w[parameter_of(l, i)] -= l->weight * m->share[i];
}

/* ---- who is ranked --------------------------------------------------------------------- */

/* Find the player's number in a list. Returns false if it has no line there. */
static bool find_own(const dom_ratings_all_round_list *l, uint32_t player, uint32_t *own)
{
    for (uint32_t i = 0; i < l->pool->players; i++)
        if (l->player[i] == player && l->pool->player[i].sets > 0 &&
            (l->options->hidden == NULL || !l->options->hidden[i])) {
            *own = i;
            return true;
        }
    return false;
}

static void find_ranked(all_round_maker *m)
{
    for (uint32_t player = 0; player < m->options->players; player++) {
        bool is_ranked = true;
        for (size_t v = 0; is_ranked && v < m->lists; v++)
            is_ranked = find_own(m->list[v].of, player, &m->list[v].own[m->count]);
        if (is_ranked)
            m->player[m->count++] = player;
    }
}

/* ---- islands and what is fixed ----------------------------------------------------------- */

static bool is_same_island(const all_round_maker *m, size_t a, size_t b)
{
    bool is_same = true;
    for (size_t v = 0; v < m->lists; v++) {
        const fitted_list *l = &m->list[v];
        is_same &= l->fit.place[l->own[a]].island == l->fit.place[l->own[b]].island;
    }
    return is_same;
}

/* Returns what the lists say about the limits of a player, before any search. */
static dom_ratings_bound bound_of(const all_round_maker *m, size_t ranked)
{
    bool has_lo = true, has_hi = true;
    for (size_t v = 0; v < m->lists; v++) {
        dom_ratings_bound bound = m->list[v].fit.place[m->list[v].own[ranked]].bound;
        has_lo &= dom_ratings_bound_has_lo(bound);
        has_hi &= dom_ratings_bound_has_hi(bound);
    }
    return dom_ratings_bound_of(has_lo, has_hi);
}

static bool is_anchor(const all_round_maker *m, size_t ranked)
{
    return m->options->anchor >= 0 && m->player[ranked] == (uint32_t)m->options->anchor;
}

/* Returns the number of players on the island of a player, and more than all for the anchor's. */
static size_t island_size(const all_round_maker *m, size_t of)
{
    size_t size = 0;
    for (size_t i = 0; i < m->count; i++)
        if (is_same_island(m, of, i))
            size += is_anchor(m, i) ? m->count + 1 : 1;
    return size;
}

/* Number the islands: that of the anchor or the largest one first, then by their first players. */
static void number_islands(all_round_maker *m)
{
    size_t first = 0, most = 0;
    for (size_t i = 0; i < m->count; i++) {
        size_t size = island_size(m, i);
        first = size > most ? i : first;
        most = size > most ? size : most;
    }
    for (size_t k = 0; k < m->count; k++) {
        size_t next = k == 0 ? first : k - 1 < first ? k - 1 : k;
        m->islands += m->island[next] == 0;
        for (size_t i = 0; i < m->count && m->island[next] == 0; i++)
            if (i != next && is_same_island(m, i, next))
                m->island[i] = m->islands;
        if (m->island[next] == 0)
            m->island[next] = m->islands;
    }
}

/* Returns true if the anchor is on this island. */
static bool has_anchor(const all_round_maker *m, uint32_t island)
{
    bool is_there = false;
    for (size_t i = 0; i < m->count; i++)
        is_there |= m->island[i] == island && is_anchor(m, i);
    return is_there;
}

/* Begin with the mean of the players with both limits, or of all if there are none. */
static void choose_means(all_round_maker *m)
{
    for (uint32_t island = 1; island <= m->islands; island++) {
        bool has_limited = false;
        for (size_t i = 0; i < m->count; i++)
            has_limited |= m->island[i] == island && m->bound[i] == DOM_RATINGS_BOUND_NONE;
        for (size_t i = 0; i < m->count; i++)
            if (m->island[i] == island)
                m->is_in[i] = !has_limited || m->bound[i] == DOM_RATINGS_BOUND_NONE;
    }
}

/* Fill the part of each player of an island in what is fixed. */
static void share_island(all_round_maker *m, uint32_t island)
{
    bool is_anchored = has_anchor(m, island);
    double sum = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->island[i] == island)
            sum += m->share[i] = is_anchored ? is_anchor(m, i) : m->is_in[i];
    for (size_t i = 0; i < m->count; i++)
        m->share[i] /= m->island[i] == island ? sum : 1;
}

/* ---- what a list says ---------------------------------------------------------------------- */

/* Returns the covariance of two ranked players in a list, relative to what the list fixes, Elo^2.
 */
static double list_covariance(const fitted_list *l, size_t a, size_t b)
{
    return l->intervals.covariance[l->own[a] * l->intervals.players + l->own[b]];
}

/* Make a matrix of the ranked players relative to what is fixed here. `along` has room for `count`
 * numbers. */
static void hold_reference(const all_round_maker *m, double matrix[], double along[])
{
    for (size_t i = 0; i < m->count; i++) {
        along[i] = 0;
        for (size_t k = 0; k < m->count; k++)
            if (m->island[i] == m->island[k])
                along[i] += m->share[k] * matrix[i * m->count + k];
    }
    for (size_t i = 0; i < m->count; i++) {
        double both = 0;
        for (size_t k = 0; k < m->count; k++)
            both += m->island[i] == m->island[k] ? m->share[k] * along[k] : 0;
        for (size_t k = 0; k < m->count; k++)
            matrix[i * m->count + k] = m->island[i] == m->island[k]
                                           ? matrix[i * m->count + k] - along[i] - along[k] + both
                                           : 0;
    }
}

/* Fill C times the reference of an island. */
static void find_fixed(const all_round_maker *m, const fitted_list *l, uint32_t island)
{
    size_t size = l->fit.spec.size;
    memset(l->fixed, 0, size * sizeof *l->fixed);
    for (size_t i = 0; i < m->count; i++) {
        const double *row = l->intervals.inverse + parameter_of(l, i) * size;
        for (size_t k = 0; m->island[i] == island && k < size; k++)
            l->fixed[k] += m->share[i] * row[k];
    }
}

static void study(all_round_maker *m, size_t list, compared c, double variance)
{
    fitted_list *l = &m->list[list];
    size_t size = l->fit.spec.size;
    const double *row = l->intervals.inverse + parameter_of(l, c.a) * size;
    const double *other =
        c.b < m->count ? l->intervals.inverse + parameter_of(l, c.b) * size : l->fixed;
    choose(m, l, c);
    for (size_t k = 0; k < size; k++)
        l->g[k] = l->weight * (row[k] - other[k]);
    m->known[number_of(m, c) * m->lists + list] = dom_ratings_intervals_study(
        &l->intervals, &l->fit, l->w, l->g, l->weight * l->weight * variance / (unit * unit));
}

/* Study all combinations in a list. `matrix` has room for count x (count + 1) numbers. */
static void study_list(all_round_maker *m, size_t list, double matrix[])
{
    fitted_list *l = &m->list[list];
    size_t n = m->count;
    for (size_t i = 0; i < n * n; i++)
        matrix[i] = list_covariance(l, i / n, i % n);
    hold_reference(m, matrix, matrix + n * n);
    for (uint32_t island = 1; island <= m->islands; island++) {
        find_fixed(m, l, island);
        for (size_t a = 0; a < n; a++)
            if (m->island[a] == island)
                study(m, list, (compared){a, n}, fmax(matrix[a * n + a], 0));
    }
    for (size_t b = 0; has_pairs(m) && b < n; b++)
        for (size_t a = 0; a < b; a++)
            if (m->island[a] == m->island[b])
                study(m, list, (compared){a, b},
                      fmax(matrix[a * n + a] + matrix[b * n + b] - 2 * matrix[a * n + b], 0));
    for (size_t i = 0; i < n * n; i++)
        m->covariance[i] += l->weight * l->weight * matrix[i];
    for (size_t i = 0; i < n; i++)
        m->elo[i] += l->weight * unit * dom_ratings_fit_value(&l->fit, l->own[i]);
}

static bool is_long(const fitted_list *l)
{
    return l->fit.design.players > DOM_RATINGS_DIRECT_MAX;
}

/* Open what the study of a list needs, study it, and keep what a search for limits needs. */
static dom_ratings_rc take_list(all_round_maker *m, size_t list, double matrix[])
{
    fitted_list *l = &m->list[list];
    size_t size = l->fit.spec.size;
    free(l->w);
    dom_ratings_normal_close(&l->normal);
    l->w = malloc((3 * size + (is_long(l) ? 0 : dom_ratings_limit_work(size))) * sizeof *l->w);
    dom_ratings_rc rc = dom_ratings_intervals_open(&l->intervals, &l->fit);
    if (l->w == NULL || rc != DOM_RATINGS_OK)
        return DOM_RATINGS_E_NOMEM;
    l->g = l->w + size;
    l->fixed = l->g + size;
    l->work = l->fixed + size;
    rc = dom_ratings_intervals_prepare(&l->intervals, &l->fit, DOM_RATINGS_INTERVALS_SETS);
    if (rc == DOM_RATINGS_OK)
        study_list(m, list, matrix);
    dom_ratings_intervals_close(&l->intervals);
    if (rc == DOM_RATINGS_OK && is_long(l))
        rc = dom_ratings_normal_open(&l->normal, &l->fit.spec, l->fit.beta);
    return rc;
}

/* ---- limits -------------------------------------------------------------------------------- */

/* What all lists say about one combination. Variances are in natural units. */
typedef struct {
    double variance, degrees;
    bool is_rough;
} all_knowledge;

static all_knowledge know(const all_round_maker *m, compared c)
{
    const dom_ratings_knowledge *k = &m->known[number_of(m, c) * m->lists];
    all_knowledge all = {0};
    double squares = 0, bias = 0;
    for (size_t v = 0; v < m->lists; v++)
        all.variance += k[v].observed;
    for (size_t v = 0; v < m->lists && all.variance > 0; v++) {
        double share = k[v].observed / all.variance;
        squares += share * share / k[v].degrees;
        bias += sqrt(share / k[v].degrees);
    }
    all.degrees = squares > 0 ? fmax(1 / squares, 1) : 1;
    all.is_rough = all.degrees < DOM_RATINGS_DEGREES_MANY || bias > bias_max;
    return all;
}

/* Make the combination for limits.h. A list in which it has no variance has no part in it. */
static dom_ratings_rc combine(all_round_maker *m, compared c, const all_knowledge *all,
                              dom_ratings_combination *out)
{
    *out = (dom_ratings_combination){.list = m->combined};
    for (size_t v = 0; v < m->lists; v++) {
        const dom_ratings_knowledge *k = &m->known[number_of(m, c) * m->lists + v];
        fitted_list *l = &m->list[v];
        dom_ratings_rc rc = DOM_RATINGS_OK;
        if (k->expected <= 0)
            continue;
        choose(m, l, c);
        if (is_long(l))
            rc = dom_ratings_nearby_see(&l->nearby, &l->normal, l->own[c.a], l->w);
        if (rc != DOM_RATINGS_OK)
            return rc;
        double dispersion = dom_ratings_wide_dispersion(k, all->degrees);
        m->combined[out->count++] = (dom_ratings_combined_list){
            .spec = is_long(l) ? &l->nearby.spec : &l->fit.spec,
            .beta = is_long(l) ? l->nearby.beta : l->fit.beta,
            .w = is_long(l) ? l->nearby.w : l->w,
            .dispersion = dispersion,
            .step = k->step,
            .share = all->variance > 0 ? k->observed / all->variance : 1,
            .work = is_long(l) ? l->nearby.work : l->work};
        out->error += dispersion * k->expected;
    }
    out->error = sqrt(out->error);
    return DOM_RATINGS_OK;
}

/* Find the distances of the limits of a combination, Elo. */
static dom_ratings_rc find_distances(all_round_maker *m, compared c, dom_ratings_bound bound,
                                     double *lo, double *hi)
{
    all_knowledge all = know(m, c);
    dom_ratings_combination of;
    *lo = *hi = unit * dom_ratings_student_quantile(0.975, all.degrees) * sqrt(all.variance);
    if (!all.is_rough)
        return DOM_RATINGS_OK;
    dom_ratings_rc rc = combine(m, c, &all, &of);
    if (rc == DOM_RATINGS_OK && of.count > 0)
        dom_ratings_limit_distances(&of, bound, lo, hi);
    return rc;
}

static dom_ratings_rc find_limits(all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++) {
        compared rating = {i, m->count};
        m->degrees[i] = know(m, rating).degrees;
        if (m->share[i] < 1)
            rc = find_distances(m, rating, bound_of(m, i), &m->lo[i], &m->hi[i]);
    }
    return rc;
}

static double distance_of_two(const all_round_maker *m, size_t a, size_t b)
{
    const double *c = m->covariance;
    return dom_ratings_distance_of_two(m->lo[a], m->hi[b], c[a * m->count + a], c[b * m->count + b],
                                       c[a * m->count + b]);
}

static dom_ratings_rc find_differences(all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t b = 0; b < m->count; b++)
        for (size_t a = 0; rc == DOM_RATINGS_OK && a < b; a++) {
            double *below = &m->below[a * m->count + b], *above = &m->below[b * m->count + a];
            if (m->island[a] != m->island[b])
                continue;
            if (has_pairs(m))
                rc = find_distances(m, (compared){a, b}, DOM_RATINGS_BOUND_NONE, below, above);
            else {
                *below = distance_of_two(m, a, b);
                *above = distance_of_two(m, b, a);
            }
        }
    return rc;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static bool are_near(const void *context, size_t a, size_t b)
{
    const all_round_maker *m = context;
    return m->island[a] == m->island[b];
}

static bool is_above(const void *context, size_t a, size_t b)
{
    const all_round_maker *m = context;
    return m->elo[a] > m->elo[b] && m->elo[a] - m->elo[b] > m->below[a * m->count + b];
}

static dom_ratings_difference difference_of(const all_round_maker *m, size_t a, size_t b)
{
    return dom_ratings_rounded_difference(
        dom_ratings_difference_of(m->elo[a] - m->elo[b], m->below[a * m->count + b],
                                  m->below[b * m->count + a], fmin(m->degrees[a], m->degrees[b])));
}

static double los_of(const void *context, size_t a, size_t b)
{
    return difference_of(context, a, b).los;
}

/* Make the ratings relative to what is fixed. */
static void fix_ratings(all_round_maker *m)
{
    for (uint32_t island = 1; island <= m->islands; island++) {
        double fixed = 0;
        for (size_t i = 0; i < m->count; i++)
            fixed += m->island[i] == island ? m->share[i] * m->elo[i] : 0;
        for (size_t i = 0; i < m->count; i++)
            m->elo[i] -= m->island[i] == island ? fixed : 0;
    }
}

/* Returns true for the anchor, for each of several, and for who is alone on its island: no list has
 * a variance for it. */
static bool is_fixed(const all_round_maker *m, size_t i)
{
    const dom_ratings_knowledge *k = &m->known[number_of(m, (compared){i, m->count}) * m->lists];
    bool is_free = false;
    for (size_t v = 0; v < m->lists; v++)
        is_free |= k[v].expected > 0;
    return !is_free;
}

static dom_ratings_all_round_row row_of(const all_round_maker *m, size_t i,
                                        dom_ratings_rank_range range)
{
    double elo = m->options->anchor_elo + m->elo[i];
    bool has_lo = isfinite(m->lo[i]), has_hi = isfinite(m->hi[i]);
    return (dom_ratings_all_round_row){.player = m->player[i],
                                       .elo = dom_ratings_rounded(elo),
                                       .elo_lo = dom_ratings_rounded(has_lo ? elo - m->lo[i] : elo),
                                       .elo_hi = dom_ratings_rounded(has_hi ? elo + m->hi[i] : elo),
                                       .bound = m->bound[i],
                                       .is_fixed = is_fixed(m, i),
                                       .rank_lo = range.lo,
                                       .rank_hi = range.hi,
                                       .island = m->island[i]};
}

/* A row and which ranked player it is of. */
typedef struct {
    dom_ratings_all_round_row row;
    size_t ranked;
} placed_row;

static int by_rank(const void *a, const void *b)
{
    const dom_ratings_all_round_row *x = &((const placed_row *)a)->row;
    const dom_ratings_all_round_row *y = &((const placed_row *)b)->row;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

static void fill_rows(const all_round_maker *m, const placed_row placed[],
                      dom_ratings_all_round *out)
{
    size_t n = out->count = m->count;
    out->islands = m->islands;
    for (size_t i = 0; i < n; i++) {
        out->row[i] = placed[i].row;
        out->row[i].has_next = i + 1 < n && placed[i].row.island == placed[i + 1].row.island;
        if (out->row[i].has_next)
            out->row[i].next = difference_of(m, placed[i].ranked, placed[i + 1].ranked);
        for (size_t k = 0; k < n; k++)
            out->covariance[i * n + k] =
                dom_ratings_rounded(m->covariance[placed[i].ranked * n + placed[k].ranked]);
    }
}

static dom_ratings_rc make_rows(all_round_maker *m, dom_ratings_all_round *out)
{
    const dom_ratings_rows rows = {m->count, m, are_near, is_above, los_of};
    dom_ratings_rank_range *range = calloc(m->count + 1, sizeof *range);
    placed_row *placed = calloc(m->count + 1, sizeof *placed);
    out->row = calloc(m->count + 1, sizeof *out->row);
    out->covariance = calloc(m->count * m->count + 1, sizeof *out->covariance);
    dom_ratings_rc rc =
        range && placed && out->row && out->covariance ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_ranks_find(&rows, m->options->is_simultaneous, range);
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++)
        placed[i] = (placed_row){row_of(m, i, range[i]), i};
    if (rc == DOM_RATINGS_OK) {
        qsort(placed, m->count, sizeof *placed, by_rank);
        fill_rows(m, placed, out);
    }
    free(range);
    free(placed);
    return rc;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool open_lists(all_round_maker *m, const dom_ratings_all_round_list lists[])
{
    double all = 0;
    m->list = calloc(m->lists, sizeof *m->list);
    m->combined = calloc(m->lists, sizeof *m->combined);
    m->player = calloc(m->options->players + 1, sizeof *m->player);
    bool ok = m->list && m->combined && m->player;
    for (size_t v = 0; v < m->lists; v++)
        all += lists[v].weight;
    for (size_t v = 0; ok && v < m->lists; v++) {
        m->list[v] = (fitted_list){.of = &lists[v], .weight = lists[v].weight / all};
        m->list[v].own = calloc(m->options->players + 1, sizeof *m->list[v].own);
        ok = m->list[v].own != NULL;
    }
    return ok;
}

static bool make_room(all_round_maker *m)
{
    size_t n = m->count;
    m->island = calloc(n + 1, sizeof *m->island);
    m->bound = calloc(n + 1, sizeof *m->bound);
    m->is_in = calloc(2 * n + 1, sizeof *m->is_in);
    m->share = calloc(5 * n + 1, sizeof *m->share);
    m->elo = m->share + n;
    m->lo = m->elo + n;
    m->hi = m->lo + n;
    m->degrees = m->hi + n;
    m->covariance = calloc(n * n + 1, sizeof *m->covariance);
    m->below = calloc(n * n + 1, sizeof *m->below);
    m->known = calloc(combinations_of(m) * m->lists + 1, sizeof *m->known);
    return m->island && m->bound && m->is_in && m->share && m->covariance && m->below && m->known;
}

static void close_all(all_round_maker *m)
{
    for (size_t v = 0; m->list && v < m->lists; v++) {
        dom_ratings_intervals_close(&m->list[v].intervals);
        dom_ratings_normal_close(&m->list[v].normal);
        dom_ratings_fit_close(&m->list[v].fit);
        free(m->list[v].own);
        free(m->list[v].w);
    }
    free(m->list);
    free(m->combined);
    free(m->player);
    free(m->island);
    free(m->bound);
    free(m->is_in);
    free(m->share);
    free(m->covariance);
    free(m->below);
    free(m->known);
}

/* Returns the options of a list that fixes the anchor of all lists, or the mean, so that bounds
 * are relative to it. Several anchors stay. */
static dom_ratings_list_options options_of(const all_round_maker *m, const fitted_list *l)
{
    dom_ratings_list_options options = *l->of->options;
    if (options.more_anchors > 0)
        return options;
    options.anchor = DOM_RATINGS_LIST_ANCHOR_MEAN;
    for (size_t i = 0; i < m->count; i++)
        if (is_anchor(m, i))
            options.anchor = (int32_t)l->own[i];
    return options;
}

static dom_ratings_rc fit_lists(all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t v = 0; rc == DOM_RATINGS_OK && v < m->lists; v++) {
        fitted_list *l = &m->list[v];
        const dom_ratings_list_options options = options_of(m, l);
        rc = dom_ratings_fit_open(&l->fit, l->of->pool, &options);
        if (rc == DOM_RATINGS_OK)
            rc = dom_ratings_fit_solve(&l->fit, DOM_RATINGS_SOLVE_NEWTON);
    }
    return rc;
}

static dom_ratings_rc take_lists(all_round_maker *m)
{
    double *matrix = calloc(m->count * (m->count + 1) + 1, sizeof *matrix);
    dom_ratings_rc rc = matrix ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    memset(m->elo, 0, m->count * sizeof *m->elo);
    memset(m->covariance, 0, m->count * m->count * sizeof *m->covariance);
    for (uint32_t island = 1; island <= m->islands; island++)
        share_island(m, island);
    for (size_t v = 0; rc == DOM_RATINGS_OK && v < m->lists; v++)
        rc = take_list(m, v, matrix);
    fix_ratings(m);
    free(matrix);
    return rc;
}

/* Leave out of the means who turned out to have no limit. Returns true if a mean changed. `is_in`
 * has room for all players. */
static bool narrow_means(all_round_maker *m, bool is_in[])
{
    bool has_changed = false;
    for (size_t i = 0; i < m->count; i++)
        m->bound[i] = dom_ratings_bound_of(isfinite(m->lo[i]), isfinite(m->hi[i]));
    for (uint32_t island = 1; island <= m->islands; island++) {
        for (size_t i = 0; i < m->count; i++)
            is_in[i] =
                m->island[i] == island && m->is_in[i] && bound_of(m, i) == DOM_RATINGS_BOUND_NONE;
        if (has_anchor(m, island) || !dom_ratings_narrow_mean(is_in, m->elo, m->bound, m->count))
            continue;
        for (size_t i = 0; i < m->count; i++)
            if (m->island[i] == island)
                m->is_in[i] = is_in[i];
        has_changed = true;
    }
    return has_changed;
}

static dom_ratings_rc rate(all_round_maker *m)
{
    dom_ratings_rc rc;
    number_islands(m);
    for (size_t i = 0; i < m->count; i++)
        m->bound[i] = bound_of(m, i);
    choose_means(m);
    do {
        rc = take_lists(m);
        if (rc == DOM_RATINGS_OK)
            rc = find_limits(m);
    } while (rc == DOM_RATINGS_OK && narrow_means(m, m->is_in + m->count));
    return rc;
}

dom_ratings_rc dom_ratings_all_round_fit(dom_ratings_all_round *out,
                                         const dom_ratings_all_round_list lists[], size_t count,
                                         const dom_ratings_all_round_options *options)
{
    all_round_maker m = {.options = options, .lists = count};
    dom_ratings_rc rc = DOM_RATINGS_E_NOMEM;
    *out = (dom_ratings_all_round){0};
    if (open_lists(&m, lists)) {
        find_ranked(&m);
        rc = make_room(&m) ? fit_lists(&m) : DOM_RATINGS_E_NOMEM;
    }
    if (rc == DOM_RATINGS_OK)
        rc = rate(&m);
    if (rc == DOM_RATINGS_OK)
        rc = find_differences(&m);
    if (rc == DOM_RATINGS_OK)
        rc = make_rows(&m, out);
    close_all(&m);
    if (rc != DOM_RATINGS_OK)
        dom_ratings_all_round_clear(out);
    return rc;
}

void dom_ratings_all_round_clear(dom_ratings_all_round *all)
{
    free(all->row);
    free(all->covariance);
    *all = (dom_ratings_all_round){0};
}
