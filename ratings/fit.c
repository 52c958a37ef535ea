#include "fit.h"

#include <math.h>
#include <stdlib.h>

enum { NEWTON_STEPS_MAX = 100, MM_STEPS_MAX = 100000 };

static const double prior_max = 1000, anchor_max = 1e6;
static const double nearly = 1e-6; /* of a rating: differences that are only rounding */

/* Returns true if the further anchors are different players with ratings in range. */
static bool are_anchors(const dom_ratings_list_options *o, const dom_ratings_pool *pool)
{
    bool ok = o->more_anchors == 0 || o->anchor >= 0;
    for (size_t i = 0; ok && i < o->more_anchors; i++) {
        const dom_ratings_anchor *a = &o->more_anchor[i];
        ok = a->player < pool->players && a->player != (uint32_t)o->anchor && isfinite(a->elo) &&
             fabs(a->elo) <= anchor_max;
        for (size_t k = 0; k < i; k++)
            ok &= o->more_anchor[k].player != a->player;
    }
    return ok;
}

static bool are_valid(const dom_ratings_list_options *o, const dom_ratings_pool *pool)
{
    return are_anchors(o, pool) && isfinite(o->prior) && o->prior >= 0 && o->prior <= prior_max &&
           isfinite(o->anchor_elo) && fabs(o->anchor_elo) <= anchor_max &&
           o->anchor >= DOM_RATINGS_LIST_ANCHOR_MEAN && o->anchor < (int64_t)pool->players &&
           (o->model == DOM_RATINGS_MODEL_HALVES || o->model == DOM_RATINGS_MODEL_DAVIDSON) &&
           (o->intervals == DOM_RATINGS_INTERVALS_SETS ||
            o->intervals == DOM_RATINGS_INTERVALS_MODEL);
}

/* Returns true if a match was drawn. Without one nu is 0 and not a parameter. */
static bool has_ties(const dom_ratings_design *design)
{
    for (size_t i = 0; i < design->contrasts; i++)
        if (design->contrast[i].tie > 0)
            return true;
    return false;
}

/* Give all who are in a mean the same weight. */
static void weigh_island(dom_ratings_fit *fit, uint32_t island, const bool is_in[])
{
    double count = 0;
    for (size_t i = 0; i < fit->design.players; i++)
        count += is_in[i];
    for (size_t i = 0; i < fit->design.players; i++)
        if (fit->place[i].island == island)
            fit->mean[i] = is_in[i] / count;
}

/* Fill the weights of the means and of what is fixed. The mean of an island is that of its main
 * group, or of all if there is none. Other ratings depend on the prior alone and would make the
 * mean as uncertain as they are. */
static void weigh(dom_ratings_fit *fit, int32_t anchor)
{
    size_t players = fit->design.players;
    for (uint32_t island = 1; island <= fit->islands; island++) {
        bool has_main = false;
        for (size_t i = 0; i < players; i++)
            has_main |=
                fit->place[i].island == island && fit->place[i].bound == DOM_RATINGS_BOUND_NONE;
        for (size_t i = 0; i < players; i++)
            fit->is_in[i] = fit->place[i].island == island &&
                            (!has_main || fit->place[i].bound == DOM_RATINGS_BOUND_NONE);
        weigh_island(fit, island, fit->is_in);
    }
    for (size_t i = 0; i < players; i++)
        fit->anchor[i] =
            anchor >= 0 && fit->place[i].island == 1 ? i == (size_t)anchor : fit->mean[i];
}

/* Returns how far a player is above the mean if it has no upper limit; or with `is_below`, below it
 * if it has no lower one. 0 of others. */
static double farness(double above, dom_ratings_bound bound, bool is_below)
{
    if (is_below)
        return dom_ratings_bound_has_lo(bound) ? 0 : fmax(-above, 0);
    return dom_ratings_bound_has_hi(bound) ? 0 : fmax(above, 0);
}

bool dom_ratings_narrow_mean(bool is_in[], const double value[], const dom_ratings_bound bound[],
                             size_t players)
{
    size_t left = 0, dropped = 0;
    double mean = 0, far[2] = {0};
    for (size_t i = 0; i < players; i++) {
        left += is_in[i];
        mean += is_in[i] ? value[i] : 0;
    }
    mean /= (double)left;
    for (size_t i = 0; i < players; i++)
        for (int below = 0; is_in[i] && below < 2; below++)
            far[below] = fmax(far[below], farness(value[i] - mean, bound[i], below));
    for (int drop = 0; drop < 2; drop++) { /* the first time, they are only counted */
        if (drop && (dropped == 0 || dropped == left))
            return false;
        for (size_t i = 0; i < players; i++)
            for (int below = 0; is_in[i] && below < 2; below++)
                if (far[below] >= far[!below] - nearly &&
                    farness(value[i] - mean, bound[i], below) > nearly) {
                    dropped++;
                    is_in[i] = !drop;
                }
    }
    return true;
}

