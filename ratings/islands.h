/* Who met whom, and who can be told from whom; private to the library. */
#ifndef DOM_RATINGS_ISLANDS_H
#define DOM_RATINGS_ISLANDS_H

#include "design.h"
#include "ratings/list.h"

typedef struct {
    uint32_t island;         /* from 1; ratings of different islands cannot be compared */
    uint32_t group;          /* within which everybody is tied to everybody            */
    uint32_t size;           /* of the group                                          */
    dom_ratings_bound bound; /* of its group against the rest of the island; none in an
                        island's main group, the one larger than all others   */
} dom_ratings_island_place;

/* place        written for each player. A team counts as its members.
 * anchor       its island is the first; DOM_RATINGS_LIST_ANCHOR_MEAN: the largest is.
 * islands      written: how many.
 * is_connected written: all are one group.
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_islands_find(const dom_ratings_design *design, int32_t anchor,
                                        dom_ratings_island_place place[], uint32_t *islands,
                                        bool *is_connected);

#endif
