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

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_RATINGS_ELO_START = 1000, /* rating of a player before its first set           */
    DOM_RATINGS_ELO_K = 32,       /* upper limit of the gain from one set, in Elo points */
    DOM_RATINGS_ELO_SCALE = 400,  /* difference in points that means expected scores of 10 to 1 */
    DOM_RATINGS_ELO_ENTRIES_MAX = 8,
    DOM_RATINGS_ELO_MEMBERS_MAX = 2,
    DOM_RATINGS_ELO_NO_FAULT = -1
};

/* Returns the expected score of A against B, in [0, 1]; a draw counts 1/2. It is
 * 1 / (1 + 10^((rating_b - rating_a) / 400)): 0.5 for equal ratings, 0.76 for 200 points more.
 *
 * rating_a, rating_b  Elo points, finite */
double dom_ratings_elo_expected(double rating_a, double rating_b);

/* One match. An entry is what takes a place: a player or a team. A team of one bot in both seats is
 * one entry with one member. `members` is 2 only where the partners may be different players, and
 * then for every entry of the match. The rating of a team is the mean of its members. */
typedef struct {
    uint8_t entries; /* 2..DOM_RATINGS_ELO_ENTRIES_MAX                                */
    uint8_t members; /* players per entry, 1..DOM_RATINGS_ELO_MEMBERS_MAX             */
    int8_t fault;    /* the entry whose fault ended the match, or DOM_RATINGS_ELO_NO_FAULT. That
                        entry has a result against every other entry, and the others have none among
                        themselves */
    uint32_t player[DOM_RATINGS_ELO_ENTRIES_MAX][DOM_RATINGS_ELO_MEMBERS_MAX]; /* in rating[] */
    uint8_t place[DOM_RATINGS_ELO_ENTRIES_MAX]; /* 1 is best; equal places are a draw */
    double gain[DOM_RATINGS_ELO_ENTRIES_MAX];   /* written by dom_ratings_elo_rate_set: points that
                                                   this match gave to each member of the entry */
} dom_ratings_elo_match;

/* Rate one duplicate set.
 *
 * In each pair of entries with a result the better place scores 1 and the other 0; equal places
 * score 1/2. An entry gains
 *     K / (entries - 1) / matches * sum over its pairs of (score - expected score)
 * and each of its members gains the same. All expected scores come from the ratings before the set,
 * and the gains are added once, at the end. A player who is both members of an entry of two gets
 * both gains. The sum of all ratings does not change.
 *
 * match    all `matches` matches of the set, in order of rotation; `gain` is written, every other
 *          field is read
 * rating   indexed by player; updated for the players of the set, unchanged for all others
 *
 * Pre: every match keeps the limits above, and player numbers are indexes of `rating`. */
void dom_ratings_elo_rate_set(dom_ratings_elo_match match[], size_t matches, double rating[]);

#endif
