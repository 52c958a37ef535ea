/* tournament/ruling_order.h - what an organiser rules about results: a tournament is closed before
 * its end, or a match or a whole tournament does not count, or counts again. Nothing is deleted. */
#ifndef DOM_TOURNAMENT_RULING_ORDER_H
#define DOM_TOURNAMENT_RULING_ORDER_H

#include "store/store.h"

typedef struct {
    dom_store *store; /* open for writing, behind the lock of the data folder       */
    const char *tournament;
    dom_store_ruling_kind kind;
    uint64_t match;     /* 0: the whole tournament; CLOSED: always 0                 */
    const char *reason; /* one line, or NULL                                         */
} dom_tournament_ruling_order;

/* How far the tournament was played. */
typedef struct {
    uint64_t matches, total;
    uint64_t incomplete; /* sets of which some matches are stored, and not all       */
} dom_tournament_ruling_done;

/* Carries out an order, as a whole or not at all. A closed tournament reveals its secret; nothing
 * more is played in it.
 *
 * Returns DOM_OK; DOM_E_ABSENT without such a tournament; DOM_E_CONFIG if it was ruled so already,
 * or if there is no such match; the codes of the store. */
dom_rc dom_tournament_ruling_carry_out(dom_tournament_ruling_done *out,
                                       const dom_tournament_ruling_order *order, dom_err *err);

#endif
