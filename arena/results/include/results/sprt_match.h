/* results/sprt_match.h - passes the duplicate sets of a comparison to its sequential test
 * (ratings/sprt.h).
 *
 * Matches arrive in any order. Sets enter the test in the order of their numbers, each as soon as
 * it and all sets before it are complete. So the decision, and the set that decides, depend on the
 * results only: not on which table finished first, on the concurrency, or on interruptions. Sets
 * after the deciding one do not count.
 */
#ifndef DOM_RESULTS_SPRT_MATCH_H
#define DOM_RESULTS_SPRT_MATCH_H

#include "core/tournament.h"
#include "ratings/sprt.h"
#include "store/store.h"

typedef struct {
    dom_ratings_sprt test;
    const dom_options *options; /* of the variant                              */
    uint32_t sets;              /* most sets that may be played                */
    int rotations;              /* matches of a set                            */
    uint32_t counted;           /* sets that entered the test                  */
    uint64_t faults[2];         /* matches of these sets that ended by a fault of bot 0, of bot 1 */
    bool is_stored;             /* of stored sets only: nothing more is played */
    struct dom_results_sprt_set *open; /* incomplete sets, by number from 1          */
} dom_results_sprt;

/* Starts without matches.
 *
 * options   of the variant; borrowed as long as *c is used
 * compared  the hypotheses and their error rates
 * sets      the most that may be played
 *
 * Returns DOM_OK; DOM_E_CONFIG if elo0 is not below elo1; DOM_E_NOMEM. Free it in any case. */
dom_rc dom_results_sprt_begin(dom_results_sprt *c, const dom_options *options,
                              const dom_core_compared *compared, uint32_t sets, dom_err *err);
void dom_results_sprt_free(dom_results_sprt *c);

/* Adds a match. Each match is added once. */
void dom_results_sprt_add(dom_results_sprt *c, const dom_store_match *m);

/* Returns true if the test is decided or every set has been played. */
bool dom_results_sprt_is_over(const dom_results_sprt *c);

/* Returns the number of the last match that may begin now. Beyond the counted sets, twice as many
 * sets may begin as the test is expected to need, but no more than were counted, and at least
 * DOM_RESULTS_SPRT_SETS_AHEAD. So a test that needs T sets begins at most 2 T +
 * DOM_RESULTS_SPRT_SETS_AHEAD. Example: if 100 sets are counted and 30 more are expected, sets up
 * to 160 may begin. */
enum { DOM_RESULTS_SPRT_SETS_AHEAD = 16 };
uint64_t dom_results_sprt_last_match(const dom_results_sprt *c);

#endif
