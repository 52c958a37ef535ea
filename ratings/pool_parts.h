/* What a pool keeps; private to the library.
 *
 * A pairing says which players a result is about: the difference of two entries' ratings, in
 * halves of a player, the lowest player positive. A table is what a set was about: its pairings
 * with their weights. An outcome count is one way in which a set at a table came out, and how
 * often it did. Weights are in DOM_RATINGS_UNITS of a match, so that 1/(n-1) of it, and half of
 * that for a draw, is a whole number for every n. pool.h has an example with numbers.
 */
#ifndef DOM_RATINGS_POOL_PARTS_H
#define DOM_RATINGS_POOL_PARTS_H

#include "pool_index.h"
#include "ratings/pool.h"

enum { DOM_RATINGS_UNITS = 840, DOM_RATINGS_TERMS_MAX = 2 * DOM_RATINGS_POOL_MEMBERS_MAX };
#define DOM_RATINGS_NO_OUTCOME UINT32_MAX

__extension__ typedef __int128 dom_ratings_wide; /* sums of squares of points           */

typedef struct {
    uint32_t player[DOM_RATINGS_TERMS_MAX]; /* ascending                              */
    int8_t half[DOM_RATINGS_TERMS_MAX];     /* coefficient times 2, never 0           */
    uint8_t terms;                          /* 2..4                                   */
} dom_ratings_pairing;

/* What a table asks about one pairing, and what a set answered. */
typedef struct {
    uint32_t pairing;
    int32_t weight; /* of its matches, units                                  */
} dom_ratings_pair_weight;

typedef struct {
    int32_t score; /* units, for the positive side, a draw counting half      */
    int32_t tie;   /* units that were draws                                   */
} dom_ratings_outcome;

/* Sums over the sets of a table, of one pairing: y is a set's sum, x a match's. */
typedef struct {
    uint64_t sets, matches;
    dom_ratings_wide y, yy, xx;
} dom_ratings_spread;

/* The pairings of all tables, those of one table behind each other. */
typedef struct {
    dom_ratings_pair_weight *weight;
    dom_ratings_spread *score, *points; /* of each weight                              */
    size_t count, room;
} dom_ratings_pool_pairs;

typedef struct {
    size_t first; /* of its pairings in `pairs`, sorted by pairing             */
    uint32_t pairs;
    uint64_t sets;
} dom_ratings_pool_table;

typedef struct {
    uint32_t table;
    size_t first; /* of its outcomes in `outcome`, one for each pair of the table */
    uint64_t sets;
} dom_ratings_outcome_count;

typedef struct {
    uint64_t sets, matches, wins, draws, losses;
    uint64_t point_sets;               /* sets with rounds                                  */
    dom_ratings_wide p, m, pp, pm, mm; /* p: points of a set, m: its rounds           */
} dom_ratings_pool_player;

struct dom_ratings_pool {
    dom_ratings_pool_player *player;
    size_t players, player_room;
    dom_ratings_pairing *pairing;
    size_t pairings, pairing_room;
    dom_ratings_pool_pairs pairs; /* of tables                                         */
    dom_ratings_outcome *outcome; /* of outcome counts                                        */
    size_t outcomes, outcome_room;
    dom_ratings_pool_table *table;
    size_t tables, table_room;
    dom_ratings_outcome_count *outcome_count;
    size_t outcome_counts, outcome_count_room;
    uint32_t *order; /* of the sets: the number of its outcome count, or NO_OUTCOME */
    size_t order_room;
    dom_ratings_index index; /* of pairings, tables and outcome counts          */
    uint64_t sets, matches;
};

/* Find everything again in a pool whose arrays were filled otherwise. False when out of
 * memory. */
bool dom_ratings_pool_index(dom_ratings_pool *pool);

#endif
