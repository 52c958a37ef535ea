/* results/comparison.h - the sequential test of stored sets: of a comparison whose shards are
 * merged, or of two bots of any tournament.
 */
#ifndef DOM_RESULTS_COMPARISON_H
#define DOM_RESULTS_COMPARISON_H

#include "results/sprt_match.h"

/* A test with the tournament that it is about. A zeroed struct is empty. */
typedef struct {
    dom_core_tournament *tournament; /* its name, one variant, bots and hypotheses; NULL: empty */
    dom_results_sprt test;
    uint32_t incomplete; /* sets of the two bots that lack a match, and so do not count */
} dom_results_comparison;

/* Passes the stored matches of a comparison to its test. Sets count in the order of their numbers,
 * each when all before it are complete, so the decision and the counted sets do not depend on which
 * shards have played. The caller clears *out in any case.
 *
 * t         as stored in `store`
 * compared  what is tested
 * sets      the most that may be played
 *
 * Returns DOM_OK; DOM_E_CONFIG if `compared` cannot be tested; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_results_comparison_read(dom_results_comparison *out, const dom_store_tournament *t,
                                   const dom_core_compared *compared, uint32_t sets,
                                   dom_store *store, dom_err *err);

/* Two bots of a tournament and a variant. */
typedef struct {
    const char *bot[2];  /* the new one, the old one, as NAME or NAME@VERSION; of several versions a
                            name means the last; NULL: the tournament's only two, or the two
                            of a comparison                                       */
    const char *variant; /* NULL: the tournament's only one                       */
} dom_results_pair;

/* Passes the complete sets of two bots to a test, in the order of their numbers, as if they were
 * all that was played. Incomplete sets are counted and left out. The caller clears *out in any
 * case.
 *
 * Returns as dom_results_comparison_read; DOM_E_CONFIG also if the tournament has more bots or
 * variants than `pair` names, or the two do not meet in it; DOM_E_ABSENT if it lacks a bot or the
 * variant, or has no complete set of them. */
dom_rc dom_results_comparison_of_pair(dom_results_comparison *out, const dom_store_tournament *t,
                                      const dom_results_pair *pair,
                                      const dom_core_compared *compared, uint32_t sets,
                                      dom_store *store, dom_err *err);

void dom_results_comparison_clear(dom_results_comparison *comparison);

#endif
