/* Each interval is about one combination w'beta: a rating minus the mean, or the difference of two
 * ratings. If many results decide it, the limits are estimate +- t * standard error; otherwise they
 * come from the likelihood. */
#include "intervals.h"

#include "dense.h"
#include "distributions.h"
#include "evidence.h"
#include "limits.h"
#include "nearby.h"
#include "robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double normal_reach =
    1.959963984540054; /* 97.5 % quantile of the normal distribution */
static const double unit = DOM_RATINGS_ELO_UNIT;

double dom_ratings_rounded(double x)
{
    return round(x * 1e6) / 1e6 + 0.0;
}

dom_ratings_difference dom_ratings_rounded_difference(dom_ratings_difference d)
{
    d.elo = dom_ratings_rounded(d.elo);
    d.lo = dom_ratings_rounded(d.lo);
    d.hi = dom_ratings_rounded(d.hi);
    d.degrees = dom_ratings_rounded(d.degrees);
    d.los = dom_ratings_rounded(d.los);
    return d;
}

/* ---- memory --------------------------------------------------------------- */

/* Parts of `work`: C and V (size x size each), C times the weights of what is fixed (players), room
 * for w and g of one combination (size each), and the work space of limits.h. */
static double *v_of(const dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    return out->work + fit->spec.size * fit->spec.size;
}

static double *fixed_of(const dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    return v_of(out, fit) + fit->spec.size * fit->spec.size;
}

static double *w_of(const dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    return fixed_of(out, fit) + out->players;
}

static double *g_of(const dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    return w_of(out, fit) + fit->spec.size;
}

static double *limit_work_of(const dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    return g_of(out, fit) + fit->spec.size;
}

dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    size_t players = fit->design.players, size = fit->spec.size;
    *out = (dom_ratings_intervals_of){
        .players = players,
        .covariance = malloc(players * players * sizeof(double)),
        .degrees = malloc(3 * players * sizeof(double)),
        .bound = malloc(players * sizeof *out->bound),
        .chance = malloc((fit->design.contrasts + 1) * sizeof *out->chance),
        .work = malloc((2 * size * size + players + 2 * size + dom_ratings_limit_work(size)) *
                       sizeof(double))};
    if (!out->covariance || !out->degrees || !out->bound || !out->chance || !out->work)
        return DOM_RATINGS_E_NOMEM;
    out->lo = out->degrees + players;
    out->hi = out->lo + players;
    out->inverse = out->work;
    return DOM_RATINGS_OK;
}

void dom_ratings_intervals_close(dom_ratings_intervals_of *out)
{
    free(out->covariance);
    free(out->degrees);
    free(out->bound);
    free(out->chance);
    free(out->work);
    *out = (dom_ratings_intervals_of){0};
}

/* ---- covariance ----------------------------------------------------------- */

/* Compute the covariance relative to what is fixed: (I - 1 a') V (I - a 1') in Elo within each
 * island, where a has the weights of what is fixed there. */
static void hold_anchor(dom_ratings_intervals_of *out, const dom_ratings_fit *fit, const double v[])
{
    size_t players = out->players, size = fit->spec.size;
    const dom_ratings_island_place *place = fit->place;
    double *along = out->degrees; /* not used yet, so it serves as work space */
    for (size_t i = 0; i < players; i++)
        along[i] = dom_ratings_island_sum(place, place[i].island, fit->anchor,
                                          v + fit->parameter[i] * size, players);
    for (size_t i = 0; i < players; i++) {
        double both = dom_ratings_island_sum(place, place[i].island, fit->anchor, along, players);
        for (size_t k = 0; k < players; k++)
            out->covariance[i * players + k] =
                place[i].island != place[k].island
                    ? 0
                    : unit * unit *
                          (v[fit->parameter[i] * size + fit->parameter[k]] - along[i] - along[k] +
                           both);
    }
}

/* ---- combinations --------------------------------------------------------- */

