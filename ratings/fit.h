/* From options to a maximum; private to the library. */
#ifndef DOM_RATINGS_FIT_H
#define DOM_RATINGS_FIT_H

#include "islands.h"
#include "model.h"
#include "ratings/list.h"

typedef struct {
    dom_ratings_design design;
    dom_ratings_model_spec spec;
    double *beta;   /* spec.size                                                 */
    double *mean;   /* weights of the players in the mean of their island      */
    double *anchor; /* weights of the players in what is held of their island  */
    dom_ratings_island_place *place;
    uint32_t islands;
    bool is_connected;
    int steps;
    double error; /* see dom_ratings_list                                              */
} dom_ratings_fit;

/* Check the options and prepare; close it after DOM_RATINGS_OK. E_SEPARATED when there is
 * no maximum. */
dom_ratings_rc dom_ratings_fit_open(dom_ratings_fit *fit, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options);
void dom_ratings_fit_close(dom_ratings_fit *fit);

/* Go on with only so many sets of each outcome count of the design; `beta` stays. */
dom_ratings_rc dom_ratings_fit_recount(dom_ratings_fit *fit,
                                       const dom_ratings_list_options *options,
                                       const double sets[]);

/* Maximise from where `beta` is, at first all equal. */
dom_ratings_rc dom_ratings_fit_solve(dom_ratings_fit *fit, dom_ratings_solve solve);

/* A rating on the scale of the list. */
double dom_ratings_fit_elo(const dom_ratings_fit *fit, const dom_ratings_list_options *options,
                           uint32_t player);

/* The sum of weight * value over the players of an island. */
double dom_ratings_island_sum(const dom_ratings_island_place place[], uint32_t island,
                              const double weight[], const double value[], size_t players);

#endif
