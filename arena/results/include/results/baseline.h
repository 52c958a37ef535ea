/* results/baseline.h - the baseline: a fixed player inside the arena.
 *
 * The baseline plays its heaviest tile, the first in order of equally heavy ones, and draws only if
 * it cannot play. It plays all seats within this process, so no deal leaves the arena and no bot is
 * needed.
 *
 * Its identity is a hash of how it plays the variants of a tournament. It is stored with the
 * tournament before the first deal. So what is computed with the baseline later cannot have been
 * chosen by the results, and a later change of the rules or of the baseline is noticed.
 */
#ifndef DOM_RESULTS_BASELINE_H
#define DOM_RESULTS_BASELINE_H

#include "core/tournament.h"

#define DOM_RESULTS_BASELINE_NAME "heaviest"

/* Plays up to eight fixed matches of the baseline. Adds a remark on their course, without a full
 * stop, if no seat ever had a choice or if no score reached the target; a match without such a
 * score ends after DOM_ROUNDS_MAX rounds. Returns false if there is nothing to remark. */
bool dom_results_baseline_remark(dom_text *out, const dom_options *options);

/* Writes the identity into t->baseline: "heaviest-" and 64 hex digits, computed from a few matches
 * of each variant. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_baseline_identify(dom_core_tournament *t, dom_err *err);

#endif
