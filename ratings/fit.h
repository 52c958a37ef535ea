/* fit.h - finds the ratings of a pool: checks options, finds islands, maximises the likelihood.
 *
 * Lists, histories and bootstraps all begin with dom_ratings_fit_open and dom_ratings_fit_solve.
 */
#ifndef DOM_RATINGS_FIT_H
#define DOM_RATINGS_FIT_H

#include "islands.h"
#include "model.h"
#include "ratings/list.h"

/* A fit. Parameters are in natural units (model.h). */
typedef struct {
    dom_ratings_design design;
    dom_ratings_model_spec spec;
    double *beta; /* spec.size parameters */
    /* By player: which parameter has its rating, and what is added to it. That is its own, and 0,
     * unless there are several anchors: their ratings move together, so the parameter of the first
     * is the mean of all, and in every contrast it stands for each of them. */
    uint32_t *parameter;
    double *offset;
    double fixed_elo; /* of what is fixed: the rating of the anchor, or the mean of all anchors */
    double *mean;     /* by player: weight in the mean of its island */
    double *anchor;   /* by player: weight in what is fixed on its island, the anchor or the mean */
    bool *is_in;      /* private to fit.c, as is the next */
    double *value;
    dom_ratings_island_place *place;
    uint32_t islands;
    bool is_connected;
    int steps;
    double error; /* largest |observed - expected| score of a player, over max(1, its matches) */
} dom_ratings_fit;

/* Check the options and prepare a fit with all parameters 0. Returns DOM_RATINGS_OK; close the fit
 * then. Or an error of dom_ratings_list_fit, E_SEPARATED if no maximum exists; nothing is open
 * then. */
dom_ratings_rc dom_ratings_fit_open(dom_ratings_fit *fit, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options);
/* Free the memory and set everything to zero. */
void dom_ratings_fit_close(dom_ratings_fit *fit);

/* Continue with other numbers of sets, as if the pool had these. `beta` is unchanged, so the next
 * solution begins there.
 *
 * sets  number of sets of each outcome count of the design
 *
 * Returns DOM_RATINGS_OK, E_SEPARATED or E_NOMEM. */
dom_ratings_rc dom_ratings_fit_recount(dom_ratings_fit *fit,
                                       const dom_ratings_list_options *options,
                                       const double sets[]);

typedef enum {
    DOM_RATINGS_SOLVE_NEWTON, /* Newton's method, and MM if it does not converge: for every list */
    DOM_RATINGS_SOLVE_MM /* minorise-maximise: slow but reliable; no mixed teams, HALVES only */
} dom_ratings_solve;

/* Maximise the likelihood, starting from `beta`. Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM;
 * and E_INVALID if DOM_RATINGS_SOLVE_MM cannot solve this model. */
dom_ratings_rc dom_ratings_fit_solve(dom_ratings_fit *fit, dom_ratings_solve solve);

/* Leave out of a mean who is above it without an upper limit, or below it without a lower one. If
 * the mean has a rating without an upper limit, others have no lower limit relative to it. So only
 * one side is left out, that of the player who is farthest from the mean, or both if they are as
 * far; and the limits of the others have to be found again. Nothing changes if nobody would be
 * left.
 *
 * is_in  by player: it is in the mean
 * value  by player: its rating
 * bound  by player, relative to that mean
 *
 * Returns true if somebody was left out. */
bool dom_ratings_narrow_mean(bool is_in[], const double value[], const dom_ratings_bound bound[],
                             size_t players);

/* Leave such players out of the means of main groups that are fixed. Returns true if one changed.
 */
bool dom_ratings_fit_narrow_means(dom_ratings_fit *fit, const dom_ratings_bound bound[]);

/* Returns the rating of a player in natural units. */
double dom_ratings_fit_value(const dom_ratings_fit *fit, uint32_t player);

/* Returns the rating of a player on the scale of the list, in Elo. */
double dom_ratings_fit_elo(const dom_ratings_fit *fit, uint32_t player);

/* Returns the sum of weight * value over the players of an island. */
double dom_ratings_island_sum(const dom_ratings_island_place place[], uint32_t island,
                              const double weight[], const double value[], size_t players);

#endif
