/* set_reader.h - from the matches of a tournament, set by set, to the rows, the live ratings and
 * the pools of standings. Private to the results.
 *
 * Sets come in the order of their numbers, and the matches of a set lie together:
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

/* Of a comparison, whose sets have two halves. */
enum { DOM_RESULTS_SET_MATCHES = 2 * DOM_SEATS_MAX };

/* All zero: no tournament is read. */
typedef struct {
    const dom_store_tournament *t;
    dom_results_standing_list **list_of;            /* by variant number      */
    int *row_of;                                    /* [variant number * bots + bot number] */
    dom_store_match match[DOM_RESULTS_SET_MATCHES]; /* of the set so far, half by half */
    int count;
} dom_results_set_reader;

/* Begin a tournament, whose lists and rows are all there (standings_lists.h) and do not move any
 * more. DOM_E_NOMEM is the only failure. */
dom_rc dom_results_set_reader_enter(dom_results_set_reader *r, dom_results_standings *s,
                                    const dom_store_tournament *t, dom_err *err);

/* The row of a bot in a variant, both by the tournament's numbers. */
dom_results_standing_row *dom_results_set_reader_row(const dom_results_set_reader *r, int variant,
                                                     int bot);

/* Is this match of another set than those before it? */
bool dom_results_set_reader_is_over(const dom_results_set_reader *r, const dom_store_match *m);

/* Pre: the set is not over with this match. */
void dom_results_set_reader_add(dom_results_set_reader *r, const dom_store_match *m);

/* Count the matches of the set, rate its full halves, and forget it. Nothing without matches.
 * DOM_E_LIMIT for a set that cannot be rated. */
dom_rc dom_results_set_reader_end(dom_results_set_reader *r, dom_err *err);

/* Release and zero. */
void dom_results_set_reader_free(dom_results_set_reader *r);

#endif
