/* set_reader.h - adds the matches of a tournament, set by set, to the rows, live ratings and pools of the
 * standings. Private to the results.
 *
 * Sets come in the order of their numbers, and all matches of a set come together:
 *
 *     dom_results_set_reader r = {.count = 0};
 *     rc = dom_results_set_reader_enter(&r, &standings, tournament, err);
 *     for each match m:
 *         if (dom_results_set_reader_is_over(&r, m))
 *             rc = dom_results_set_reader_end(&r, err);
 *         dom_results_set_reader_add(&r, m);
 *     rc = dom_results_set_reader_end(&r, err);
 *     dom_results_set_reader_free(&r);
 */
#ifndef DOM_RESULTS_SET_READER_H
#define DOM_RESULTS_SET_READER_H

#include "results/standings.h"

/* All zero: no tournament is read. */
typedef struct {
    const dom_store_tournament *t;
    dom_results_standing_list **list_of;              /* by variant number      */
    int *row_of;                                      /* [variant number * bots + bot number] */
    dom_store_match match[DOM_STORE_SET_MATCHES_MAX]; /* of the set so far, half by half */
    int count;
} dom_results_set_reader;

/* Starts a tournament. All its lists and rows must exist (standings_lists.h) and must not move any more.
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_set_reader_enter(dom_results_set_reader *r, dom_results_standings *s,
                                    const dom_store_tournament *t, dom_err *err);

/* Returns the row of a bot in a variant; both are the tournament's numbers. */
dom_results_standing_row *dom_results_set_reader_row(const dom_results_set_reader *r, int variant,
                                                     int bot);

/* Returns true if this match belongs to another set than the matches before it. */
bool dom_results_set_reader_is_over(const dom_results_set_reader *r, const dom_store_match *m);

/* Adds a match to the present set. Pre: dom_results_set_reader_is_over is false for it. */
void dom_results_set_reader_add(dom_results_set_reader *r, const dom_store_match *m);

/* Ends the set: counts its matches and rates its complete halves. Does nothing without matches. Returns
 * DOM_OK; DOM_E_LIMIT if the set cannot be rated; DOM_E_NOMEM. */
dom_rc dom_results_set_reader_end(dom_results_set_reader *r, dom_err *err);

/* Release and zero. */
void dom_results_set_reader_free(dom_results_set_reader *r);

#endif
