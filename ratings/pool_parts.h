/* pool_parts.h - the contents of a pool. ratings/pool.h explains them with an example.
 *
 * Weights are whole numbers of units, DOM_RATINGS_UNITS for a match. So 1/(n-1) of a match, and
 * half of that for a draw, is a whole number for every number of entries n.
 */
#ifndef DOM_RATINGS_POOL_PARTS_H
#define DOM_RATINGS_POOL_PARTS_H

#include "pool_index.h"
#include "ratings/pool.h"

enum { DOM_RATINGS_UNITS = 840, DOM_RATINGS_TERMS_MAX = 2 * DOM_RATINGS_MATCH_MEMBERS_MAX };
#define DOM_RATINGS_NO_OUTCOME UINT32_MAX

__extension__ typedef __int128 dom_ratings_wide; /* sums of squares of points           */

/* The two sides of a result, as the difference of their ratings. A player has coefficient 1, a
 * member of a team 1/2. The side of the lowest player number is positive, the other side
 * negative. */
typedef struct {
    uint32_t player[DOM_RATINGS_TERMS_MAX]; /* ascending */
    int8_t half[DOM_RATINGS_TERMS_MAX];     /* coefficient times 2, never 0 */
    uint8_t terms;                          /* 2..4 */
} dom_ratings_pairing;

/* One pairing of a table. */
typedef struct {
    uint32_t pairing;
    int32_t weight; /* of its matches in a set, in units */
} dom_ratings_pair_weight;

/* The result of one pairing in a set. */
typedef struct {
    int32_t score; /* units for the positive side, a draw counting half */
    int32_t tie;   /* units that were drawn */
} dom_ratings_outcome;

/* Sums over the sets of a table for one pairing. With x the value of a match and y the sum of x
 * over a set: sums of y, y^2 and x^2. */
typedef struct {
    uint64_t sets, matches;
    dom_ratings_wide y, yy, xx;
} dom_ratings_spread;

/* The pairings of all tables; those of one table are consecutive. */
typedef struct {
    dom_ratings_pair_weight *weight;
    dom_ratings_spread *score, *points; /* parallel to weight: of half points, of points */
    size_t count, room;
} dom_ratings_pool_pairs;

/* A table. */
typedef struct {
    size_t first; /* index of its first pairing in `pairs`; they are sorted by pairing */
    uint32_t pairs;
    uint64_t sets;
} dom_ratings_pool_table;

/* One way in which sets of a table ended, and the number of such sets. */
typedef struct {
    uint32_t table;
    size_t first; /* index of its first outcome in `outcome`; one for each pairing of the table */
    uint64_t sets;
} dom_ratings_outcome_count;

/* Sums of one player. */
typedef struct {
    uint64_t sets, matches;
    dom_ratings_score score;
    uint64_t point_sets;               /* sets in which rounds with points were played */
    dom_ratings_wide p, m, pp, pm, mm; /* sums over sets: p points, m rounds, pp p^2, ... */
} dom_ratings_pool_player;

struct dom_ratings_pool {
    dom_ratings_pool_player *player;
    size_t players, player_room;
    dom_ratings_pairing *pairing;
    size_t pairings, pairing_room;
    dom_ratings_pool_pairs pairs; /* of tables */
    dom_ratings_outcome *outcome; /* of outcome counts */
    size_t outcomes, outcome_room;
    dom_ratings_pool_table *table;
    size_t tables, table_room;
    dom_ratings_outcome_count *outcome_count;
    size_t outcome_counts, outcome_count_room;
    uint32_t *order; /* by set: the number of its outcome count, or NO_OUTCOME for a set without
                        results */
    size_t order_room;
    dom_ratings_index index; /* of pairings, tables and outcome counts */
    uint64_t sets, matches;
};

/* Build the index of a pool whose arrays were read from bytes. Returns false if memory ran out. */
bool dom_ratings_pool_index(dom_ratings_pool *pool);

#endif
