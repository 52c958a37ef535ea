/* nearby.h - the likelihood of a large list as one player sees it.
 *
 * Each step of a search for limits (limits.h) solves equations with all ratings of the list, which
 * takes a time in proportion to the cube of their number. But the limits of one player depend
 * almost only on its own results, and on how well the other results determine its opponents. So the
 * results of the player stay as they are. The likelihood of all other results is replaced by its
 * quadratic approximation at the maximum with the ghost of limits.h, as if they gave a normal
 * distribution of the ratings. Then only the player and its opponents are parameters.
 *
 * Example: a list of 1,000 bots, each of which met 20 others. A search has 22 parameters instead of
 * 1,000: the 21 ratings, and the part of the mean that the other 979 make.
 */
#ifndef DOM_RATINGS_NEARBY_H
#define DOM_RATINGS_NEARBY_H

#include "model.h"

/* The normal approximation of a whole list. */
typedef struct {
    const dom_ratings_model_spec *spec; /* the list */
    const double *beta;                 /* its ratings */
    double *centre;                     /* its ratings with the prior of limits.h */
    double *covariance;                 /* the inverse of the information there, size x size */
    /* A sum of ratings whose covariances are known, because the sums of most views are nearly the
     * same: its weights, and its covariances with the parameters. The sum of the view differs from
     * it in the weights of `others` parameters. */
    double *weights, *along, variance;
    uint32_t *other;
    size_t others;
    /* Room for the view of one player. Most have few parameters, so `numbers` has room for the
     * largest view so far. */
    dom_ratings_contrast *contrast;
    uint32_t *index, *local;
    double *far, *numbers;
    size_t largest;
} dom_ratings_normal;

/* Approximate a list.
 *
 * spec  the list; it and its design stay in use until dom_ratings_normal_close
 * beta  its ratings, spec->size of them, which also stay in use
 *
 * Returns DOM_RATINGS_OK; E_NOMEM; or E_CONVERGENCE if no maximum was found. Call
 * dom_ratings_normal_close in any case. */
dom_ratings_rc dom_ratings_normal_open(dom_ratings_normal *normal,
                                       const dom_ratings_model_spec *spec, const double beta[]);
void dom_ratings_normal_close(dom_ratings_normal *normal);

/* The list as one player sees it. Its parameters are the ratings of the player, which is number 0,
 * and of all who shared a match with it; then, if any other player has a weight, the sum of weight
 * * rating over the others; and then, if the list has it, the logarithm of the weight of draws. */
typedef struct {
    dom_ratings_design design;   /* the contrasts of the player */
    dom_ratings_rest rest;       /* all other results */
    dom_ratings_model_spec spec; /* of these two */
    double *beta;                /* the list's ratings as values of these parameters */
    double *w;                   /* the weights of these parameters */
    double *work;                /* room for dom_ratings_limit_work(spec.size) numbers */
} dom_ratings_nearby;

/* See a list from one player. The view lies in the room of *normal, so it is valid until another
 * one is made or *normal is closed.
 *
 * w  weights of the ratings of the list, normal->spec->size of them, as in limits.h
 *
 * Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_nearby_see(dom_ratings_nearby *nearby, dom_ratings_normal *normal,
                                      uint32_t player, const double w[]);

#endif
