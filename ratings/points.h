/* points.h - points per round, and how much duplicate sets and points gained (ratings/list.h). */
#ifndef DOM_RATINGS_POINTS_H
#define DOM_RATINGS_POINTS_H

#include "pool_parts.h"
#include "ratings/list.h"

/* Fill the points of a line: has_points, points, points_lo and points_hi, not rounded. */
void dom_ratings_points_rate(dom_ratings_rating *row, const dom_ratings_pool_player *player);

/* Fill the variance reductions and the information ratio of the list, not rounded. */
void dom_ratings_points_compare(dom_ratings_list *list, const dom_ratings_pool *pool);

#endif
