/* results/history_note.h - what must be said beside the history of a list. */
#ifndef DOM_RESULTS_HISTORY_NOTE_H
#define DOM_RESULTS_HISTORY_NOTE_H

#include "ratings/history.h"
#include "results/ranking.h"

enum { DOM_RESULTS_HISTORY_NOTE_BYTES = 200 };

/* What the reader of the list's history (ratings/history.h) must know: up to where its anchor had
 * not played, and the ratings were on another scale. "" for nothing. */
void dom_results_history_note(char note[static DOM_RESULTS_HISTORY_NOTE_BYTES],
                              const dom_ratings_history *points, const dom_results_ranking *list);

#endif