/* Shrink the observed dispersion towards the largest possible one: the matches of a set, if they
 * all come out alike. That one decides where nothing is observed, and has little weight elsewhere.
 */
static double dispersion_of(const dom_ratings_knowledge *k, const dom_ratings_evidence *e,
                            double prior)
{
    double expected = k->expected - prior;
    double ratio = expected > 0 ? fmax(k->observed - prior, 0) / expected : 1;
    return (e->events * ratio + 1) / (e->events + 1 / fmax(e->matches, 1));
}

dom_ratings_knowledge dom_ratings_intervals_study(const dom_ratings_intervals_of *out,
                                                  const dom_ratings_fit *fit, const double w[],
                                                  const double g[], double observed)
{
    dom_ratings_knowledge k = {.observed = observed, .degrees = 1};
    double prior = 0, nu = dom_ratings_tie_weight(&fit->spec, fit->beta);
    for (size_t i = 0; i < out->players; i++) {
        k.expected += w[i] * g[i];
        if (fit->spec.prior > 0)
            prior += g[i] * g[i] * dom_ratings_prior_information(&fit->spec, fit->beta[i], nu);
    }
    if (k.expected <= 0)
        return k;
    dom_ratings_evidence e = dom_ratings_evidence_of(&fit->spec, g, k.expected, out->chance);
    k.matches = e.matches;
    k.step = e.step;
    k.dispersion = dispersion_of(&k, &e, prior);
    k.degrees = fmax(1, e.events);
    return k;
}

double dom_ratings_wide_dispersion(const dom_ratings_knowledge *k, double degrees)
{
    double wider =
        dom_ratings_student_quantile(0.975, degrees) / dom_ratings_student_quantile(0.975, 0);
    return fmin(k->dispersion * wider * wider, fmax(k->matches, k->dispersion));
}

/* Returns true if few results decide a combination, which then has a variance. */
static bool is_rough(const dom_ratings_knowledge *k)
{
    return k->expected > 0 && k->degrees < DOM_RATINGS_DEGREES_MANY;
}

/* The chosen combination for limits.h. */
static dom_ratings_combined_list list_of(const dom_ratings_intervals_of *out,
                                         const dom_ratings_fit *fit, const dom_ratings_knowledge *k)
{
    return (dom_ratings_combined_list){.spec = &fit->spec,
                                       .beta = fit->beta,
                                       .w = w_of(out, fit),
                                       .dispersion = dom_ratings_wide_dispersion(k, k->degrees),
                                       .step = k->step,
                                       .share = 1,
                                       .work = limit_work_of(out, fit)};
}

static dom_ratings_combination combination_of(dom_ratings_combined_list *list,
                                              const dom_ratings_knowledge *k)
{
    return (dom_ratings_combination){
        .list = list, .count = 1, .error = sqrt(list->dispersion * k->expected)};
}

double dom_ratings_limit_distance(const dom_ratings_combination *of, bool is_upper)
{
    double value = 0, limit;
    for (size_t l = 0; l < of->count; l++)
        for (size_t i = 0; i < of->list[l].spec->size; i++)
            value += of->list[l].w[i] * of->list[l].beta[i];
    if (!dom_ratings_limit_find(of, is_upper, &limit))
        return INFINITY;
    return fmax(unit * (is_upper ? limit - value : value - limit), 0);
}

void dom_ratings_limit_distances(dom_ratings_combination *of, dom_ratings_bound bound, double *lo,
                                 double *hi)
{
    *lo = dom_ratings_bound_has_lo(bound) ? dom_ratings_limit_distance(of, false) : INFINITY;
    *hi = dom_ratings_bound_has_hi(bound) ? dom_ratings_limit_distance(of, true) : INFINITY;
    of->is_one_sided = true;
    if (isfinite(*lo) && !isfinite(*hi))
        *lo = dom_ratings_limit_distance(of, false);
    if (isfinite(*hi) && !isfinite(*lo))
        *hi = dom_ratings_limit_distance(of, true);
}

