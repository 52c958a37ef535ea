/* tournament/sprt_match.h - what a comparison has shown so far: its duplicate sets, put to a
 * sequential test (ratings/sprt.h).
 *
 * Matches come in any order, sets count in the order of their numbers: one when all
 * before it are complete. So what is decided, and after which set, follows from the results
 * alone, not from which table was done first, how many played or whether the arena was
 * killed in between. Matches behind the set that decided do not count.
 */
#ifndef DOM_TOURNAMENT_SPRT_MATCH_H
#define DOM_TOURNAMENT_SPRT_MATCH_H

#include "core/tournament.h"
#include "ratings/sprt.h"
#include "store/store.h"

typedef struct {
    dom_ratings_sprt test;
    const dom_options *options; /* of its variant                              */
    uint32_t sets;              /* that may be played                          */
    uint32_t counted;           /* that the test has seen                      */
    uint64_t faults[2];         /* matches of these that ended by a fault of bot 0, bot 1 */
    struct dom_tournament_sprt_set *open; /* by number, from 1                          */
} dom_tournament_sprt;

/* Begin without a match; `t` is a comparison and is borrowed. DOM_E_CONFIG for bounds that
 * are no test, or DOM_E_NOMEM. Free after either. */
dom_rc dom_tournament_sprt_begin(dom_tournament_sprt *c, const dom_core_tournament *t,
                                 uint32_t sets, dom_err *err);
void dom_tournament_sprt_free(dom_tournament_sprt *c);

/* Take a match, each once. */
void dom_tournament_sprt_add(dom_tournament_sprt *c, const dom_store_match *m);

/* Is it decided, or has every set been played? */
bool dom_tournament_sprt_is_over(const dom_tournament_sprt *c);

/* The number of the last match that may begin now. Sets may begin ahead of those that are counted:
 * twice as many as the test is expected to need, but no more than were counted, and at least
 * DOM_TOURNAMENT_SPRT_SETS_AHEAD. So a test that needs T sets begins at most
 * 2 T + DOM_TOURNAMENT_SPRT_SETS_AHEAD. Example: 100 sets are counted and 30 more expected; sets
 * up to 160 may begin. */
enum { DOM_TOURNAMENT_SPRT_SETS_AHEAD = 16 };
uint64_t dom_tournament_sprt_last_match(const dom_tournament_sprt *c);

#endif
