/* Distributions over the classes of sets; private to the library. */
#ifndef DOM_RATINGS_SPRT_PARTS_H
#define DOM_RATINGS_SPRT_PARTS_H

#include "model.h"
#include "ratings/sprt.h"

#define DOM_RATINGS_NELO_UNIT (2 * DOM_RATINGS_ELO_UNIT) /* 800 / ln 10 */

/* Values and probabilities of the classes. */
typedef struct {
    int classes;
    double sets;
    double value[DOM_RATINGS_SPRT_CLASSES_MAX], share[DOM_RATINGS_SPRT_CLASSES_MAX];
} dom_ratings_distribution;

/* Returns as dom_ratings_set_score_of. */
dom_ratings_rc dom_ratings_distribution_of(dom_ratings_distribution *d, const double count[],
                                           dom_ratings_sprt_sets sets);

/* Mean and variance of the values under other shares. */
void dom_ratings_moments(const dom_ratings_distribution *d, const double share[], double *mean,
                         double *variance);

#endif
