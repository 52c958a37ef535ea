/* ratings/versus.h - the results of every player of a pool against every other: the cross table.
 *
 * Two players have a result in each match in which they were on different sides; with teams, one
 * for each pair of opponents. The share of the points has a 95 % interval over sets. It is Wilson's
 * interval with Student's t. Its number of games is the number of independent games whose share
 * would vary as much as the share over these sets does. If all sets ended alike, their variation is
 * not known, and each set counts as one game.
 *
 * Example: two players played 20 sets of two games. The first won both games in 5 sets, one game in
 * 10, and none in 5. Its share is 0.5, and the interval is 0.34..0.66.
 *
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
 * Journal of the American Statistical Association 22 (1927).
 */
#ifndef DOM_RATINGS_VERSUS_H
#define DOM_RATINGS_VERSUS_H

#include "ratings/list.h"

/* One player against another. */
typedef struct {
    uint64_t sets, games; /* in which the two met                             */
    uint64_t wins, draws, losses;
    double share;              /* of the points, a draw counting half; 0 if there was no game */
    double share_lo, share_hi; /* 95 % interval, within 0..1; 0 and 1 with fewer than two sets */
    double expected;           /* the share that the ratings expect; 0 if there was no game */
} dom_ratings_versus;

/* Returns true if the interval of the share does not contain the expected share. Among many pairs
 * one in twenty is odd by chance; dom_ratings_misfit tests all of them together. */
bool dom_ratings_versus_is_odd(const dom_ratings_versus *v);

/* Fill out[row * players + column] with the results of player `row` against player `column`. The
 * diagonal is all zero.
 *
 * players  the number of players of the pool
 * list     the fitted list of the pool, for `expected`
 *
 * Returns DOM_RATINGS_OK; E_INVALID for another number of players; or E_NOMEM. After a failure
 * `out` is unchanged. */
dom_ratings_rc dom_ratings_versus_all(dom_ratings_versus out[], uint32_t players,
                                      const dom_ratings_pool *pool, const dom_ratings_list *list);

/* A player against all whom it met. */
typedef struct {
    uint32_t opponents;
    double opponents_elo;    /* mean of their ratings, each as often as it was met; 0 without one */
    double elo;              /* the performance; 0 with a bound, or without opponents */
    dom_ratings_bound bound; /* BELOW: every game was won, so no rating is high enough. ABOVE: every
                                game was lost */
} dom_ratings_performance;

/* Returns the rating with which a player would be expected to have the score that it has, if the
 * ratings of its opponents are those of the list. The prior plays no part in it. Partners do not
 * either: each game is one of two players.
 *
 * Example: 30 of 40 points against opponents with 1000 are a performance of 1190.8.
 *
 * row  its results against each player of the list's pool, from dom_ratings_versus_all */
dom_ratings_performance dom_ratings_performance_of(const dom_ratings_versus row[], uint32_t players,
                                                   const dom_ratings_list *list);

#endif
