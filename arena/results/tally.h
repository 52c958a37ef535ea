/* tally.h - adds the duplicate sets of a tournament to the rows, live ratings and pools of the
 * standings. Private to the results.
 */
#ifndef DOM_RESULTS_TALLY_H
#define DOM_RESULTS_TALLY_H

#include "results/set_reader.h"
#include "results/standings.h"

/* All zero: no tournament is read. */
typedef struct {
    const dom_store_tournament *of;
    dom_results_standing_list **list_of; /* by variant number               */
    uint32_t *row_of;                    /* [variant number * bots + bot number] */
} dom_results_tally;

/* Starts a tournament. All its lists and rows must exist (standings_lists.h) and must not move any
 * more. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_tally_enter(dom_results_tally *tally, dom_results_standings *s,
                               const dom_store_tournament *t, dom_err *err);

/* Returns the row of a bot in a variant; both are the tournament's numbers. */
dom_results_standing_row *dom_results_tally_row(const dom_results_tally *tally, int variant,
                                                int bot);

/* Adds a set of the tournament: its matches to the rows, and if it is complete, the set to the
 * ratings. Returns DOM_OK; DOM_E_LIMIT if the set cannot be rated; DOM_E_NOMEM. */
dom_rc dom_results_tally_add(dom_results_tally *tally, const dom_results_set *set, dom_err *err);

/* Release and zero. */
void dom_results_tally_free(dom_results_tally *tally);

#endif