/* ---- ratings -------------------------------------------------------------- */

/* Write w and g of a rating relative to what is fixed on its island. */
static void choose_rating(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                          uint32_t player)
{
    double *w = w_of(out, fit), *g = g_of(out, fit);
    uint32_t own = fit->parameter[player];
    const double *row = out->inverse + own * fit->spec.size, *fixed = fixed_of(out, fit);
    for (size_t i = 0; i < out->players; i++) {
        bool is_here = fit->place[i].island == fit->place[player].island;
        w[i] = is_here ? (i == own) - fit->anchor[i] : 0;
        g[i] = is_here ? row[i] - fixed[i] : 0;
    }
    for (size_t i = out->players; i < fit->spec.size; i++)
        w[i] = g[i] = 0;
}

/* Search as the player sees the list. `normal` is opened for the first such player. */
static dom_ratings_rc see_nearby(dom_ratings_nearby *nearby, const dom_ratings_fit *fit,
                                 uint32_t player, dom_ratings_combined_list *list,
                                 dom_ratings_normal *normal)
{
    dom_ratings_rc rc = DOM_RATINGS_OK;
    if (!normal->covariance)
        rc = dom_ratings_normal_open(normal, &fit->spec, fit->beta);
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_nearby_see(nearby, normal, player, list->w);
    if (rc != DOM_RATINGS_OK)
        return rc;
    list->spec = &nearby->spec;
    list->beta = nearby->beta;
    list->w = nearby->w;
    list->work = nearby->work;
    return DOM_RATINGS_OK;
}

static dom_ratings_rc find_interval(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                                    uint32_t player, dom_ratings_normal *normal)
{
    double variance = fmax(out->covariance[player * out->players + player], 0);
    choose_rating(out, fit, player);
    dom_ratings_knowledge k = dom_ratings_intervals_study(out, fit, w_of(out, fit), g_of(out, fit),
                                                          variance / (unit * unit));
    out->degrees[player] = k.degrees;
    double half = dom_ratings_student_quantile(0.975, out->degrees[player]) * sqrt(variance);
    out->lo[player] = out->hi[player] = half;
    if (!is_rough(&k))
        return DOM_RATINGS_OK;
    dom_ratings_combined_list list = list_of(out, fit, &k);
    dom_ratings_combination of = combination_of(&list, &k);
    dom_ratings_nearby nearby;
    dom_ratings_rc rc = DOM_RATINGS_OK;
    if (out->players > DOM_RATINGS_DIRECT_MAX)
        rc = see_nearby(&nearby, fit, player, &list, normal);
    if (rc == DOM_RATINGS_OK)
        dom_ratings_limit_distances(&of, fit->place[player].bound, &out->lo[player],
                                    &out->hi[player]);
    return rc;
}

static dom_ratings_rc find_intervals(dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    dom_ratings_normal normal = {0};
    dom_ratings_rc rc = DOM_RATINGS_OK;
    for (uint32_t i = 0; rc == DOM_RATINGS_OK && i < out->players; i++)
        rc = find_interval(out, fit, i, &normal);
    dom_ratings_normal_close(&normal);
    return rc;
}

/* The intervals that treat matches as independent. */
static void find_naive(dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    double quantile = dom_ratings_student_quantile(0.975, 0);
    for (uint32_t i = 0; i < out->players; i++) {
        double half = quantile * sqrt(fmax(out->covariance[i * out->players + i], 0));
        dom_ratings_bound bound = fit->place[i].bound;
        out->degrees[i] = 0;
        out->lo[i] = dom_ratings_bound_has_lo(bound) ? half : INFINITY;
        out->hi[i] = dom_ratings_bound_has_hi(bound) ? half : INFINITY;
    }
}

