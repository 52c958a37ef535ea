/* ratings/luck.h - removes a part of the luck from points (control variate).
 *
 * For each set there is a second number, the control, that depends on luck alone. An example is the
 * points that a fixed player, the baseline, would have made from the same deals. The control's mean
 * over all deals is known. As far as the points vary together with the control, this variation is
 * luck, and it is subtracted. The result estimates the same mean with a smaller variance:
 *
 *     adjusted = mean(points) - c * (mean(control) - expected),
 *     c = covariance(points, control) / variance(control)
 *
 * Example: points 5 -3 4 0 and control 4 -4 6 2, expected 0. The means are 1.5 and 2, and c is
 * 0.79. The deals were better than usual by 2, so the mean of 1.5 becomes 1.5 - 0.79 * 2 = -0.07.
 *
 * A full rotation of the seats already removes all luck of deal and seat whose sum over the seats
 * is zero. So over complete duplicate sets such a control explains nothing. It is useful for sets
 * that are not complete rotations, and for controls whose sum is not zero. Source: textbooks on
 * simulation, for example A. Owen, Monte Carlo theory, methods and examples, chapter 8.
 */
#ifndef DOM_RATINGS_LUCK_H
#define DOM_RATINGS_LUCK_H

#include "ratings/rc.h"

#include <stddef.h>

typedef struct {
    double points, points_lo, points_hi;       /* mean per set and its 95 % interval */
    double adjusted, adjusted_lo, adjusted_hi; /* the same without the luck          */
    double coefficient; /* c above: points that one unit of the control is worth       */
    double factor; /* variance of the mean before over after: 2 means that half as many sets would
                      do. Below 1 if the control explains too little. 0: nothing varies after */
} dom_ratings_luck;

/* Adjust the points of some sets. Intervals are Student's t with sets - 1 degrees of freedom before
 * and sets - 2 after. A control that never varies changes nothing.
 *
 * points, control  by set; finite, magnitude up to 1e12
 * sets             4 or more
 * expected         the control's mean over all deals, known in advance and not computed from these
 *                  sets; 0 for a control whose sum over the seats is zero
 *
 * Returns DOM_RATINGS_OK; or E_INVALID for numbers out of their ranges, with *out all zero. */
dom_ratings_rc dom_ratings_luck_adjust(dom_ratings_luck *out, const double points[],
                                       const double control[], size_t sets, double expected);

#endif
