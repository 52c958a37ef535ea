/* shard/comparison.h - the sequential test of a comparison that is played in shards.
 */
#ifndef DOM_SHARD_COMPARISON_H
#define DOM_SHARD_COMPARISON_H

#include "results/sprt_match.h"
#include "shard/folder.h"

/* A test with the tournament that it is about. A zeroed struct is empty. */
typedef struct {
    dom_core_tournament *tournament; /* its name, variant, bots and hypotheses; NULL: empty */
    dom_results_sprt test;
} dom_shard_comparison;

/* Passes the stored matches of a comparison to its test. Sets count in the order of their numbers,
 * so the decision and the counted sets do not depend on which shards have played. The caller clears
 * *out in any case.
 *
 * t  as stored in `store`; it is the tournament of the plan
 * Returns DOM_OK; DOM_E_CONFIG if the plan cannot be tested; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_shard_comparison_read(dom_shard_comparison *out, const dom_shard_plan *plan,
                                 const dom_store_tournament *t, dom_store *store, dom_err *err);
void dom_shard_comparison_clear(dom_shard_comparison *comparison);

#endif
