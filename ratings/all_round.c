/* Each list is fitted; then the lists together are one list whose information has a block for each
 * of them. */
#include "all_round_maker.h"

#include "ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Make the ratings relative to what is fixed. */
static void fix_ratings(dom_ratings_all_round_maker *m)
{
    for (uint32_t island = 1; island <= m->islands; island++) {
        double fixed = 0;
        for (size_t i = 0; i < m->count; i++)
            fixed += m->island[i] == island ? m->share[i] * m->elo[i] : 0;
        for (size_t i = 0; i < m->count; i++)
            m->elo[i] -= m->island[i] == island ? fixed : 0;
    }
}

/* Returns the options of a list that fixes the anchor of all lists, or the mean, so that bounds
 * are relative to it. Several anchors stay. */
static dom_ratings_list_options options_of(const dom_ratings_all_round_maker *m,
                                           const dom_ratings_fitted_list *l)
{
    dom_ratings_list_options options = *l->of->options;
    if (options.more_anchors > 0)
        return options;
    options.anchor = DOM_RATINGS_LIST_ANCHOR_MEAN;
    for (size_t i = 0; i < m->count; i++)
        if (dom_ratings_all_round_is_anchor(m, i))
            options.anchor = (int32_t)l->own[i];
    return options;
}

static dom_ratings_rc fit_lists(dom_ratings_all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t v = 0; rc == DOM_RATINGS_OK && v < m->lists; v++) {
        dom_ratings_fitted_list *l = &m->list[v];
        const dom_ratings_list_options options = options_of(m, l);
        rc = dom_ratings_fit_open(&l->fit, l->of->pool, &options);
        if (rc == DOM_RATINGS_OK)
            rc = dom_ratings_fit_solve(&l->fit, DOM_RATINGS_SOLVE_NEWTON);
    }
    return rc;
}

static dom_ratings_rc take_lists(dom_ratings_all_round_maker *m)
{
    double *matrix = calloc(m->count * (m->count + 1) + 1, sizeof *matrix);
    dom_ratings_rc rc = matrix ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    memset(m->elo, 0, m->count * sizeof *m->elo);
    memset(m->covariance, 0, m->count * m->count * sizeof *m->covariance);
    for (uint32_t island = 1; island <= m->islands; island++)
        dom_ratings_all_round_share_island(m, island);
    for (size_t v = 0; rc == DOM_RATINGS_OK && v < m->lists; v++)
        rc = dom_ratings_all_round_take_list(m, v, matrix);
    fix_ratings(m);
    free(matrix);
    return rc;
}

/* Leave out of the means who turned out to have no limit. Returns true if a mean changed. `is_in`
 * has room for all players. */
static bool narrow_means(dom_ratings_all_round_maker *m, bool is_in[])
{
    bool has_changed = false;
    for (size_t i = 0; i < m->count; i++)
        m->bound[i] = dom_ratings_bound_of(isfinite(m->lo[i]), isfinite(m->hi[i]));
    for (uint32_t island = 1; island <= m->islands; island++) {
        for (size_t i = 0; i < m->count; i++)
            is_in[i] = m->island[i] == island && m->is_in[i] &&
                       dom_ratings_all_round_bound_of(m, i) == DOM_RATINGS_BOUND_NONE;
        if (dom_ratings_all_round_has_anchor(m, island) ||
            !dom_ratings_narrow_mean(is_in, m->elo, m->bound, m->count))
            continue;
        for (size_t i = 0; i < m->count; i++)
            if (m->island[i] == island)
                m->is_in[i] = is_in[i];
        has_changed = true;
    }
    return has_changed;
}

static dom_ratings_rc rate(dom_ratings_all_round_maker *m)
{
    dom_ratings_rc rc;
    dom_ratings_all_round_number_islands(m);
    for (size_t i = 0; i < m->count; i++)
        m->bound[i] = dom_ratings_all_round_bound_of(m, i);
    dom_ratings_all_round_choose_means(m);
    do {
        rc = take_lists(m);
        if (rc == DOM_RATINGS_OK)
            rc = dom_ratings_all_round_find_limits(m);
    } while (rc == DOM_RATINGS_OK && narrow_means(m, m->is_in + m->count));
    return rc;
}

dom_ratings_rc dom_ratings_all_round_fit(dom_ratings_all_round *out,
                                         const dom_ratings_all_round_list lists[], size_t count,
                                         const dom_ratings_all_round_options *options)
{
    dom_ratings_all_round_maker m = {.options = options, .lists = count};
    dom_ratings_rc rc = DOM_RATINGS_E_NOMEM;
    *out = (dom_ratings_all_round){0};
    if (dom_ratings_all_round_open_lists(&m, lists)) {
        dom_ratings_all_round_find_ranked(&m);
        rc = dom_ratings_all_round_make_room(&m) ? fit_lists(&m) : DOM_RATINGS_E_NOMEM;
    }
    if (rc == DOM_RATINGS_OK)
        rc = rate(&m);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_all_round_find_differences(&m);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_all_round_make_rows(&m, out);
    dom_ratings_all_round_close_lists(&m);
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
