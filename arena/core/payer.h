/* What the end of a bot process costs, and which match pays for it. SPEC.md, "Faults", has the
 * rule. The functions only decide; process_end.c carries the decision out.
 *
 * What an end costs. The first row that applies counts:
 *
 *     how the process ended                          what it costs its bot
 *     ---------------------------------------------  --------------------------------------------
 *     the arena ended it (`bye` or a kill)           nothing
 *     a signal killed it or its host died, before    nothing, the first time: it is started once
 *       the first match of the run                     more
 *     spawn: it could not be started                 a failed start
 *     crash with an ask outstanding                  the match of the oldest outstanding ask
 *     crash without one, and a match of it has       that match; of several such matches the one
 *       counted all free ends that it allows           that began first
 *     crash without one, after its first answer      nothing: a free end
 *     crash without one, before its first answer     a failed start
 *     stall, protocol or resource fault of a         the match of the oldest outstanding ask; else
 *       process that sits at a table                   that of its last answer, if it is open;
 *                                                      else its open match that began first
 *     the same, and it sits at no table              a failed start
 *
 *     If its host died, the end is spawn before the hello, and protocol after it.
 *
 * No end costs more than one match. If no match pays, every open match of the process counts one
 * free end for this seat. A match allows max(1, `restarts`) free ends per seat.
 *
 * A failed start costs no match. After max(1, `restarts`) failed starts the bot is withdrawn: it
 * loses its open matches, and its remaining matches are not played. If a bot has not started once
 * and the first match has not begun, the first failed start is enough: the run fails, or with
 * `skip_broken` the bot is withdrawn. If the machine cannot start a program that is known to work
 * either, the run fails and no bot is charged.
 *
 * What a restart costs: nothing. After every end, unless the arena caused it or the bot is
 * withdrawn, the next process takes over the open matches of the seat. The bot is told these
 * matches again, and an ask that was waiting is sent again with a fresh move_ms and the bank that
 * was left.
 *
 * Example of free ends, with the default `restarts: 3`. In match 7 the process of seat 0 answers an
 * ask and then crashes while no ask is outstanding. The next processes do the same:
 *
 *     1st, 2nd, 3rd crash   free; match 7 has counted 1, 2, 3 free ends of seat 0
 *     4th crash             match 7 has counted 3, which is all it allows: its bot loses match 7
 *
 * Example of who pays. A process sits at tables A, B and C, whose matches began in this order. Its
 * last answer was at B. Now it ends:
 *
 *     protocol, an ask at C is outstanding     C pays
 *     protocol, no ask is outstanding          B pays; if its match is over, A pays
 *     crash, an ask at C is outstanding        C pays
 *     crash, no ask is outstanding             no match pays; A, B and C count a free end each */
#ifndef DOM_CORE_PAYER_H
#define DOM_CORE_PAYER_H

#include "slot.h"

/* Returns how many free ends a match allows per seat: max(1, `restarts`). */
uint32_t dom_core_free_ends_max(const dom_core_tournament *t);

/* Returns the table of the match that pays for the end that p->ended describes; NULL if no match
 * pays. */
dom_core_slot *dom_core_who_pays(const dom_core_slots *slots, const dom_core_tournament *t,
                                 const dom_core_process *p);

/* Returns the table of the oldest outstanding ask of this process according to the core's own
 * account, or NULL. The core uses it when the host died and reported nothing. */
const dom_core_slot *dom_core_oldest_ask(const dom_core_slots *slots, const dom_core_process *p);

#endif
