/* What a pool keeps; private to the library.
 *
 * A pairing says which players a result is about: the difference of two entries'
 * ratings, in halves of a player, the lowest player positive. A table is what a set
 * was about: its pairings with their weights. A tally is one way in which a set at a
 * table came out, and how often it did. Weights are in DOM_UNITS of a match, so that
 * 1/(n-1) of it, and half of that for a draw, is a whole number for every n.
 */
#ifndef DOM_RATINGS_POOL_PARTS_H
#define DOM_RATINGS_POOL_PARTS_H

#include "ratings/pool.h"

#include <stdbool.h>

enum { DOM_UNITS = 840, DOM_TERMS_MAX = 2 * DOM_POOL_MEMBERS_MAX };
#define DOM_NO_TALLY UINT32_MAX

__extension__ typedef __int128 dom_wide; /* sums of squares of points           */

typedef struct {
    uint32_t player[DOM_TERMS_MAX]; /* ascending                              */
    int8_t half[DOM_TERMS_MAX];     /* coefficient times 2, never 0           */
    uint8_t terms;                  /* 2..4                                   */
} dom_pairing;

/* What a table asks about one pairing, and what a set answered. */
typedef struct {
    uint32_t pairing;
    int32_t weight; /* of its matches, units                                  */
} dom_pool_cell;

typedef struct {
    int32_t score; /* units, for the positive side, a draw counting half      */
    int32_t tie;   /* units that were draws                                   */
} dom_outcome;

/* Sums over the sets of a table, of one pairing: y is a set's sum, x a match's. */
typedef struct {
    uint64_t sets, matches;
    dom_wide y, yy, xx;
} dom_spread;

typedef struct {
    size_t first; /* of its pairings in `cell`, sorted by pairing              */
    uint32_t cells;
    uint64_t sets;
} dom_pool_table;

typedef struct {
    uint32_t table;
    size_t first; /* of its outcomes in `outcome`, one for each cell of the table */
    uint64_t sets;
} dom_pool_tally;

typedef struct {
    uint64_t sets, matches, wins, draws, losses;
    uint64_t point_sets;       /* sets with rounds                                  */
    dom_wide p, m, pp, pm, mm; /* p: points of a set, m: its rounds           */
} dom_pool_player;

/* Open addressing over the index of an array; 0 is free, else index + 1. */
typedef struct {
    uint32_t *slot;
    size_t room, count;
} dom_index;

struct dom_pool {
    dom_pool_player *player;
    size_t players, player_room;
    dom_pairing *pairing;
    size_t pairings, pairing_room;
    dom_pool_cell *cell;        /* of tables                                   */
    dom_spread *score, *points; /* of each cell                                */
    size_t cells, cell_room;
    dom_outcome *outcome; /* of tallies                                        */
    size_t outcomes, outcome_room;
    dom_pool_table *table;
    size_t tables, table_room;
    dom_pool_tally *tally;
    size_t tallies, tally_room;
    uint32_t *order; /* of the sets: each one's tally, DOM_NO_TALLY without a result */
    size_t order_room;
    dom_index pairing_index, table_index, tally_index;
    uint64_t sets, matches;
};

/* Find everything again in a pool whose arrays were filled otherwise. False when out of
 * memory. */
bool dom_pool_index(dom_pool *pool);

#endif
