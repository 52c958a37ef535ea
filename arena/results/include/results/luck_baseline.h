/* results/luck_baseline.h - what a fixed player would have made of a deal: a measure of its luck.
 *
 * The baseline plays its heaviest tile, the first listed of those that are equally heavy, and
 * draws only when it cannot play. It plays within this process, in all seats, so no deal
 * leaves the arena for it and no bot is needed again.
 *
 * It has an identity, a hash of how it plays the variants of a tournament, which is stored
 * with the tournament before its first deal. So it cannot be chosen by results, and where
 * rules or baseline have changed since, that shows.
 */
#ifndef DOM_RESULTS_LUCK_BASELINE_H
#define DOM_RESULTS_LUCK_BASELINE_H

#include "core/tournament.h"
#include "deal/deal.h"
#include "table/table.h"

#define DOM_RESULTS_BASELINE_NAME "heaviest"

/* Play a whole match on the deals of a set.
 * table  caller's storage; settled. */
void dom_results_baseline_play(dom_table *table, const dom_options *options,
                               const dom_deal_key *set_key);

/* Play eight matches of the baseline, always on the same deals. Returns whether a score reaches the
 * target in any of them; a match that does not reach it ends after DOM_ROUNDS_MAX rounds. True
 * without a target. */
bool dom_results_baseline_reaches_target(const dom_options *options);

/* Write the identity into t->baseline: "heaviest-" and 64 hex digits, from a few matches
 * of each of its variants. DOM_E_NOMEM is the only failure. */
dom_rc dom_results_baseline_identify(dom_core_tournament *t, dom_err *err);

#endif
