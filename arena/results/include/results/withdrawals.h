/* results/withdrawals.h - the bots that were withdrawn from a tournament or disqualified, and the
 * matches that do not count in its standings because of them.
 *
 * An organiser may withdraw an entry or disqualify it (store/entries.h). No match at its tables
 * then counts in the standings, but those of an entry that was withdrawn from a Swiss.
 *
 * A run withdraws a bot that cannot be started any more. In a round robin or a gauntlet its
 * remaining matches are then not played. A bot that met it before has results against it that
 * others do not have, so no match at its tables counts in the standings of the tournament, until a
 * later run has played all that it lacks.
 *
 * Example: bots a, b, c and d, 10 sets each. d is withdrawn after its 20 matches against a, which a
 * won. Counted, they would give a 20 wins that b and c cannot have. So the standings are those of
 * a, b and c.
 *
 * A tournament file may say `withdrawn: lost`. Then these matches stand, and the sets that the bot
 * does not play count as lost by it; at a table of two, also as won by the other.
 *
 * In a Swiss the bot loses its remaining matches, and all of them count, because later rounds were
 * paired by them. Ratings count every complete set in any case: they know who met whom, and nobody
 * loses a defeat by leaving.
 */
#ifndef DOM_RESULTS_WITHDRAWALS_H
#define DOM_RESULTS_WITHDRAWALS_H

#include "store/store.h"

/* The newest withdrawal of a bot. */
typedef struct {
    uint16_t bot;       /* number in the tournament                            */
    uint32_t until_set; /* first set that was announced after it; UINT32_MAX: none  */
    int64_t when_ms;
    uint64_t missing; /* matches below until_set that it did not play; 0 in a Swiss */
    bool is_void;     /* no match with it counts in the standings                   */
    bool is_lost;     /* sets below until_set that it does not play count as lost   */
    char text[256];   /* "withdrawn in match 99: WHY", "withdrawn: WHY", "disqualified: WHY" */
} dom_results_withdrawal;

typedef struct {
    size_t count, room;
    dom_results_withdrawal *item;
} dom_results_withdrawals;

/* Reads the withdrawals of a tournament. A bot that has since played all that it lacked is not in
 * the list, nor is one whose place a new version has taken.
 *
 * out  dom_results_withdrawals_clear it in any case
 *
 * Reads all matches if a bot was withdrawn, else only the faults. If the schedule cannot be
 * computed, no match counts as missing. Returns DOM_OK, DOM_E_NOMEM, or the codes of the store. */
dom_rc dom_results_withdrawals_read(dom_results_withdrawals *out, dom_store *store,
                                    const dom_store_tournament *t, dom_err *err);
void dom_results_withdrawals_clear(dom_results_withdrawals *w);

/* Returns true if a bot sat at this table whose matches do not count. */
bool dom_results_withdrawals_void(const dom_results_withdrawals *w, const dom_store_match *m);

#endif
