/* library/row.h - writes the rows of domino/domino.h from a dom_view, for other parts of the arena.
 * They equal those of domino_vec_observe, byte for byte. */
#ifndef DOM_LIBRARY_ROW_H
#define DOM_LIBRARY_ROW_H

#include "domino/domino.h"
#include "rules/view.h"

/* Returns the layout of the arrays of so many games with these options. Pre: options passed
 * dom_options_check. */
domino_shape dom_shape_of(const dom_options *options, int32_t games);

/* Writes a row as domino_shape describes it. It uses only the view and the public history, which
 * have nothing that the seat must not know. Lots in the history are left out. */
void dom_row_write(const domino_shape *shape, const dom_view *view, const dom_event *history,
                   int count, int8_t *row);

/* Writes 1 + players numbers: the number of the round, and the match points of each seat. */
void dom_totals_write(const dom_match *match, int32_t *totals);

/* Returns the number of an action: a play or a draw. */
int32_t dom_action_number(const domino_shape *shape, const dom_action *action);

#endif
