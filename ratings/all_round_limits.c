/* The limits of ratings and differences, from what all lists say. */
#include "all_round_maker.h"

#include "distributions.h"
#include "ranks.h"

#include <math.h>

static const double bias_max = 0.25; /* sum of sqrt(share / degrees), see all_round.h */
static const double unit = DOM_RATINGS_ELO_UNIT;

/* What all lists say about one combination. Variances are in natural units. */
typedef struct {
    double variance, degrees;
    bool is_rough;
} all_knowledge;

static all_knowledge know(const dom_ratings_all_round_maker *m, dom_ratings_compared c)
{
    const dom_ratings_knowledge *k = &m->known[dom_ratings_all_round_number_of(m, c) * m->lists];
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
static dom_ratings_rc combine(dom_ratings_all_round_maker *m, dom_ratings_compared c,
                              const all_knowledge *all, dom_ratings_combination *out)
{
    *out = (dom_ratings_combination){.list = m->combined};
    for (size_t v = 0; v < m->lists; v++) {
        const dom_ratings_knowledge *k =
            &m->known[dom_ratings_all_round_number_of(m, c) * m->lists + v];
        dom_ratings_fitted_list *l = &m->list[v];
        dom_ratings_rc rc = DOM_RATINGS_OK;
        if (k->expected <= 0)
            continue;
        dom_ratings_all_round_choose(m, l, c);
        if (dom_ratings_all_round_is_long(l))
            rc = dom_ratings_nearby_see(&l->nearby, &l->normal, l->own[c.a], l->w);
        if (rc != DOM_RATINGS_OK)
            return rc;
        double dispersion = dom_ratings_wide_dispersion(k, all->degrees);
        m->combined[out->count++] = (dom_ratings_combined_list){
            .spec = dom_ratings_all_round_is_long(l) ? &l->nearby.spec : &l->fit.spec,
            .beta = dom_ratings_all_round_is_long(l) ? l->nearby.beta : l->fit.beta,
            .w = dom_ratings_all_round_is_long(l) ? l->nearby.w : l->w,
            .dispersion = dispersion,
            .step = k->step,
            .share = all->variance > 0 ? k->observed / all->variance : 1,
            .work = dom_ratings_all_round_is_long(l) ? l->nearby.work : l->work};
        out->error += dispersion * k->expected;
    }
    out->error = sqrt(out->error);
    return DOM_RATINGS_OK;
}

/* Find the distances of the limits of a combination, Elo. */
static dom_ratings_rc find_distances(dom_ratings_all_round_maker *m, dom_ratings_compared c,
                                     dom_ratings_bound bound, double *lo, double *hi)
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

dom_ratings_rc dom_ratings_all_round_find_limits(dom_ratings_all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++) {
        dom_ratings_compared rating = {i, m->count};
        m->degrees[i] = know(m, rating).degrees;
        if (m->share[i] < 1)
            rc = find_distances(m, rating, dom_ratings_all_round_bound_of(m, i), &m->lo[i],
                                &m->hi[i]);
    }
    return rc;
}

static double distance_of_two(const dom_ratings_all_round_maker *m, size_t a, size_t b)
{
    const double *c = m->covariance;
    return dom_ratings_distance_of_two(m->lo[a], m->hi[b], c[a * m->count + a], c[b * m->count + b],
                                       c[a * m->count + b]);
}

dom_ratings_rc dom_ratings_all_round_find_differences(dom_ratings_all_round_maker *m)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (size_t b = 0; b < m->count; b++)
        for (size_t a = 0; rc == DOM_RATINGS_OK && a < b; a++) {
            double *below = &m->below[a * m->count + b], *above = &m->below[b * m->count + a];
            if (m->island[a] != m->island[b])
                continue;
            if (dom_ratings_all_round_has_pairs(m))
                rc = find_distances(m, (dom_ratings_compared){a, b}, DOM_RATINGS_BOUND_NONE, below,
                                    above);
            else {
                *below = distance_of_two(m, a, b);
                *above = distance_of_two(m, b, a);
            }
        }
    return rc;
}
