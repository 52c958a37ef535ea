/* ratings/pool.h - the results that one list is made of.
 *
 * A pool takes completed duplicate sets, one call each, and keeps what a list needs
 * of them: how often each pairing met, how the sets came out, sums of points. All
 * of it is counted in whole numbers, so a list does not depend on the order of the
 * sets, which is kept for its history alone. Memory grows with the pairs of players
 * that met, with the different outcomes of sets, at most one outcome a set, and by 4
 * bytes a set; matches are not kept.
 *
 * Players are numbers. To get the same bytes from the same facts, number players in
 * an order that does not depend on the results, such as that of their names.
 *
 * An example: a set is two matches of players 4 and 7, seats exchanged; 4 wins the first, the
 * second is a draw. The pool notes a pairing (4 against 7), a table (that pairing, two matches:
 * 1680 units of 840 each) and an outcome count (4 has 840 + 420 of these 1680 units, 840 were
 * drawn; seen once). When the next set comes out the same way, it is only seen twice. When 7 wins
 * both, the table is the same, and there is a second outcome count: 0 units for 4, none drawn. In
 * a match of three, each of the three pairings weighs 420 units, so that everybody's results
 * weigh one match.
 *
 *     dom_ratings_pool *pool = dom_ratings_pool_new();
 *     for every completed set: dom_ratings_pool_add_set(pool, matches, count);
 *     dom_ratings_list_fit(&list, pool, &options);          ratings/list.h
 *     dom_ratings_pool_free(&pool);
 */
#ifndef DOM_RATINGS_POOL_H
#define DOM_RATINGS_POOL_H

#include "ratings/bytes.h"
#include "ratings/rc.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_RATINGS_POOL_ENTRIES_MAX = 8,
    DOM_RATINGS_POOL_MEMBERS_MAX = 2,
    DOM_RATINGS_POOL_PLAYERS_MAX = 4096,
    DOM_RATINGS_POOL_SET_MATCHES_MAX = 256,
    DOM_RATINGS_POOL_SET_PAIRINGS_MAX = 120, /* different pairings within one set      */
    DOM_RATINGS_POOL_POINTS_MAX = 1000000000,
    DOM_RATINGS_POOL_ROUNDS_MAX = 1000000,
    DOM_RATINGS_POOL_NO_FAULT = -1
};

/* One match. An entry is what takes a place: a player, or a team. A team of one bot
 * in both seats is one entry with one member; `members` is 2 only where partners may
 * differ, and then for every entry of the match. The rating of a team is the mean of
 * its members. A player may have several entries; between them there is no result. */
typedef struct {
    uint8_t entries; /* 2..DOM_RATINGS_POOL_ENTRIES_MAX                               */
    uint8_t members; /* players per entry, 1..DOM_RATINGS_POOL_MEMBERS_MAX            */
    int8_t fault;    /* DOM_RATINGS_POOL_NO_FAULT; or the entry whose fault ended the
                        match: it has a result against every other entry, the
                        others have none among them, and points do not count  */
    uint32_t player[DOM_RATINGS_POOL_ENTRIES_MAX][DOM_RATINGS_POOL_MEMBERS_MAX]; /* from 0     */
    uint8_t place[DOM_RATINGS_POOL_ENTRIES_MAX];  /* 1 is best, equal places are a draw */
    uint32_t rounds;                              /* that `points` are for; 0: the match has
                                             no points                         */
    int64_t points[DOM_RATINGS_POOL_ENTRIES_MAX]; /* of each entry over all rounds, in any
                                             unit, -POINTS_MAX..POINTS_MAX     */
} dom_ratings_pool_match;

typedef struct dom_ratings_pool dom_ratings_pool;

/* An empty pool; NULL when out of memory. */
dom_ratings_pool *dom_ratings_pool_new(void);
/* Free it and set *pool to NULL; nothing happens when it is NULL. */
void dom_ratings_pool_free(dom_ratings_pool **pool);

/* Make players 0..players-1 known, so that the list has a line for each of them
 * even if it never played. Players in results are known without it.
 * Returns DOM_RATINGS_OK, E_LIMIT (more than DOM_RATINGS_POOL_PLAYERS_MAX) or E_NOMEM. */
dom_ratings_rc dom_ratings_pool_players(dom_ratings_pool *pool, uint32_t players);

uint32_t dom_ratings_pool_player_count(const dom_ratings_pool *pool);

/* Add one complete duplicate set: all its matches, 1..DOM_RATINGS_POOL_SET_MATCHES_MAX, in
 * any order.
 *
 * Returns DOM_RATINGS_OK; E_INVALID for a field out of its range, E_LIMIT for more
 * matches, players or pairings than the limits above, E_NOMEM. After a failure the
 * set does not count. */
dom_ratings_rc dom_ratings_pool_add_set(dom_ratings_pool *pool,
                                        const dom_ratings_pool_match match[], size_t matches);

/* Write the pool to `b`, or read it from there into *pool, which then is new or NULL with
 * b->is_broken. What is read may be any bytes: they give a pool or break `b`. */
void dom_ratings_pool_code(dom_ratings_pool **pool, dom_ratings_bytes *b);

#endif
