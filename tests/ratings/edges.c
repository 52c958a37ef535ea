/* Measures how often 95 % intervals contain the true rating where few results decide: strong
 * favourites, few sets, perfect scores, and sets whose matches depend on each other.
 *
 *     edges          some seconds
 *     edges long     half a minute: more sets and more simulated lists
 *
 * Two bots are computed exactly: every possible result of G sets of two matches is rated, and the
 * probabilities of those whose interval contains the true difference are added up. Larger lists are
 * simulated. An interval without a limit contains everything on that side. Prints Markdown tables,
 * whose rows outside their limits end with FAILED, and exits with 1 if there is one. calibration.md
 * explains their columns.
 */
#include "edges.h"

#include "distributions.h"
#include "pools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail_hard(const char *what)
{
    (void)fprintf(stderr, "edges: %s\n", what);
    exit(2);
}

void *zeros(size_t count, size_t bytes)
{
    void *of = calloc(count, bytes);
    if (of == NULL)
        fail_hard("out of memory");
    return of;
}

dom_ratings_list fit_pool(const dom_ratings_pool *pool, int32_t anchor)
{
    dom_ratings_list list;
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.anchor_elo = 0;
    options.anchor = anchor;
    if (dom_ratings_list_fit(&list, pool, &options) != DOM_RATINGS_OK)
        fail_hard("a list cannot be fitted");
    return list;
}

range range_of(const dom_ratings_rating *row)
{
    return (range){.lo = dom_ratings_bound_has_lo(row->bound) ? row->elo_lo : -INFINITY,
                   .hi = dom_ratings_bound_has_hi(row->bound) ? row->elo_hi : INFINITY};
}

void add_set(dom_ratings_pool *pool, const dom_ratings_match set[], size_t matches)
{
    if (dom_ratings_pool_add_set(pool, set, matches) != DOM_RATINGS_OK)
        fail_hard("a set is refused");
}

/* Returns P(X <= p) of the beta distribution with a, b above 0. */
static double beta_cdf(double p, double a, double b)
{
    return 1 - dom_ratings_f_tail(b * p / (a * (1 - p)), 2 * a, 2 * b);
}

static double beta_quantile(double chance, double a, double b)
{
    double lo = 0, hi = 1;
    for (int i = 0; i < 60; i++) {
        double p = (lo + hi) / 2;
        *(beta_cdf(p, a, b) < chance ? &lo : &hi) = p;
    }
    return (lo + hi) / 2;
}

double elo_at(double score)
{
    return 400 * log10(score / (1 - score));
}

double score_at(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

range exact_range(double won, double sets)
{
    return (range){
        .lo = won > 0 ? elo_at(beta_quantile(.025, won, sets - won + 1)) : -INFINITY,
        .hi = won < sets ? elo_at(beta_quantile(.975, won + 1, sets - won)) : INFINITY,
    };
}

double width_of(range r, range exact)
{
    if (isfinite(r.hi - r.lo) && isfinite(exact.hi - exact.lo))
        return (r.hi - r.lo) / (exact.hi - exact.lo);
    return (score_at(r.hi) - score_at(r.lo)) / (score_at(exact.hi) - score_at(exact.lo));
}

int main(int argc, char **argv)
{
    bool is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    bool ok = judge_two_bots(is_long);
    return judge_networks(is_long) && ok ? 0 : 1;
}
