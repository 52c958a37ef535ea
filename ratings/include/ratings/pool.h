/* ratings/pool.h - the results of which one rating list is made.
 *
 * A caller adds completed duplicate sets one by one and then fits a list:
 *
 *     dom_ratings_pool *pool = dom_ratings_pool_new();
 *     for every completed set: dom_ratings_pool_add_set(pool, matches, count);
 *     dom_ratings_list_fit(&list, pool, &options);          ratings/list.h
 *     dom_ratings_pool_free(&pool);
 *
 * A pool keeps no matches. It keeps what a list needs, counted in whole numbers, so the order of
 * the sets makes no difference to a list:
 *
 *     pairing         two sides that met, for example player 4 against player 7
 *     table           the pairings of a set with their weights. Sets with the same pairings and
 *                     the same weights belong to one table
 *     outcome count   one way in which sets of a table ended, and how many sets ended like that
 *
 * Example of outcome counts: players 4 and 7 play three sets of two matches, with seats exchanged
 * in the second match. A match weighs 840 units, so a set weighs 1680.
 *
 *     set  first match  second match  units for 4  units drawn
 *      1   4 wins       draw          840 + 420        840
 *      2   4 wins       draw          840 + 420        840
 *      3   7 wins       7 wins                0          0
 *
 * The pool then has one pairing (4 against 7), one table (this pairing with 1680 units; 3 sets) and
 * two outcome counts: "1260 units for 4, 840 drawn" with 2 sets, and "0 for 4, 0 drawn" with 1 set.
 * At a table of three players a match has three pairings of 420 units each, so that the results of
 * every player weigh one match. 840 / (n - 1) is an even number for all n up to 8, so half a unit
 * never occurs.
 *
 * A caller may let points decide instead of places. Then the better entry of a pair does not score
 * 1 but
 *
 *     Phi(difference of their points / points_scale)
 *
 * where Phi is the normal distribution function. Example: with a scale of 40 points a lead of 20
 * points scores Phi(0.5) = 0.69, and the other entry 0.31; 840 units are divided into 581 and 259.
 * The standard deviation of the differences is a good scale, because then scores use the whole
 * range.
 *
 * The pool also keeps sums of points, and the order of the sets, which only histories use
 * (ratings/history.h). Memory grows with the pairs of players that met, with the number of
 * different outcomes, and by 4 bytes per set.
 *
 * Players are numbers from 0. Number them in an order that does not depend on results, for example
 * by name, so that the same facts give the same bytes.
 */
#ifndef DOM_RATINGS_POOL_H
#define DOM_RATINGS_POOL_H

#include "ratings/bytes.h"
#include "ratings/match.h"
#include "ratings/rc.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_RATINGS_POOL_PLAYERS_MAX = 4096,
    DOM_RATINGS_POOL_SET_MATCHES_MAX = 256,
    DOM_RATINGS_POOL_SET_PAIRINGS_MAX = 120, /* different pairings in one set */
    DOM_RATINGS_POOL_POINTS_MAX = 1000000000,
    DOM_RATINGS_POOL_ROUNDS_MAX = 1000000
};

typedef struct dom_ratings_pool dom_ratings_pool;

/* Returns an empty pool that the caller frees, or NULL if memory ran out. */
dom_ratings_pool *dom_ratings_pool_new(void);
/* Free the pool and set *pool to NULL. Does nothing if *pool is NULL. */
void dom_ratings_pool_free(dom_ratings_pool **pool);

/* Make players 0..players-1 known, so that the list has a line for each of them even if it played
 * no set. Players of added sets become known without this call.
 *
 * Returns DOM_RATINGS_OK, E_LIMIT (more than DOM_RATINGS_POOL_PLAYERS_MAX) or E_NOMEM. */
dom_ratings_rc dom_ratings_pool_players(dom_ratings_pool *pool, uint32_t players);

/* Returns the number of known players, which is 1 plus the highest player number. */
uint32_t dom_ratings_pool_player_count(const dom_ratings_pool *pool);

/* Add one complete duplicate set: all its matches, 1..DOM_RATINGS_POOL_SET_MATCHES_MAX, in any
 * order.
 *
 * Returns DOM_RATINGS_OK; E_INVALID for a field out of its range; E_LIMIT for more matches, players
 * or pairings than the limits above; or E_NOMEM. After a failure no result of the set counts, and
 * the set may be added again; its players may be known. */
dom_ratings_rc dom_ratings_pool_add_set(dom_ratings_pool *pool, const dom_ratings_match match[],
                                        size_t matches);

/* Write the pool to `b`, or read it from there (ratings/bytes.h). Reading sets *pool to a new pool,
 * or to NULL with b->is_broken. Any bytes may be read: they give a valid pool or break `b`. */
void dom_ratings_pool_code(dom_ratings_pool **pool, dom_ratings_bytes *b);

#endif
