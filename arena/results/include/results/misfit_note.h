/* results/misfit_note.h - says whether the results of a list contradict one rating for each bot. */
#ifndef DOM_RESULTS_MISFIT_NOTE_H
#define DOM_RESULTS_MISFIT_NOTE_H

#include "ratings/list.h"

enum { DOM_RESULTS_MISFIT_NOTE_BYTES = 120 };

/* Returns true if p is below 0.01. Then the list itself shows the note, and not only the cross
 * table. By chance, one list in a hundred does. */
bool dom_results_misfit_is_alarm(const dom_ratings_misfit *misfit);

/* Writes a sentence of at most 100 characters that says what the test found; "" without a test. */
void dom_results_misfit_note(char note[static DOM_RESULTS_MISFIT_NOTE_BYTES],
                             const dom_ratings_misfit *misfit);

/* What to do after an alarm. */
#define DOM_RESULTS_MISFIT_ADVICE                                                                  \
    "Some bots do better or worse against certain opponents: compare shares in the cross table."

#endif