static void find_chances(dom_ratings_intervals_of *out, const dom_ratings_fit *fit)
{
    double nu = dom_ratings_tie_weight(&fit->spec, fit->beta);
    for (size_t i = 0; i < fit->design.contrasts; i++)
        out->chance[i] = dom_ratings_chance_of(
            dom_ratings_contrast_difference(&fit->design.contrast[i], fit->beta), nu);
    for (size_t k = 0; k < out->players; k++) /* C is symmetric: row k is column k */
        fixed_of(out, fit)[k] =
            dom_ratings_island_sum(fit->place, fit->place[k].island, fit->anchor,
                                   out->inverse + k * fit->spec.size, out->players);
}

dom_ratings_rc dom_ratings_intervals_prepare(dom_ratings_intervals_of *out,
                                             const dom_ratings_fit *fit, dom_ratings_intervals kind)
{
    const dom_ratings_model_spec *spec = &fit->spec;
    double *c = out->inverse, *v = v_of(out, fit);
    dom_ratings_model_slopes(spec, fit->beta, v, c); /* the gradient is not needed */
    dom_ratings_rc rc = dom_ratings_invert(c, spec->size);
    if (rc == DOM_RATINGS_OK && kind == DOM_RATINGS_INTERVALS_SETS)
        rc = dom_ratings_robust_covariance(spec, fit->beta, c, v);
    if (rc != DOM_RATINGS_OK)
        return rc;
    hold_anchor(out, fit, kind == DOM_RATINGS_INTERVALS_SETS ? v : c);
    find_chances(out, fit);
    return DOM_RATINGS_OK;
}

/* Find the bounds, and leave out of the means who has no limit. Returns true if a mean changed. */
static bool narrow_means(const dom_ratings_intervals_of *out, dom_ratings_fit *fit)
{
    for (size_t i = 0; i < out->players; i++)
        out->bound[i] = dom_ratings_bound_of(isfinite(out->lo[i]), isfinite(out->hi[i]));
    return dom_ratings_fit_narrow_means(fit, out->bound);
}

dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options)
{
    dom_ratings_rc rc;
    do {
        rc = dom_ratings_intervals_prepare(out, fit, options->intervals);
        if (rc == DOM_RATINGS_OK && options->intervals == DOM_RATINGS_INTERVALS_SETS)
            rc = find_intervals(out, fit);
        else if (rc == DOM_RATINGS_OK)
            find_naive(out, fit);
    } while (rc == DOM_RATINGS_OK && narrow_means(out, fit));
    return rc;
}

dom_ratings_bound dom_ratings_bound_of(bool has_lo, bool has_hi)
{
    if (has_lo)
        return has_hi ? DOM_RATINGS_BOUND_NONE : DOM_RATINGS_BOUND_BELOW;
    return has_hi ? DOM_RATINGS_BOUND_ABOVE : DOM_RATINGS_BOUND_BOTH;
}

dom_ratings_bound dom_ratings_intervals_bound(const dom_ratings_intervals_of *intervals,
                                              uint32_t player)
{
    return intervals->bound[player];
}

/* ---- differences ---------------------------------------------------------- */

static double covariance_of(const dom_ratings_intervals_of *intervals, uint32_t a, uint32_t b)
{
    return intervals->covariance[a * intervals->players + b];
}

/* Write w and g of the difference of two ratings. */
static void choose_difference(const dom_ratings_intervals_of *intervals, const dom_ratings_fit *fit,
                              uint32_t a, uint32_t b)
{
    double *w = w_of(intervals, fit), *g = g_of(intervals, fit);
    uint32_t of_a = fit->parameter[a], of_b = fit->parameter[b];
    const double *row_a = intervals->inverse + of_a * fit->spec.size;
    const double *row_b = intervals->inverse + of_b * fit->spec.size;
    for (size_t i = 0; i < fit->spec.size; i++) {
        w[i] = (double)(i == of_a) - (double)(i == of_b);
        g[i] = row_a[i] - row_b[i];
    }
}

