/* ratings/all_round.h - one rating for each player over several lists, such as the lists of all
 * variants of a game.
 *
 * A player is ranked if it has complete sets in every list, as in a decathlon only those are ranked
 * who took part in every event. So nobody gains by choosing what it plays.
 *
 * Rating. The all-round rating is the weighted mean of the ratings in the lists, each relative to
 * the same reference: the anchor, or the mean of the ranked players that results limit on both
 * sides in every list, or of all if there are none.
 *
 * Example: a and b have 1200 and 1000 in one list, and 1100 each in another one. With equal weights
 * and mean 1000, a gets 1050 and b 950. A player that has 1900 in the second list and did not play
 * the first one is not ranked and changes nothing.
 *
 * Intervals. The results of different lists are independent. So the interval of a combination, such
 * as a rating or the difference of two, is found as in one list (ratings/list.h), but with all
 * results of all lists: from the variance if many results decide, and otherwise from the likelihood
 * (ratings/limits.h). It is not enough that many results decide in all lists together. An estimate
 * from few results is too far from the middle, by a part of its standard error, and the mean over
 * lists keeps that distance while its standard error shrinks. With d degrees of freedom in a list
 * and its share s of the variance, the sum over lists of sqrt(s / d) must not exceed 1/4; and the
 * degrees of freedom of all lists, combined by F. Satterthwaite's formula of 1946, must be 60.
 *
 * Rank ranges come from the differences of every two players. With more than 12 players the limits
 * of a difference follow from those of both ratings and their correlation, as in a long list. */
#ifndef DOM_RATINGS_ALL_ROUND_H
#define DOM_RATINGS_ALL_ROUND_H

#include "ratings/list.h"

#define DOM_RATINGS_ALL_ROUND_NOBODY UINT32_MAX

/* One list. All is borrowed. */
typedef struct {
    const dom_ratings_pool *pool;
    const dom_ratings_list_options *options; /* of its list; hidden players are not ranked, and one
                                                anchor gives way to that of all lists */
    const uint32_t *player;                  /* by player of the pool: its number in all lists
                                                together, or DOM_RATINGS_ALL_ROUND_NOBODY */
    double weight;                           /* above 0; only relative to the other lists */
} dom_ratings_all_round_list;

/* What is common to all lists. */
typedef struct {
    size_t players;       /* in all lists together */
    int32_t anchor;       /* the player whose rating is fixed; DOM_RATINGS_LIST_ANCHOR_MEAN, or a
                             player that is not ranked, fixes the mean */
    double anchor_elo;    /* of the anchor, or of the mean */
    bool is_simultaneous; /* rank ranges of all rows hold together with 95 % (ratings/list.h) */
} dom_ratings_all_round_options;

/* A ranked player. */
typedef struct {
    uint32_t player;            /* its number in all lists together */
    double elo, elo_lo, elo_hi; /* all-round rating and 95 % interval; a limit that `bound` excludes
                                   equals elo */
    dom_ratings_bound bound;    /* results give no limit in at least one list */
    bool is_fixed;              /* an anchor, or alone on its island: the limits mean nothing */
    uint32_t rank_lo, rank_hi;  /* among the players of its island */
    uint32_t joint_hi, tier;    /* as in a line of a list (ratings/list.h) */
    bool has_next;              /* false: the last row of its island */
    dom_ratings_difference next; /* to the next row; all zero without has_next */
    uint32_t island; /* from 1. Two players can be compared if they are on one island of every list.
                        Island 1 is that of the anchor, or the largest one */
} dom_ratings_all_round_row;

typedef struct {
    size_t count;
    dom_ratings_all_round_row *row; /* by island, then best first, then by player */
    double *covariance;             /* of the rows, count x count, Elo^2; 0 between islands */
    uint32_t islands;
} dom_ratings_all_round;

/* Find the all-round ratings.
 *
 * out    filled; release it with dom_ratings_all_round_clear after success, empty after a failure
 * lists  1 or more
 *
 * Returns DOM_RATINGS_OK, E_NOMEM, or an error of dom_ratings_list_fit for one of the lists. */
dom_ratings_rc dom_ratings_all_round_fit(dom_ratings_all_round *out,
                                         const dom_ratings_all_round_list lists[], size_t count,
                                         const dom_ratings_all_round_options *options);
void dom_ratings_all_round_clear(dom_ratings_all_round *all);

#endif
