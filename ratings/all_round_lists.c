/* What a list says about each rating and difference. */
#include "all_round_maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double unit = DOM_RATINGS_ELO_UNIT;

/* Returns the covariance of two ranked players in a list, relative to what the list fixes, Elo^2.
 */
static double list_covariance(const dom_ratings_fitted_list *l, size_t a, size_t b)
{
    return l->intervals.covariance[l->own[a] * l->intervals.players + l->own[b]];
}

/* Make a matrix of the ranked players relative to what is fixed here. `along` has room for `count`
 * numbers. */
static void hold_reference(const dom_ratings_all_round_maker *m, double matrix[], double along[])
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
static void find_fixed(const dom_ratings_all_round_maker *m, const dom_ratings_fitted_list *l,
                       uint32_t island)
{
    size_t size = l->fit.spec.size;
    memset(l->fixed, 0, size * sizeof *l->fixed);
    for (size_t i = 0; i < m->count; i++) {
        const double *row = l->intervals.inverse + dom_ratings_all_round_parameter_of(l, i) * size;
        for (size_t k = 0; m->island[i] == island && k < size; k++)
            l->fixed[k] += m->share[i] * row[k];
    }
}

static void study(dom_ratings_all_round_maker *m, size_t list, dom_ratings_compared c,
                  double variance)
{
    dom_ratings_fitted_list *l = &m->list[list];
    size_t size = l->fit.spec.size;
    const double *row = l->intervals.inverse + dom_ratings_all_round_parameter_of(l, c.a) * size;
    const double *other =
        c.b < m->count ? l->intervals.inverse + dom_ratings_all_round_parameter_of(l, c.b) * size
                       : l->fixed;
    dom_ratings_all_round_choose(m, l, c);
    for (size_t k = 0; k < size; k++)
        l->g[k] = l->weight * (row[k] - other[k]);
    m->known[dom_ratings_all_round_number_of(m, c) * m->lists + list] = dom_ratings_intervals_study(
        &l->intervals, &l->fit, l->w, l->g, l->weight * l->weight * variance / (unit * unit));
}

/* Study all combinations in a list. `matrix` has room for count x (count + 1) numbers. */
static void study_list(dom_ratings_all_round_maker *m, size_t list, double matrix[])
{
    dom_ratings_fitted_list *l = &m->list[list];
    size_t n = m->count;
    for (size_t i = 0; i < n * n; i++)
        matrix[i] = list_covariance(l, i / n, i % n);
    hold_reference(m, matrix, matrix + n * n);
    for (uint32_t island = 1; island <= m->islands; island++) {
        find_fixed(m, l, island);
        for (size_t a = 0; a < n; a++)
            if (m->island[a] == island)
                study(m, list, (dom_ratings_compared){a, n}, fmax(matrix[a * n + a], 0));
    }
    for (size_t b = 0; dom_ratings_all_round_has_pairs(m) && b < n; b++)
        for (size_t a = 0; a < b; a++)
            if (m->island[a] == m->island[b])
                study(m, list, (dom_ratings_compared){a, b},
                      fmax(matrix[a * n + a] + matrix[b * n + b] - 2 * matrix[a * n + b], 0));
    for (size_t i = 0; i < n * n; i++)
        m->covariance[i] += l->weight * l->weight * matrix[i];
    for (size_t i = 0; i < n; i++)
        m->elo[i] += l->weight * unit * dom_ratings_fit_value(&l->fit, l->own[i]);
}

dom_ratings_rc dom_ratings_all_round_take_list(dom_ratings_all_round_maker *m, size_t list,
                                               double matrix[])
{
    dom_ratings_fitted_list *l = &m->list[list];
    size_t size = l->fit.spec.size;
    free(l->w);
    dom_ratings_normal_close(&l->normal);
    l->w =
        malloc((3 * size + (dom_ratings_all_round_is_long(l) ? 0 : dom_ratings_limit_work(size))) *
               sizeof *l->w);
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
    if (rc == DOM_RATINGS_OK && dom_ratings_all_round_is_long(l))
        rc = dom_ratings_normal_open(&l->normal, &l->fit.spec, l->fit.beta);
    return rc;
}
