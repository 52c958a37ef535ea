/* robust.h - the covariance of ratings with the duplicate set as the independent unit.
 *
 * This is the sandwich estimator of composite likelihoods (V. Godambe 1960). ratings/list.h has the
 * formula.
 */
#ifndef DOM_RATINGS_ROBUST_H
#define DOM_RATINGS_ROBUST_H

#include "model.h"

/* Compute v = C (M + P) C, of size x size.
 *
 * M is the sum over sets of u u', where u is the contribution of a set to the score equations. In a
 * table with two or more sets the mean of its sets is subtracted first. Without that, a pairing
 * whose results differ from what the ratings expect, as between bots that beat each other in a
 * circle, would look like a pairing with varying results. The u u' of a table with one set is
 * divided by 1 - h instead, where h is its leverage. P is the information of the prior.
 *
 * c  the inverse information
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_robust_covariance(const dom_ratings_model_spec *spec,
                                             const double beta[], const double c[], double v[]);

#endif