bool dom_ratings_fit_narrow_means(dom_ratings_fit *fit, const dom_ratings_bound bound[])
{
    size_t players = fit->design.players;
    bool has_changed = false;
    for (size_t i = 0; i < players; i++)
        fit->value[i] = dom_ratings_fit_value(fit, (uint32_t)i);
    for (uint32_t island = 1; island <= fit->islands; island++) {
        for (size_t i = 0; i < players; i++)
            fit->is_in[i] = fit->place[i].island == island && fit->mean[i] > 0 &&
                            fit->place[i].bound == DOM_RATINGS_BOUND_NONE &&
                            fit->anchor[i] == fit->mean[i];
        if (!dom_ratings_narrow_mean(fit->is_in, fit->value, bound, players))
            continue;
        weigh_island(fit, island, fit->is_in);
        for (size_t i = 0; i < players; i++)
            if (fit->place[i].island == island)
                fit->anchor[i] = fit->mean[i];
        has_changed = true;
    }
    return has_changed;
}

/* Put all anchors where the first one is. */
static void place_anchors(dom_ratings_fit *fit, const dom_ratings_list_options *o)
{
    for (size_t i = 0; i < o->more_anchors; i++)
        fit->place[o->more_anchor[i].player] = fit->place[o->anchor];
    if (o->more_anchors > 0)
        fit->is_connected = fit->place[o->anchor].size + o->more_anchors == fit->design.players;
}

/* Find the islands and the weights. Returns E_SEPARATED if no maximum exists. */
static dom_ratings_rc place_all(dom_ratings_fit *fit, const dom_ratings_list_options *options)
{
    dom_ratings_rc rc = dom_ratings_islands_find(&fit->design, options->anchor, fit->place,
                                                 &fit->islands, &fit->is_connected);
    if (rc == DOM_RATINGS_OK)
        place_anchors(fit, options);
    if (rc == DOM_RATINGS_OK && options->prior <= 0 && !fit->is_connected)
        rc = DOM_RATINGS_E_SEPARATED;
    if (rc == DOM_RATINGS_OK)
        weigh(fit, options->anchor);
    return rc;
}

dom_ratings_rc dom_ratings_fit_recount(dom_ratings_fit *fit,
                                       const dom_ratings_list_options *options, const double sets[])
{
    dom_ratings_design_recount(&fit->design, sets);
    return place_all(fit, options);
}

/* Let the parameter of the anchor stand for all anchors. */
static void join_anchors(dom_ratings_fit *fit, const dom_ratings_list_options *o)
{
    fit->fixed_elo = o->anchor_elo;
    for (uint32_t i = 0; i < fit->design.players; i++)
        fit->parameter[i] = i;
    if (o->more_anchors == 0)
        return;
    for (size_t i = 0; i < o->more_anchors; i++)
        fit->fixed_elo += (o->more_anchor[i].elo - o->anchor_elo) / (double)(o->more_anchors + 1);
    fit->offset[o->anchor] = (o->anchor_elo - fit->fixed_elo) / DOM_RATINGS_ELO_UNIT;
    for (size_t i = 0; i < o->more_anchors; i++) {
        const dom_ratings_anchor *a = &o->more_anchor[i];
        fit->parameter[a->player] = (uint32_t)o->anchor;
        fit->offset[a->player] = (a->elo - fit->fixed_elo) / DOM_RATINGS_ELO_UNIT;
        fit->design.matches[o->anchor] += fit->design.matches[a->player];
        fit->design.matches[a->player] = 0;
    }
    for (size_t i = 0; i < fit->design.contrasts; i++) {
        dom_ratings_contrast *c = &fit->design.contrast[i];
        for (int k = 0; k < c->terms; k++) {
            c->offset += c->x[k] * fit->offset[c->player[k]];
            c->player[k] = fit->parameter[c->player[k]];
        }
    }
}

