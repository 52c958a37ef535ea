/* ratings/versus.h - what the players of a pool made of each other.
 *
 * Two players have a result for each match, or each partnership within it, in which they
 * were on different sides. The share of the points has an interval over sets: Wilson's, for
 * as many independent games as would scatter like the sets do (the variance of the ratio
 * of points to games over sets), with Student's t for few sets. Where all sets came out
 * alike how they scatter cannot be told, and each set counts as one game.
 */
#ifndef DOM_RATINGS_VERSUS_H
#define DOM_RATINGS_VERSUS_H

#include "ratings/pool.h"

typedef struct {
    uint64_t sets, games; /* in which they met                                */
    uint64_t wins, draws, losses;
    double share;              /* of the points, a draw counting half; 0 without a game */
    double share_lo, share_hi; /* 95 %, within 0..1; 0 and 1 with one set or none */
} dom_ratings_versus;

/* Fill out[row * players + column] for the pool's players, row against column; all zero
 * on the diagonal.
 *
 * players  as many as the pool has.
 * Returns DOM_RATINGS_OK; E_INVALID for another number of players; E_NOMEM. */
dom_ratings_rc dom_ratings_versus_all(dom_ratings_versus out[], uint32_t players,
                                      const dom_ratings_pool *pool);

#endif
