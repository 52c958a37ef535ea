/* sprt_parts.h - distributions over the classes of sets and the rule of a test (ratings/sprt.h),
 * which the test and its estimate share. */
#ifndef DOM_RATINGS_SPRT_PARTS_H
#define DOM_RATINGS_SPRT_PARTS_H

#include "model.h"
#include "ratings/sprt.h"

#include <stdbool.h>

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

/* Compute the most likely distribution with this mean, d->share being the frequencies that were
 * seen. Returns false if no distribution over the classes has it. */
bool dom_ratings_fit_mean(const dom_ratings_distribution *d, double mean, double share[]);

/* Returns the mean score of a bot that is so many Elo stronger. */
double dom_ratings_score_of_elo(double elo);

/* Fill in the number of sets of every class, with what a test of two bots that meet begins with. */
void dom_ratings_sprt_weights(const dom_ratings_sprt *test, double weight[]);

/* Compute the ratio and the verdict that the test has with these weights, whatever its own counts
 * are. Returns as dom_ratings_sprt_llr; after a failure the verdict is UNDECIDED. */
dom_ratings_rc dom_ratings_sprt_judge(const dom_ratings_sprt *test, const double weight[],
                                      double *llr, dom_ratings_sprt_verdict *verdict);

#endif
