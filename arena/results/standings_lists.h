/* standings_lists.h - the lists of standings and their rows: one list per variant under one set of
 * options, one row per version of a bot. Private to the results.
 *
 * Every bot of every tournament gets its row before the first match is read, so that the order of
 * the rows does not depend on results.
 */
#ifndef DOM_RESULTS_STANDINGS_LISTS_H
#define DOM_RESULTS_STANDINGS_LISTS_H

#include "results/standings.h"

/* The list of a variant under its options, a new one if there is none; NULL when out of memory.
 * A new list may move the others. */
dom_results_standing_list *dom_results_lists_of(dom_results_standings *s,
                                                const dom_variant *variant);

/* Index of the bot's row, a new one at the start rating if there is none; -1 when out of memory. */
int dom_results_lists_row_of(dom_results_standing_list *l, const dom_store_bot *bot);

/* Once all rows are there: number the rules of each name, the newer ones first, put the rows in
 * the order of names and versions, and make them the players of the pools. DOM_E_NOMEM, or
 * DOM_E_LIMIT for more rows than a pool takes. */
dom_rc dom_results_lists_order(dom_results_standings *s, dom_err *err);

/* Hide what the lists of all tournaments do not show, as dom_results_standings_read says. */
void dom_results_lists_hide(dom_results_standings *s);

/* Are these the lists and rows that the tournaments have? */
bool dom_results_lists_fit(const dom_results_standings *wanted, const dom_results_standings *kept);

#endif
