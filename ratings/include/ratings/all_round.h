/* ratings/all_round.h - one rating for each player over several lists, such as the lists of all
 * variants of a game.
 *
 * Model. The rating of player i in list v is A_i + B_v plus a deviation, because a player is
 * stronger in some variants than in others. A_i is its all-round rating, B_v the level of the list.
 * They are found by least squares. In every group of lists (a family) all lists together have the
 * same weight, so a family with many variants counts no more than one with few. If every player is
 * in every list, A_i is the mean over families of its mean rating in the family.
 *
 * Intervals. The covariance of each list is propagated. A player that is not in all lists is
 * compared with others in lists that it did not play, and there it deviates by an unknown amount.
 * So it gets the additional variance
 *
 *     spread^2 * sum over lists of (share of the list in its rating - share of the list in all)^2
 *
 * where spread is the standard deviation of the deviations, estimated from what the model leaves. A
 * player that is in all lists gets nothing. Degrees of freedom are combined by F. Satterthwaite's
 * formula of 1946.
 *
 * Example: two variants of one family. In the first a, b and c have 1200, 1000 and 800; in the
 * second a and b have 1100 each, and c did not play. By a and b, both lists have the same level. So
 * a gets 1150, b 1050 and c 800, before the mean is fixed: c keeps the distance of 300 to the mean
 * of a and b that it has in the first list. */
#ifndef DOM_RATINGS_ALL_ROUND_H
#define DOM_RATINGS_ALL_ROUND_H

#include "ratings/list.h"

/* One list. All is borrowed. */
typedef struct {
    const dom_ratings_list *list; /* with its covariance; only its lines count */
    size_t players;               /* of the covariance */
    const uint32_t *player;       /* by player of the list: its number in all lists together */
    uint32_t group;               /* lists with equal numbers are one family */
} dom_ratings_all_round_list;

typedef struct {
    uint32_t player;            /* its number in all lists together */
    double elo, elo_lo, elo_hi; /* all-round rating and 95 % interval; a limit that `bound` excludes
                                   equals elo */
    dom_ratings_bound bound;    /* results give no limit in at least one of its lists */
    bool is_fixed;              /* the anchor, or alone on its island: the limits mean nothing */
    uint32_t rank_lo, rank_hi;  /* among the players of its island */
    uint32_t lists;             /* in which it has a rating */
    uint32_t island;            /* from 1; between islands no list and no player is common */
} dom_ratings_all_round_row;

typedef struct {
    size_t count;
    dom_ratings_all_round_row *row; /* by island, then best first, then by player */
    uint32_t islands;
    double spread; /* see above, Elo; 0 if the model leaves nothing that errors do not explain */
} dom_ratings_all_round;

/* Find the all-round ratings.
 *
 * out         filled; release it with dom_ratings_all_round_clear after success, empty after a
 *             failure
 * lists       1 or more
 * players     number of players in all lists together
 * anchor      a player whose rating is fixed at `anchor_elo`; DOM_RATINGS_LIST_ANCHOR_MEAN, or a
 *             player that is not there, fixes the mean of each island instead
 *
 * Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_all_round_fit(dom_ratings_all_round *out,
                                         const dom_ratings_all_round_list lists[], size_t count,
                                         size_t players, int32_t anchor, double anchor_elo);
void dom_ratings_all_round_clear(dom_ratings_all_round *all);

#endif
