/* results/progress.h - how strong the versions of one bot are in a variant, oldest first. */
#ifndef DOM_RESULTS_PROGRESS_H
#define DOM_RESULTS_PROGRESS_H

#include "results/ranking.h"

typedef struct {
    uint32_t player; /* of the ranking */
    double elo;
    bool has_gain;               /* false: the first version, or no results connect it with the one
                                    before */
    dom_ratings_difference gain; /* against the version before; all zero without has_gain */
} dom_results_progress_step;

typedef struct {
    const dom_results_ranking *of;
    size_t count;
    dom_results_progress_step *step;
} dom_results_progress;

/* Find the versions of the bot `name` with a complete set, shown by the list or not. They are in
 * the order of the newest tournaments in which they played, and of their registration if that is
 * the same.
 *
 * out  dom_results_progress_clear it in any case; no steps if the bot did not play
 * of   an official list with wants_matrices; it must outlive *out
 * s    the standings of the list
 *
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_progress_make(dom_results_progress *out, const dom_results_ranking *of,
                                 const dom_results_standings *s, const char *name, dom_err *err);
void dom_results_progress_clear(dom_results_progress *p);

#endif
