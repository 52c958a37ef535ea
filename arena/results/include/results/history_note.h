/* results/history_note.h - the note that a reader of a list's history needs. */
#ifndef DOM_RESULTS_HISTORY_NOTE_H
#define DOM_RESULTS_HISTORY_NOTE_H

#include "ratings/history.h"
#include "results/ranking.h"

enum { DOM_RESULTS_HISTORY_NOTE_BYTES = 200 };

/* Writes the note beside the history of a list (ratings/history.h): up to which point its anchor
 * had not played, so that the ratings are on another scale. "" if there is nothing to say. */
void dom_results_history_note(char note[static DOM_RESULTS_HISTORY_NOTE_BYTES],
                              const dom_ratings_history *points, const dom_results_ranking *list);

#endif
