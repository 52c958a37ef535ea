#include "results/history_note.h"

#include <stdio.h>

void dom_results_history_note(char note[static DOM_RESULTS_HISTORY_NOTE_BYTES],
                              const dom_ratings_history *points, const dom_results_ranking *list)
{
    note[0] = '\0';
    if (points->mean_until > 0)
        (void)snprintf(note, DOM_RESULTS_HISTORY_NOTE_BYTES,
                       "In the first %llu sets the anchor %s had not played and the mean was "
                       "fixed: ratings before and after that point cannot be compared.",
                       (unsigned long long)points->mean_until, list->labels[list->options.anchor]);
}
