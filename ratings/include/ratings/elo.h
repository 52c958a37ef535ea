/* ratings/elo.h - live Elo: ratings that move after every set, zero-sum and provisional.
 *
 * Pure arithmetic: no database, no printing, no allocation, no globals. Every player starts at
 * DOM_RATINGS_ELO_START. The caller takes the completed duplicate sets of a variant in order of
 * their set numbers and calls dom_ratings_elo_rate_set once for each. Ratings stay doubles and are
 * rounded only for display.
 *
 * Example: two players at 1000 play a set of two matches, and the first wins both. A win was
 * expected with 1/2, so each match gives 32 / 1 / 2 * (1 - 1/2) = 8 points, and the ratings are
 * 1016 and 984.
 *
 * Live Elo depends on the order of the sets, like every incremental rating. The official list
 * (ratings/list.h) is one fit over all sets and does not. Source: A. Elo, The Rating of
 * Chessplayers (1978), for two players; the sum over pairs divided by n - 1 extends it to n.
 */
#ifndef DOM_RATINGS_ELO_H
#define DOM_RATINGS_ELO_H

#include "ratings/pool.h"

#include <stddef.h>

enum {
    DOM_RATINGS_ELO_START = 1000, /* rating of a player before its first set           */
    DOM_RATINGS_ELO_K = 32,       /* upper limit of the gain from one set, in Elo points */
    DOM_RATINGS_ELO_SCALE = 400   /* difference in points that means expected scores of 10 to 1 */
};

/* Returns the expected score of A against B, in [0, 1]; a draw counts 1/2. It is
 * 1 / (1 + 10^((rating_b - rating_a) / 400)): 0.5 for equal ratings, 0.76 for 200 points more.
 *
 * rating_a, rating_b  Elo points, finite */
double dom_ratings_elo_expected(double rating_a, double rating_b);

/* Rate one duplicate set.
 *
 * In each pair of entries with a result (ratings/match.h) the better place scores 1 and the other
 * 0; equal places score 1/2. An entry gains
 *     K / (entries - 1) / matches * sum over its pairs of (score - expected score)
 * and each of its members gains the same. All expected scores come from the ratings before the set,
 * and the gains are added once, at the end. A player who is both members of an entry of two gets
 * both gains. The sum of all ratings does not change.
 *
 * match    all `matches` matches of the set, 1..DOM_RATINGS_POOL_SET_MATCHES_MAX, in order of
 *          rotation
 * rating   indexed by player; updated for the players of the set, unchanged for all others
 *
 * Pre: every match keeps the limits of ratings/match.h, and player numbers are indexes of `rating`.
 */
void dom_ratings_elo_rate_set(const dom_ratings_match match[], size_t matches, double rating[]);

#endif
