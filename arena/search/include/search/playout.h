/* search/playout.h - plays a round to its end by chance. */
#ifndef DOM_SEARCH_PLAYOUT_H
#define DOM_SEARCH_PLAYOUT_H

#include "base/random.h"
#include "rules/round.h"

/* Plays random actions until the round is over; at every choice all legal actions are equally
 * likely. */
void dom_search_playout(dom_round *round, dom_random *random);

#endif
