/* tournament_places.h - the places of a tournament, by its tie-breaks. Private to this folder;
 * results/tournament_standing.h says what each of them means.
 */
#ifndef DOM_RESULTS_TOURNAMENT_PLACES_H
#define DOM_RESULTS_TOURNAMENT_PLACES_H

#include "results/tournament_standing.h"

/* Fills in `place` and `set_apart` of all standings. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_tournament_places(dom_results_tournament_standings *s, dom_err *err);

#endif
