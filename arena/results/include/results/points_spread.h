/* results/points_spread.h - by how many points the sides of matches differ, from which follows the
 * scale with which points decide (ratings/pool.h).
 *
 * Where points decide, a pool counts them in units of 1 / DOM_RESULTS_POINT. So a table with the
 * same results as a database makes the same list.
 */
#ifndef DOM_RESULTS_POINTS_SPREAD_H
#define DOM_RESULTS_POINTS_SPREAD_H

#include "ratings/match.h"

enum { DOM_RESULTS_POINT = 1000 };

/* All zero: of no match. */
typedef struct {
    double squares, pairs; /* of the differences in all pairs of matches with points */
} dom_results_points_spread;

/* Adds the pairs of a match whose points count; others have none. */
void dom_results_points_spread_add(dom_results_points_spread *spread,
                                   const dom_ratings_match *match);

/* Returns the root mean square of the differences times `unit`, 1 or more. */
int64_t dom_results_points_spread_scale(const dom_results_points_spread *spread, double unit);

#endif
