#include "intervals.h"

#include "distributions.h"
#include "robust.h"

#include <math.h>
#include <stdlib.h>

double dom_ratings_rounded(double x)
{
    return round(x * 1e6) / 1e6 + 0.0;
}

dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    size_t players = fit->design.players, size = fit->spec.size;
    *out = (dom_ratings_intervals_of){.players = players,
                                      .covariance = malloc(players * players * sizeof(double)),
                                      .degrees = malloc(2 * players * sizeof(double)),
                                      .work = malloc((2 * size * size + size) * sizeof(double))};
    out->quantile = out->degrees ? out->degrees + players : NULL;
    return out->covariance && out->degrees && out->work ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
}

void dom_ratings_intervals_close(dom_ratings_intervals_of *out)
{
    free(out->covariance);
    free(out->degrees);
    free(out->work);
    *out = (dom_ratings_intervals_of){0};
}

/* Compute the covariance relative to what is fixed: (I - 1 a') V (I - a 1') in Elo within each
 * island, where a has the weights of what is fixed there. */
static void hold_anchor(dom_ratings_intervals_of *out, const dom_ratings_fit *fit, const double v[])
{
    size_t players = out->players, size = fit->spec.size;
    const dom_ratings_island_place *place = fit->place;
    double *along = out->degrees; /* not used yet, so it serves as work space */
    for (size_t i = 0; i < players; i++)
        along[i] =
            dom_ratings_island_sum(place, place[i].island, fit->anchor, v + i * size, players);
    for (size_t i = 0; i < players; i++) {
        double both = dom_ratings_island_sum(place, place[i].island, fit->anchor, along, players);
        for (size_t k = 0; k < players; k++)
            out->covariance[i * players + k] =
                place[i].island != place[k].island
                    ? 0
                    : DOM_RATINGS_ELO_UNIT * DOM_RATINGS_ELO_UNIT *
                          (v[i * size + k] - along[i] - along[k] + both);
    }
}

/* Compute degrees of freedom and quantiles from the numbers of effective sets. Ratings are relative
 * to the anchor, so players of its island have no more degrees than the anchor. */
static void find_quantiles(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                           const dom_ratings_list_options *options, const double sets[])
{
    for (size_t i = 0; i < out->players; i++) {
        double least = sets[i];
        if (options->anchor >= 0 && fit->place[i].island == 1)
            least = fmin(least, sets[options->anchor]);
        out->degrees[i] =
            options->intervals == DOM_RATINGS_INTERVALS_MODEL ? 0 : fmax(1, least - 1);
        out->quantile[i] = dom_ratings_student_quantile(0.975, out->degrees[i]);
    }
}

dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options)
{
    const dom_ratings_model_spec *spec = &fit->spec;
    bool is_robust = options->intervals == DOM_RATINGS_INTERVALS_SETS;
    double *c = out->work, *v = c + spec->size * spec->size, *sets = v + spec->size * spec->size;
    dom_ratings_model_slopes(spec, fit->beta, v, c); /* the gradient is not needed */
    dom_ratings_rc rc = dom_ratings_invert(c, spec->size);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_effective_sets(spec, fit->beta, c, fit->place, fit->mean, sets);
    if (rc == DOM_RATINGS_OK && is_robust)
        rc = dom_ratings_robust(spec, fit->beta, c, v);
    if (rc != DOM_RATINGS_OK)
        return rc;
    hold_anchor(out, fit, is_robust ? v : c);
    find_quantiles(out, fit, options, sets);
    return DOM_RATINGS_OK;
}

double dom_ratings_intervals_half(const dom_ratings_intervals_of *intervals, uint32_t player)
{
    double variance = intervals->covariance[player * intervals->players + player];
    return intervals->quantile[player] * sqrt(fmax(variance, 0));
}
