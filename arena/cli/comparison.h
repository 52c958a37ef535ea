/* cli/comparison.h - what a comparison has shown so far: its duplicate sets, put to a
 * sequential test (ratings/sprt.h).
 *
 * Matches come in any order, sets count in the order of their numbers: one when all
 * before it are complete. So what is decided, and after which set, follows from the results
 * alone, not from which table was done first, how many played or whether the arena was
 * killed in between. Matches behind the set that decided do not count.
 */
#ifndef DOM_CLI_COMPARISON_H
#define DOM_CLI_COMPARISON_H

#include "core/tournament.h"
#include "ratings/sprt.h"
#include "store/store.h"

typedef struct {
    dom_sprt test;
    const dom_options *options;  /* of its variant                              */
    uint32_t sets;               /* that may be played                          */
    uint32_t counted;            /* that the test has seen                      */
    uint64_t faults[2];          /* matches of these that ended by a fault of bot 0, bot 1 */
    struct comparison_set *open; /* by number, from 1                          */
} comparison;

/* Begin without a match; `t` is a comparison and is borrowed. DOM_E_CONFIG for bounds that
 * are no test, or DOM_E_NOMEM. Free after either. */
dom_rc comparison_begin(comparison *c, const dom_tournament *t, uint32_t sets, dom_err *err);
void comparison_free(comparison *c);

/* Take a match, each once. */
void comparison_add(comparison *c, const dom_store_match *m);

/* Is it decided, or has every set been played? */
bool comparison_is_over(const comparison *c);

/* The number of the last match that may begin now. Sets may begin ahead of those that are counted:
 * twice as many as the test is expected to need, but no more than were counted, and at least
 * COMPARISON_SETS_AHEAD. So a test that needs T sets begins at most 2 T + COMPARISON_SETS_AHEAD.
 * Example: 100 sets are counted and 30 more expected; sets up to 160 may begin. */
enum { COMPARISON_SETS_AHEAD = 16 };
uint64_t comparison_last_match(const comparison *c);

#endif
