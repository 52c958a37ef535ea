/* library/state.h - what is behind a domino_state, for other parts of the arena. */
#ifndef DOM_LIBRARY_STATE_H
#define DOM_LIBRARY_STATE_H

#include "domino/domino.h"
#include "rules/match.h"

/* Returns the match of a state. It belongs to the state and changes with it. Before the first deal
 * its `round` is 0. */
const dom_match *dom_state_match(const domino_state *state);

#endif
