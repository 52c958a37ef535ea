/* ordered_actions.h - the legal actions, the most promising one first.
 *
 * The order changes no value that the solver finds, only how soon it finds it.
 */
#ifndef DOM_SEARCH_ORDERED_ACTIONS_H
#define DOM_SEARCH_ORDERED_ACTIONS_H

#include "search/solver.h"

typedef struct {
    int count;
    dom_action action[DOM_ACTIONS_MAX];
    int32_t promise[DOM_ACTIONS_MAX];
} dom_search_actions;

/* Lists the legal actions.
 *
 * known  an entry of this position, whose best action is taken first; NULL if there is none */
void dom_search_order(dom_search_actions *actions, const dom_round *round,
                      const dom_search_entry *known);

/* Notes the action as the best one of the entry's position. */
void dom_search_note_best(dom_search_entry *entry, const dom_round *round, dom_action action);

#endif
