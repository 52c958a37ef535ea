/* output/decision_rows.h - the choices of matches as a data set: a line for each choice that a bot
 * made, with what it saw, what was legal, what it took and the points of the round. Private to this
 * folder.
 *
 * Only matches whose duplicate sets are over have lines, because lines have hands. A choice that
 * the arena made for a bot, and one without alternatives, has none.
 */
#ifndef DOM_OUTPUT_DECISION_ROWS_H
#define DOM_OUTPUT_DECISION_ROWS_H

#include "base/string_list.h"
#include "store/store.h"

#include <stdio.h>

typedef struct dom_output_decision_rows dom_output_decision_rows;

/* Makes a writer. It writes CSV, at once the header, or else JSON Lines. `out`, `bots` and `store`
 * are borrowed until it is closed.
 *
 * bots  whose choices are written; NULL or empty: those of all bots
 *
 * Returns DOM_OK or DOM_E_NOMEM; then *rows is NULL. */
dom_rc dom_output_decision_rows_open(dom_output_decision_rows **rows, FILE *out, bool is_csv,
                                     const dom_strings *bots, dom_store *store, dom_err *err);

/* Writes the lines of a match that was read with its decisions; none if its set is not over.
 * Returns DOM_OK; DOM_E_MALFORMED if it cannot be played again, after the lines of its first
 * rounds; DOM_E_NOMEM; or an error of the store. */
dom_rc dom_output_decision_rows_add(dom_output_decision_rows *rows, const dom_store_tournament *t,
                                    const dom_store_match *m, dom_err *err);

void dom_output_decision_rows_close(dom_output_decision_rows **rows);

#endif
