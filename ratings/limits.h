/* limits.h - 95 % limits of a combination of ratings of one or more lists, from the likelihood.
 *
 * A usual interval, estimate +- t * standard error, fails where losses (or wins) are few: the
 * results vary little, so the standard error is too small, and the likelihood is far from
 * symmetric. These limits compare hypotheses with the results instead. A value belongs to the
 * interval if the best ratings with that value explain the results nearly as well as the best
 * ratings of all.
 */
#ifndef DOM_RATINGS_LIMITS_H
#define DOM_RATINGS_LIMITS_H

#include "model.h"

#include <stdbool.h>

/* Wins and losses of the ghost in a search, which replace the prior of the list. */
#define DOM_RATINGS_LIMITS_GHOST 0.02

/* The part of one list in a combination: w'beta, and the results about it. */
typedef struct {
    const dom_ratings_model_spec *spec; /* its prior and tilt are not used */
    const double *beta;                 /* ratings near the maximum, from which the search begins */
    const double *w;                    /* `size` weights */
    double dispersion; /* variance of the results divided by that of independent matches */
    double step;       /* see dom_ratings_evidence */
    double share;      /* its part of the variance of the combination; 1 of a single list */
    double *work;      /* room for dom_ratings_limit_work(size) numbers */
    double tilt, pull; /* private to limits.c */
} dom_ratings_combined_list;

/* The sum of w'beta over lists whose results are independent of each other. */
typedef struct {
    dom_ratings_combined_list *list;
    size_t count;      /* 1 or more */
    bool is_one_sided; /* results give no limit on the other side */
    double error;      /* an estimate of the standard error, above 0: only the search uses it */
} dom_ratings_combination;

/* Returns the numbers of `work` for `size` parameters. */
size_t dom_ratings_limit_work(size_t size);

/* Find one limit. Returns true if the results give it.
 *
 * Let l(x) be the largest value that the sum over lists of log-likelihood / dispersion has with any
 * ratings of which the combination is x, and X the value of x where it is largest. The limits are
 * the values x at which
 *
 *     r* = r + ln(u / r) / r = +- 1.96
 *     r  = sqrt(2 (l(X) - l(x)))
 *     u  = |X - x| sqrt(|H(X)| / |H(x)| / sum over lists of dispersion w'H(x)^-1 w)
 *
 * with H the information, and |H| its product over lists (O. Barndorff-Nielsen 1986). Before that,
 * 0.4 of a match times the dispersion is taken from the bot's score for its lower limit, and added
 * for the upper one, because results come in whole matches; of several lists each gives its share.
 * If then no loss is left, no upper limit exists. With half a match, the usual correction,
 * intervals hold more than needed; with 0.3 less than 93.5 % in some cases. But if there is no
 * other limit, no result is more extreme, and 0.3 is enough: with 0.4 the interval of a perfect
 * score would be up to 13 % wider than the exact one (tests/ratings/edges.c). The ghost with
 * DOM_RATINGS_LIMITS_GHOST wins and losses keeps l(x) defined.
 *
 * is_upper  which limit
 * limit     receives the combination at the limit, if it exists */
bool dom_ratings_limit_find(const dom_ratings_combination *combination, bool is_upper,
                            double *limit);

#endif
