/* sprt_parts.h - distributions over the classes of sets (ratings/sprt.h), which the test and its
 * estimate share. */
#ifndef DOM_RATINGS_SPRT_PARTS_H
#define DOM_RATINGS_SPRT_PARTS_H

#include "model.h"
#include "ratings/sprt.h"

#define DOM_RATINGS_NELO_UNIT (2 * DOM_RATINGS_ELO_UNIT) /* 800 / ln 10 */

/* Scores and relative frequencies of the classes. */
typedef struct {
    int classes;
    double sets; /* number of sets, with the weight of empty classes */
    double value[DOM_RATINGS_SPRT_CLASSES_MAX], share[DOM_RATINGS_SPRT_CLASSES_MAX];
} dom_ratings_distribution;

/* Compute the frequencies from counts; empty classes get the weight that ratings/sprt.h describes.
 * Returns as dom_ratings_set_score_of. */
dom_ratings_rc dom_ratings_distribution_of(dom_ratings_distribution *d, const double count[],
                                           dom_ratings_sprt_sets sets);

/* Compute mean and variance of the scores, with the frequencies `share` instead of d->share. */
void dom_ratings_moments(const dom_ratings_distribution *d, const double share[], double *mean,
                         double *variance);

#endif
