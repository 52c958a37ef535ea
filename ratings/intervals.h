/* How far ratings can be trusted; private to the library. */
#ifndef DOM_RATINGS_INTERVALS_H
#define DOM_RATINGS_INTERVALS_H

#include "fit.h"

/* By player, relative to what is held of its island. */
typedef struct {
    size_t players;
    double *covariance; /* Elo^2; 0 between islands                           */
    double *degrees;    /* of freedom, at least 1; 0 with DOM_RATINGS_INTERVALS_MODEL */
    double *quantile;   /* 97.5 % of Student's t with them                    */
    double *work;
} dom_ratings_intervals_of;

/* Room for as many players as the fit has; close it in any case. E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out,
                                          const dom_ratings_fit *fit);
void dom_ratings_intervals_close(dom_ratings_intervals_of *out);

/* Fill it for a fit that is solved. Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, const dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options);

/* Half of the 95 % interval of a rating, Elo. */
double dom_ratings_intervals_half(const dom_ratings_intervals_of *intervals, uint32_t player);

/* What lists show: a millionth of a point, and no negative zero. */
double dom_ratings_rounded(double x);

#endif