static dom_ratings_rc prepare(dom_ratings_fit *fit, const dom_ratings_list_options *options)
{
    size_t players = fit->design.players;
    bool has_nu = options->model == DOM_RATINGS_MODEL_DAVIDSON && has_ties(&fit->design);
    fit->spec = (dom_ratings_model_spec){.design = &fit->design,
                                         .prior = options->prior,
                                         .has_nu = has_nu,
                                         .size = players + has_nu};
    fit->beta = calloc(fit->spec.size, sizeof *fit->beta);
    fit->parameter = calloc(players, sizeof *fit->parameter);
    fit->offset = calloc(players, sizeof *fit->offset);
    fit->mean = calloc(players, sizeof *fit->mean);
    fit->anchor = calloc(players, sizeof *fit->anchor);
    fit->is_in = calloc(players, sizeof *fit->is_in);
    fit->value = calloc(players, sizeof *fit->value);
    fit->place = calloc(players, sizeof *fit->place);
    if (!fit->beta || !fit->parameter || !fit->offset || !fit->mean || !fit->anchor ||
        !fit->is_in || !fit->value || !fit->place)
        return DOM_RATINGS_E_NOMEM;
    join_anchors(fit, options);
    return place_all(fit, options);
}

dom_ratings_rc dom_ratings_fit_open(dom_ratings_fit *fit, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options)
{
    *fit = (dom_ratings_fit){0};
    if (pool->players == 0)
        return DOM_RATINGS_E_EMPTY;
    if (!are_valid(options, pool))
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = dom_ratings_design_make(&fit->design, pool);
    if (rc == DOM_RATINGS_OK)
        rc = prepare(fit, options);
    if (rc != DOM_RATINGS_OK)
        dom_ratings_fit_close(fit);
    return rc;
}

void dom_ratings_fit_close(dom_ratings_fit *fit)
{
    free(fit->beta);
    free(fit->parameter);
    free(fit->offset);
    free(fit->mean);
    free(fit->anchor);
    free(fit->is_in);
    free(fit->value);
    free(fit->place);
    dom_ratings_design_clear(&fit->design);
    *fit = (dom_ratings_fit){0};
}

/* Compute fit->error. */
static dom_ratings_rc find_error(dom_ratings_fit *fit)
{
    size_t size = fit->spec.size;
    double *work = malloc((size + 1) * size * sizeof *work);
    if (work == NULL)
        return DOM_RATINGS_E_NOMEM;
    dom_ratings_model_slopes(&fit->spec, fit->beta, work + size * size, work);
    fit->error = dom_ratings_model_error(&fit->spec, work + size * size);
    free(work);
    return DOM_RATINGS_OK;
}

dom_ratings_rc dom_ratings_fit_solve(dom_ratings_fit *fit, dom_ratings_solve solve)
{
    dom_ratings_rc rc = DOM_RATINGS_E_CONVERGENCE;
    if (solve == DOM_RATINGS_SOLVE_NEWTON)
        rc = dom_ratings_newton(&fit->spec, fit->beta, NEWTON_STEPS_MAX, &fit->steps);
    if (rc == DOM_RATINGS_E_CONVERGENCE) {
        for (size_t i = 0; i < fit->spec.size; i++)
            fit->beta[i] = 0;
        rc = dom_ratings_solve_mm(&fit->spec, fit->beta, MM_STEPS_MAX, &fit->steps);
        if (rc == DOM_RATINGS_E_INVALID && solve == DOM_RATINGS_SOLVE_NEWTON)
            rc = DOM_RATINGS_E_CONVERGENCE;
    }
    return rc == DOM_RATINGS_OK ? find_error(fit) : rc;
}

double dom_ratings_island_sum(const dom_ratings_island_place place[], uint32_t island,
                              const double weight[], const double value[], size_t players)
{
    double sum = 0;
    for (size_t i = 0; i < players; i++)
        if (place[i].island == island)
            sum += weight[i] * value[i];
    return sum;
}

double dom_ratings_fit_value(const dom_ratings_fit *fit, uint32_t player)
{
    return fit->beta[fit->parameter[player]] + fit->offset[player];
}

double dom_ratings_fit_elo(const dom_ratings_fit *fit, uint32_t player)
{
    double held = dom_ratings_island_sum(fit->place, fit->place[player].island, fit->anchor,
                                         fit->beta, fit->design.players);
    return fit->fixed_elo + DOM_RATINGS_ELO_UNIT * (dom_ratings_fit_value(fit, player) - held);
}
