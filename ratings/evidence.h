/* evidence.h - how much the sets of a pool say about one combination of ratings.
 *
 * A combination is a sum w'beta, such as one rating minus the mean. Let g = C w, where C is the
 * inverse information: to first order, a set with the score contribution u changes w'beta by g'u.
 */
#ifndef DOM_RATINGS_EVIDENCE_H
#define DOM_RATINGS_EVIDENCE_H

#include "model.h"

typedef struct {
    double events;  /* degrees of freedom of an estimate of that variance from the sets. It is 2
                       (sum E q)^2 / sum Var q with q = (g'u)^2. It is computed from the model and
                       from the sets, and the smaller number counts, at most the number of sets that
                       effectively decide, minus 1 for each table. Examples: 100 matches with 5
                       expected losses have about 10 events, because wins say little; 50 sets of two
                       matches, of which 47 ended 1-1, have about 6 */
    double matches; /* matches of a set, weighted by what the sets say */
    double step;    /* by how much one match changes a difference of ratings, relative to the
                       combination: the mean of |x| over matches, weighted by what they say, where x
                       is the difference of the two sides along g / (w'g). Example: 2 for a rating
                       relative to the mean of 2 bots. With draws half of it, because scores come
                       in half matches then */
} dom_ratings_evidence;

/* Compute the evidence about a combination.
 *
 * g       C w, `size` numbers
 * along   w'g, above 0
 * chance  by contrast: what is expected of a match */
dom_ratings_evidence dom_ratings_evidence_of(const dom_ratings_model_spec *spec, const double g[],
                                             double along, const dom_ratings_chance chance[]);

#endif
