/* ratings/luck.h - points with a part of the luck taken out (control variate).
 *
 * Something is known of each set beside its points that is luck alone, say what a fixed
 * player would have made of the same deals; its mean is known too. Where it goes with
 * the points, the part of them that it explains is taken away: the mean stays an
 * estimate of the same thing, with a smaller variance.
 *
 * A full rotation of the seats takes out every zero-sum luck of deal and seat by itself,
 * so over complete duplicate sets such a control explains nothing; use it for matches
 * that are no such sets, or a control that is not zero-sum.
 */
#ifndef DOM_RATINGS_LUCK_H
#define DOM_RATINGS_LUCK_H

#include "ratings/rc.h"

#include <stddef.h>

typedef struct {
    double points, points_lo, points_hi;       /* mean per set, 95 % interval  */
    double adjusted, adjusted_lo, adjusted_hi; /* the same without the luck    */
    double coefficient; /* points that one unit of the control is worth        */
    double factor;      /* variance of the mean before over after, 1 and more unless the
                           control says nothing; 0: nothing of it is left      */
} dom_ratings_luck;

/* points, control  of each set, finite, magnitude up to 1e12.
 * sets             at least 4.
 * expected         the control's mean over all deals, known beforehand and not from
 *                  these sets; 0 for a zero-sum one.
 * Returns DOM_RATINGS_OK, or E_INVALID for numbers out of their ranges. */
dom_ratings_rc dom_ratings_luck_adjust(dom_ratings_luck *out, const double points[],
                                       const double control[], size_t sets, double expected);

#endif
