/* ranking_fit.h - fits a ranking as it was asked for, whatever its results come from. Private to
 * the results.
 */
#ifndef DOM_RESULTS_RANKING_FIT_H
#define DOM_RESULTS_RANKING_FIT_H

#include "results/ranking.h"

/* Applies what was asked for to the options of a ranking, which begin as those of the official
 * list. Its bots, the title and the number of players of `shown` are there. Returns DOM_OK;
 * DOM_E_CONFIG with one line about what this list cannot do; DOM_E_NOMEM. */
dom_rc dom_results_ranking_ask(dom_results_ranking *r, const dom_results_ranking_kind *kind,
                               dom_err *err);

/* Fits the list with these options, the second opinion and the bootstrap intervals.
 *
 * rankings  of the matches of the pool, if a second opinion is wanted
 *
 * Returns DOM_OK; DOM_E_LIMIT if the results cannot be rated so; DOM_E_NOMEM. */
dom_rc dom_results_ranking_fit(dom_results_ranking *r, const dom_ratings_pool *pool,
                               dom_ratings_rankings *rankings, const dom_results_ranking_kind *kind,
                               dom_err *err);

#endif
