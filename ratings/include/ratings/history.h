/* ratings/history.h - how a list came about: what it was after the first sets of a pool.
 *
 * Computed from the pool, which keeps the order in which it got its sets. Each point is
 * the official list over the first so many sets, fitted from the point before.
 */
#ifndef DOM_RATINGS_HISTORY_H
#define DOM_RATINGS_HISTORY_H

#include "ratings/list.h"

enum {
    DOM_RATINGS_HISTORY_STEP = 50,       /* sets from one point to the next           */
    DOM_RATINGS_HISTORY_POINTS_MAX = 100 /* of more, every second is left out, and so on */
};

typedef struct {
    bool has_rating; /* it had a result by then, and ratings existed           */
    double elo, elo_lo, elo_hi;
    dom_ratings_bound bound; /* see dom_ratings_rating                                        */
} dom_ratings_history_rating;

typedef struct {
    size_t players, points;
    uint32_t step;  /* DOM_RATINGS_HISTORY_STEP times a power of two                   */
    uint64_t *sets; /* of each point: step, 2 step, ..., and all sets at the end */
    dom_ratings_history_rating *rating; /* [point * players + player]                  */
    uint64_t mean_until; /* sets of the last point at which others had ratings and the
                                   anchor no result yet, so that means held them: another scale
                                   than that of later points; 0: none          */
} dom_ratings_history;

/* Fit all points.
 *
 * history  filled; dom_ratings_history_clear it after success. No points for a pool without sets.
 * options  as for dom_ratings_list_fit; NULL: DOM_RATINGS_LIST_OPTIONS.
 * Returns as dom_ratings_list_fit, but that points for which without prior no ratings exist have
 * none. */
dom_ratings_rc dom_ratings_history_fit(dom_ratings_history *history, const dom_ratings_pool *pool,
                                       const dom_ratings_list_options *options);
/* The same, but `goes_on` is asked before every point. Returns E_STOPPED once it is false. */
dom_ratings_rc dom_ratings_history_fit_while(dom_ratings_history *history,
                                             const dom_ratings_pool *pool,
                                             const dom_ratings_list_options *options,
                                             bool (*goes_on)(void));

void dom_ratings_history_clear(dom_ratings_history *history);

#endif
