/* misfit.h - do the results contradict one rating for each player? ratings/list.h explains it. */
#ifndef DOM_RATINGS_MISFIT_H
#define DOM_RATINGS_MISFIT_H

#include "intervals.h"

/* Compute the misfit of a solved fit with its intervals. Returns DOM_RATINGS_OK, or E_NOMEM with
 * nothing changed. */
dom_ratings_rc dom_ratings_misfit_find(dom_ratings_misfit *out, const dom_ratings_fit *fit,
                                       const dom_ratings_intervals_of *intervals);

#endif
