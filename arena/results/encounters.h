/* encounters.h - what the bots of a tournament have scored against each other. Private to this
 * folder. Memory grows with the pairs that have met.
 */
#ifndef DOM_RESULTS_ENCOUNTERS_H
#define DOM_RESULTS_ENCOUNTERS_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/* Two bots in one variant. */
typedef struct {
    uint32_t variant;
    uint16_t bot[2];
} dom_results_two_bots;

/* Two bots that have met. `half_points` is 2 for a win and 1 for a draw. */
typedef struct {
    dom_results_two_bots pair; /* the lower number first */
    uint64_t half_points[2];
} dom_results_encounter;

/* Start with a zeroed struct; release it with dom_results_encounters_clear. */
typedef struct dom_results_encounters {
    dom_results_encounter *slot; /* found by a hash of the pair; empty: nobody scored */
    size_t count, room;          /* the room is a power of two */
} dom_results_encounters;

/* Adds a result of pair.bot[0] with so many half points, 0..2, against pair.bot[1], which has the
 * others. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_encounters_add(dom_results_encounters *e, dom_results_two_bots pair,
                                  int half_points, dom_err *err);

/* Returns the half points of pair.bot[0], and of pair.bot[1] in *other; both 0: they never met. */
uint64_t dom_results_encounters_score(const dom_results_encounters *e, dom_results_two_bots pair,
                                      uint64_t *other);

void dom_results_encounters_clear(dom_results_encounters *e);

#endif
