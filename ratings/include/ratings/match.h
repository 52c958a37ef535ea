/* ratings/match.h - one match, as every rating reads it, and the rules by which its results are
 * counted.
 *
 * An entry is what takes a place: a player or a team. In a match without a fault every two entries
 * have one result: the better place wins, equal places are a draw. A match that was ended by a
 * fault has results between the entry with the fault and every other entry, and none among the
 * others, because they were not played out.
 *
 * Example: at a table of three, anna has place 1, ben and cleo share place 2. anna has 2 wins, ben
 * a loss and a draw, cleo the same. If a fault of cleo ended the match, anna and ben have a win
 * each and cleo two losses; anna and ben have no result against each other.
 */
#ifndef DOM_RATINGS_MATCH_H
#define DOM_RATINGS_MATCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_RATINGS_MATCH_ENTRIES_MAX = 8,
    DOM_RATINGS_MATCH_MEMBERS_MAX = 2,
    DOM_RATINGS_NO_FAULT = -1
};

/* One match. A team of one bot in both seats is one entry with one member. `members` is 2 only
 * where the partners may be different players, and then for every entry of the match. The rating of
 * a team is the mean of its members. A player may have several entries; there is no result between
 * them. */
typedef struct {
    uint8_t entries; /* 2..DOM_RATINGS_MATCH_ENTRIES_MAX                               */
    uint8_t members; /* players per entry, 1..DOM_RATINGS_MATCH_MEMBERS_MAX            */
    int8_t fault;    /* the entry whose fault ended the match, or DOM_RATINGS_NO_FAULT; then points
                        do not count */
    uint32_t player[DOM_RATINGS_MATCH_ENTRIES_MAX][DOM_RATINGS_MATCH_MEMBERS_MAX];
    uint8_t place[DOM_RATINGS_MATCH_ENTRIES_MAX]; /* 1 is best; equal places are a draw */
    uint32_t rounds; /* number of rounds in which `points` were made; 0: the match has no points */
    int64_t points[DOM_RATINGS_MATCH_ENTRIES_MAX]; /* of each entry over all rounds, in any unit,
                                                      -POINTS_MAX..POINTS_MAX */
    int64_t points_scale; /* 0: a pair scores by its places. Else by its points (ratings/pool.h),
                             unless a fault ended the match. 0..2 * POINTS_MAX, and above 0 only if
                             rounds > 0 */
} dom_ratings_match;

/* Results of one entry or player, each against one other entry. */
typedef struct {
    uint64_t wins, draws, losses;
} dom_ratings_score;

/* Returns true if the match is a result between entries `a` and `b`, which differ. */
bool dom_ratings_match_has_result(const dom_ratings_match *match, int a, int b);

/* Returns true if the points of the match count. */
bool dom_ratings_match_has_points(const dom_ratings_match *match);

/* Returns the half points that a place is worth against another place: 2, 1 or 0. */
int dom_ratings_match_half_points(uint8_t own_place, uint8_t other_place);

/* Returns the results of an entry against all others. */
dom_ratings_score dom_ratings_match_score(const dom_ratings_match *match, int entry);

/* Adds results to a sum. */
void dom_ratings_score_add(dom_ratings_score *sum, const dom_ratings_score *more);

/* Returns wins + draws + losses. */
uint64_t dom_ratings_score_games(const dom_ratings_score *score);

/* Returns (wins + draws / 2) / games, between 0 and 1; 0 without games. */
double dom_ratings_score_share(const dom_ratings_score *score);

#endif
