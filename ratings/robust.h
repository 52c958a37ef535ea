/* Covariance with the duplicate set as the unit; private to the library. */
#ifndef DOM_RATINGS_ROBUST_H
#define DOM_RATINGS_ROBUST_H

#include "islands.h"
#include "model.h"

/* v = C M C, of size x size (see ratings/list.h).
 *
 * c  the inverse information. Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_robust(const dom_ratings_model_spec *spec, const double beta[],
                                  const double c[], double v[]);

/* For each player: how many sets effectively carry its rating relative to the mean of its
 * island, which has the weights `mean`, by how much each set says about it under the model:
 * (sum a)^2 / sum a^2. 0 without sets. Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_effective_sets(const dom_ratings_model_spec *spec, const double beta[],
                                          const double c[], const dom_ratings_island_place place[],
                                          const double mean[], double sets[]);

#endif
