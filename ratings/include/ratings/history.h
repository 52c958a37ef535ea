/* ratings/history.h - how an official list developed: its ratings after the first 50, 100, ...
 * sets.
 *
 * It is computed from the pool, which keeps the order in which it received its sets. Each point is
 * the official list over that many sets, solved from the ratings of the point before.
 *
 * Examples: a pool of 120 sets has three points, after 50, 100 and 120 sets. A pool of 6,000 sets
 * would have 120 points, more than DOM_RATINGS_HISTORY_POINTS_MAX, so the step is 100 and there are
 * 60.
 */
#ifndef DOM_RATINGS_HISTORY_H
#define DOM_RATINGS_HISTORY_H

#include "ratings/list.h"

enum {
    DOM_RATINGS_HISTORY_STEP = 50,       /* sets from one point to the next, before any doubling */
    DOM_RATINGS_HISTORY_POINTS_MAX = 100 /* the step is doubled until this is enough */
};

/* The rating of one player at one point. */
typedef struct {
    bool has_rating;            /* the player had a result by then, and ratings existed           */
    double elo, elo_lo, elo_hi; /* as in dom_ratings_rating */
    bool is_fixed;              /* as in dom_ratings_rating */
    dom_ratings_bound bound;    /* see dom_ratings_bound */
} dom_ratings_history_rating;

typedef struct {
    size_t players, points;
    uint32_t step;  /* DOM_RATINGS_HISTORY_STEP times a power of two                   */
    uint64_t *sets; /* by point: step, 2 step, ..., and at last the number of all sets */
    dom_ratings_history_rating *rating; /* [point * players + player]                  */
    uint64_t mean_until; /* sets of the last point at which the anchor had no result yet while other
                            players had ratings; 0 if there is no such point. Up to it the mean was
                            fixed instead of the anchor, so these ratings cannot be compared with
                            later ones */
} dom_ratings_history;

/* Fit all points.
 *
 * history  filled; release it with dom_ratings_history_clear after success. A pool without sets
 *          gives no points. After a failure it is empty and needs no clearing.
 * options  as for dom_ratings_list_fit; NULL means DOM_RATINGS_LIST_OPTIONS
 *
 * Returns as dom_ratings_list_fit. With prior 0 some points may have no finite ratings although the
 * whole pool has; at such a point has_rating is false for every player. */
dom_ratings_rc dom_ratings_history_fit(dom_ratings_history *history, const dom_ratings_pool *pool,
                                       const dom_ratings_list_options *options);
/* Fit all points, but call `may_continue` before each of them. Returns E_STOPPED as soon as it
 * returns false, else as dom_ratings_history_fit. */
dom_ratings_rc dom_ratings_history_fit_while(dom_ratings_history *history,
                                             const dom_ratings_pool *pool,
                                             const dom_ratings_list_options *options,
                                             bool (*may_continue)(void));

/* Fit the list once more without some of its sets: those from number `first` to number `last` - 1
 * in the order of the pool, counted from 0.
 *
 * Example: a pool of 120 sets, of which the last 20 are those of a tournament, has with 100 and 120
 * the ratings before that tournament.
 *
 * elo       written by player, as in dom_ratings_rating
 * is_rated  written by player: true if it has results left that connect it with what is fixed, so
 *           that its rating can be compared with that of the whole list. Never for a player that
 *           the whole list has on another island than the first
 *
 * Returns as dom_ratings_list_fit; E_INVALID also for a range that the pool does not have. */
dom_ratings_rc dom_ratings_history_without(double elo[], bool is_rated[],
                                           const dom_ratings_pool *pool,
                                           const dom_ratings_list_options *options, uint64_t first,
                                           uint64_t last);

/* Free the memory and set everything to zero. */
void dom_ratings_history_clear(dom_ratings_history *history);

#endif
