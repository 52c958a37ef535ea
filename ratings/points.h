/* Points, and what duplicate sets are worth; private to the library. */
#ifndef DOM_RATINGS_POINTS_H
#define DOM_RATINGS_POINTS_H

#include "pool_parts.h"
#include "ratings/list.h"

/* Points per round of a player with their interval, into its line. */
void dom_ratings_points_rate(dom_ratings_rating *row, const dom_ratings_pool_player *player);

/* The variance reductions and the information ratio, into the list. */
void dom_ratings_points_compare(dom_ratings_list *list, const dom_ratings_pool *pool);

#endif
