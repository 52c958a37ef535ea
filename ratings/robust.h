/* robust.h - the covariance of ratings with the duplicate set as the independent unit.
 *
 * This is the sandwich estimator of composite likelihoods (V. Godambe 1960). ratings/list.h has the
 * formula.
 */
#ifndef DOM_RATINGS_ROBUST_H
#define DOM_RATINGS_ROBUST_H

#include "islands.h"
#include "model.h"

/* Compute v = C (sum u u' / (1 - h) + P) C, of size x size.
 *
 * c  the inverse information
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_robust(const dom_ratings_model_spec *spec, const double beta[],
                                  const double c[], double v[]);

/* Compute for each player the number of sets that effectively carry its rating relative to the mean
 * of its island. It is (sum a)^2 / sum a^2, where a is the information of one set about that rating
 * under the model. Example: 20 sets with a = 1 and 100 sets with a = 0.01 are 21^2 / 20.01 = 22
 * sets.
 *
 * mean  by player: its weight in the mean of its island
 * sets  receives the numbers; 0 for a player without sets
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_effective_sets(const dom_ratings_model_spec *spec, const double beta[],
                                          const double c[], const dom_ratings_island_place place[],
                                          const double mean[], double sets[]);

#endif