/* The same as distance_below, but not from the limits of the two ratings. */
static double direct_distance_below(const dom_ratings_intervals_of *intervals,
                                    const dom_ratings_fit *fit, uint32_t a, uint32_t b)
{
    double variance = covariance_of(intervals, a, a) + covariance_of(intervals, b, b) -
                      2 * covariance_of(intervals, a, b);
    double error = sqrt(fmax(variance, 0));
    if (intervals->degrees[a] == 0) /* matches count as independent */
        return normal_reach * error;
    choose_difference(intervals, fit, a, b);
    dom_ratings_knowledge k = dom_ratings_intervals_study(
        intervals, fit, w_of(intervals, fit), g_of(intervals, fit), variance / (unit * unit));
    if (!is_rough(&k))
        return dom_ratings_student_quantile(0.975, k.degrees) * error;
    dom_ratings_combined_list list = list_of(intervals, fit, &k);
    dom_ratings_combination of = combination_of(&list, &k);
    return dom_ratings_limit_distance(&of, false);
}

double dom_ratings_distance_of_two(double lo, double hi, double variance_a, double variance_b,
                                   double covariance)
{
    double product = variance_a * variance_b;
    double correlation = product > 0 ? fmin(fmax(covariance / sqrt(product), -1), 1) : 0;
    double square = lo * lo + hi * hi - 2 * correlation * lo * hi;
    return isfinite(square) ? sqrt(fmax(square, 0)) : INFINITY;
}

/* Returns the distance of the lower 95 % limit of the difference of `a` and `b` from its estimate,
 * Elo; INFINITY if results give none. */
static double distance_below(const dom_ratings_intervals_of *intervals, const dom_ratings_fit *fit,
                             uint32_t a, uint32_t b)
{
    if (intervals->players <= DOM_RATINGS_DIRECT_MAX)
        return direct_distance_below(intervals, fit, a, b);
    return dom_ratings_distance_of_two(
        intervals->lo[a], intervals->hi[b], covariance_of(intervals, a, a),
        covariance_of(intervals, b, b), covariance_of(intervals, a, b));
}

static double elo_between(const dom_ratings_fit *fit, uint32_t a, uint32_t b)
{
    return unit * (dom_ratings_fit_value(fit, a) - dom_ratings_fit_value(fit, b));
}

/* A distance of INFINITY gives 0.5, and 0 is between anchors, whose ratings are given. A normal
 * distribution does, because limits with few degrees of freedom come from the likelihood, which
 * allows for them, and with many Student's is normal. */
double dom_ratings_los_of(double elo, double distance)
{
    if (elo < 0)
        return 1 - dom_ratings_los_of(-elo, distance);
    if (distance <= 0)
        return elo > 0 ? 1 : 0.5;
    return dom_ratings_normal_cdf(normal_reach * elo / distance);
}

double dom_ratings_intervals_los(const dom_ratings_intervals_of *intervals,
                                 const dom_ratings_fit *fit, uint32_t a, uint32_t b)
{
    double elo = elo_between(fit, a, b);
    return dom_ratings_los_of(elo, elo < 0 ? distance_below(intervals, fit, b, a)
                                           : distance_below(intervals, fit, a, b));
}

dom_ratings_difference dom_ratings_difference_of(double elo, double below, double above,
                                                 double degrees)
{
    return (dom_ratings_difference){.elo = elo,
                                    .lo = isfinite(below) ? elo - below : elo,
                                    .hi = isfinite(above) ? elo + above : elo,
                                    .has_lo = isfinite(below),
                                    .has_hi = isfinite(above),
                                    .degrees = degrees,
                                    .los = dom_ratings_los_of(elo, elo < 0 ? above : below)};
}

dom_ratings_difference dom_ratings_intervals_difference(const dom_ratings_intervals_of *intervals,
                                                        const dom_ratings_fit *fit, uint32_t a,
                                                        uint32_t b)
{
    return dom_ratings_difference_of(elo_between(fit, a, b), distance_below(intervals, fit, a, b),
                                     distance_below(intervals, fit, b, a),
                                     fmin(intervals->degrees[a], intervals->degrees[b]));
}
