#include "fit.h"

#include <math.h>
#include <stdlib.h>

enum { NEWTON_STEPS_MAX = 100, MM_STEPS_MAX = 100000 };

static const double prior_max = 1000, anchor_max = 1e6;

static bool are_valid(const dom_list_options *o, const dom_pool *pool)
{
    return isfinite(o->prior) && o->prior >= 0 && o->prior <= prior_max &&
           isfinite(o->anchor_elo) && fabs(o->anchor_elo) <= anchor_max &&
           o->anchor >= DOM_LIST_ANCHOR_MEAN && o->anchor < (int64_t)pool->players &&
           (o->model == DOM_MODEL_HALVES || o->model == DOM_MODEL_DAVIDSON) &&
           (o->intervals == DOM_INTERVALS_SETS || o->intervals == DOM_INTERVALS_MODEL) &&
           (o->solve == DOM_SOLVE_NEWTON || o->solve == DOM_SOLVE_MM);
}

/* Without a draw, nu is 0 and no parameter. */
static bool has_ties(const dom_design *design)
{
    for (size_t i = 0; i < design->contrasts; i++)
        if (design->contrast[i].tie > 0)
            return true;
    return false;
}

dom_ratings_rc dom_fit_open(dom_fit *fit, const dom_pool *pool, const dom_list_options *options)
{
    *fit = (dom_fit){0};
    if (pool->players == 0)
        return DOM_RATINGS_E_EMPTY;
    if (!are_valid(options, pool))
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = dom_design_make(&fit->design, pool);
    if (rc != DOM_RATINGS_OK)
        return rc;
    bool has_nu = options->model == DOM_MODEL_DAVIDSON && has_ties(&fit->design);
    fit->spec = (dom_model_spec){.design = &fit->design,
                                 .prior = options->prior,
                                 .has_nu = has_nu,
                                 .size = pool->players + has_nu};
    fit->beta = calloc(fit->spec.size, sizeof *fit->beta);
    if (fit->beta)
        return DOM_RATINGS_OK;
    dom_fit_close(fit);
    return DOM_RATINGS_E_NOMEM;
}

void dom_fit_close(dom_fit *fit)
{
    free(fit->beta);
    dom_design_clear(&fit->design);
    *fit = (dom_fit){0};
}

static dom_ratings_rc find_error(dom_fit *fit)
{
    size_t size = fit->spec.size;
    double *work = malloc((size + 1) * size * sizeof *work);
    if (work == NULL)
        return DOM_RATINGS_E_NOMEM;
    dom_model_slopes(&fit->spec, fit->beta, work + size * size, work);
    fit->error = dom_model_error(&fit->spec, work + size * size);
    free(work);
    return DOM_RATINGS_OK;
}

dom_ratings_rc dom_fit_solve(dom_fit *fit, dom_solve solve)
{
    dom_ratings_rc rc = DOM_RATINGS_E_CONVERGENCE;
    if (solve == DOM_SOLVE_NEWTON)
        rc = dom_newton(&fit->spec, fit->beta, NEWTON_STEPS_MAX, &fit->steps);
    if (rc == DOM_RATINGS_E_CONVERGENCE) {
        for (size_t i = 0; i < fit->spec.size; i++)
            fit->beta[i] = 0;
        rc = dom_mm(&fit->spec, fit->beta, MM_STEPS_MAX, &fit->steps);
        if (rc == DOM_RATINGS_E_INVALID && solve == DOM_SOLVE_NEWTON)
            rc = DOM_RATINGS_E_CONVERGENCE;
    }
    return rc == DOM_RATINGS_OK ? find_error(fit) : rc;
}

double dom_fit_elo(const dom_fit *fit, const dom_list_options *options, uint32_t player)
{
    size_t players = fit->design.players;
    double anchor = 0;
    for (size_t i = 0; i < players && options->anchor < 0; i++)
        anchor += fit->beta[i] / (double)players;
    if (options->anchor >= 0)
        anchor = fit->beta[options->anchor];
    return options->anchor_elo + DOM_ELO_UNIT * (fit->beta[player] - anchor);
}
