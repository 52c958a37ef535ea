/* islands.h - which players are connected by results: islands, groups and bounds.
 *
 * Think of an arrow from i to k if i scored against k; a draw makes both arrows. An island is a set
 * of players that arrows connect in any direction. A group is a set of players that all reach each
 * other along arrows (a strongly connected component). Finite ratings without a prior exist if and
 * only if all players are one group (L. R. Ford 1957).
 */
#ifndef DOM_RATINGS_ISLANDS_H
#define DOM_RATINGS_ISLANDS_H

#include "design.h"
#include "ratings/list.h"

/* The island, the group and the bound of one player. */
typedef struct {
    uint32_t island;         /* numbered from 1; ratings of different islands cannot be compared */
    uint32_t group;          /* number of its group */
    uint32_t size;           /* players in the group */
    dom_ratings_bound bound; /* relative to the anchor, or else to the main group, which is larger
                                than every other group of the island; if there is neither, of its
                                group against the rest of the island */
} dom_ratings_island_place;

/* Find the islands and groups.
 *
 * anchor        island 1 is the island of this player; for DOM_RATINGS_LIST_ANCHOR_MEAN the largest
 * place         written for each player; a team counts as its members
 * islands       receives the number of islands
 * is_connected  receives true if all players are one group
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_islands_find(const dom_ratings_design *design, int32_t anchor,
                                        dom_ratings_island_place place[], uint32_t *islands,
                                        bool *is_connected);

#endif
