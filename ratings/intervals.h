/* intervals.h - covariance and 95 % intervals of the ratings of a solved fit.
 *
 * ratings/list.h explains the intervals.
 */
#ifndef DOM_RATINGS_INTERVALS_H
#define DOM_RATINGS_INTERVALS_H

#include "fit.h"

/* Covariance and intervals by player, relative to what is fixed on its island (fit.h). */
typedef struct {
    size_t players;
    double *covariance; /* players x players, Elo^2; 0 between islands */
    double *degrees;    /* degrees of freedom, 1 or more; 0 with DOM_RATINGS_INTERVALS_MODEL */
    double *lo, *hi; /* distance of each limit from the rating, Elo, 0 or more; INFINITY if results
                        give no such limit */
    bool *is_rough;  /* few results decide, so the limits come from the likelihood (limits.h) */
    dom_ratings_chance *chance; /* by contrast: what is expected of a match */
    double *inverse;            /* of the information: spec.size x spec.size, natural units */
    double *work;               /* private to intervals.c */
} dom_ratings_intervals_of;

/* Allocate memory for the players of the fit. Returns DOM_RATINGS_OK or E_NOMEM. Call
 * dom_ratings_intervals_close in any case. */
dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out,
                                          const dom_ratings_fit *fit);
void dom_ratings_intervals_close(dom_ratings_intervals_of *out);

/* Compute everything for a solved fit. Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options);

/* Returns what the limits say about a rating: its bound if results give no lower or upper limit. */
dom_ratings_bound dom_ratings_intervals_bound(const dom_ratings_intervals_of *intervals,
                                              uint32_t player);

/* Returns true if `a` is surely stronger than `b`: the 95 % interval of their difference lies above
 * 0. */
bool dom_ratings_intervals_is_above(const dom_ratings_intervals_of *intervals,
                                    const dom_ratings_fit *fit, uint32_t a, uint32_t b);

/* Returns the difference of two ratings of one island, not rounded. */
dom_ratings_difference dom_ratings_intervals_difference(const dom_ratings_intervals_of *intervals,
                                                        const dom_ratings_fit *fit, uint32_t a,
                                                        uint32_t b);

/* Returns x rounded to a millionth, as lists show it; -0 becomes 0. */
double dom_ratings_rounded(double x);

#endif
