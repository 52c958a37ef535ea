/* intervals.h - covariance and 95 % intervals of the ratings of a solved fit.
 *
 * ratings/list.h explains the two kinds of intervals.
 */
#ifndef DOM_RATINGS_INTERVALS_H
#define DOM_RATINGS_INTERVALS_H

#include "fit.h"

/* Covariance and quantiles by player, relative to what is fixed on its island (fit.h). */
typedef struct {
    size_t players;
    double *covariance; /* players x players, Elo^2; 0 between islands */
    double *degrees;    /* degrees of freedom, 1 or more; 0 with DOM_RATINGS_INTERVALS_MODEL */
    double *quantile;   /* 97.5 % quantile of Student's t with these degrees */
    double *work;       /* private to intervals.c */
} dom_ratings_intervals_of;

/* Allocate memory for the players of the fit. Returns DOM_RATINGS_OK or E_NOMEM. Call
 * dom_ratings_intervals_close in any case. */
dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out,
                                          const dom_ratings_fit *fit);
void dom_ratings_intervals_close(dom_ratings_intervals_of *out);

/* Compute everything for a solved fit. Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options);

/* Returns half the width of the 95 % interval of a rating, in Elo. */
double dom_ratings_intervals_half(const dom_ratings_intervals_of *intervals, uint32_t player);

/* Returns x rounded to a millionth, as lists show it; -0 becomes 0. */
double dom_ratings_rounded(double x);

#endif
