/* standings_lists.h - the lists of standings and their rows: one list per variant under one set of
 * options, one row per version of a bot. Private to the results.
 *
 * Every bot of every tournament gets its row before the first match is read, so the order of the
 * rows does not depend on results.
 */
#ifndef DOM_RESULTS_STANDINGS_LISTS_H
#define DOM_RESULTS_STANDINGS_LISTS_H

#include "results/standings.h"

/* Returns the list of a variant under its options, and makes it if it does not exist; NULL when out
 * of memory. A new list may move the others. */
dom_results_standing_list *dom_results_lists_of(dom_results_standings *s,
                                                const dom_variant *variant);

/* Returns the index of the bot's row, and makes it with the start rating if it does not exist; -1
 * when out of memory. */
int dom_results_lists_row_of(dom_results_standing_list *l, const dom_store_bot *bot);

/* Called when all rows exist: numbers the rules of each name, newest first, sorts the rows by name
 * and version, and makes them the players of the pools. Returns DOM_OK; DOM_E_NOMEM; DOM_E_LIMIT if
 * a pool cannot hold so many rows. */
dom_rc dom_results_lists_order(dom_results_standings *s, dom_err *err);

/* Marks the rows that lists of all tournaments hide (see dom_results_standings_read). */
void dom_results_lists_hide(dom_results_standings *s);

/* Returns true if the lists and rows of the cache are those that the tournaments have. */
bool dom_results_lists_fit(const dom_results_standings *wanted, const dom_results_standings *kept);

#endif
