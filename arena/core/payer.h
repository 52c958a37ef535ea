/* What the end of a bot process costs, and which match pays for it. SPEC.md, "Faults", has the rule.
 * The functions only decide; process_end.c carries the decision out.
 *
 * Unless the arena ended the process or the bot is withdrawn, a new process takes over (a restart) and
 * continues the open matches of the seat. The restart itself costs nothing; the end may:
 *
 *     how the process ended                         what it costs its bot
 *     --------------------------------------------  ---------------------------------------------
 *     the arena ended it (`bye`)                    nothing
 *     crash, with an ask outstanding                the match of the oldest outstanding ask
 *     crash, no ask outstanding,                    nothing: the end is free, and is counted in the
 *       and it has answered an ask before           open matches of its seats
 *     the same, but one of its matches has counted  that match; if there are several, the one that
 *       free_ends_max free ends of this seat        began first
 *     stall, protocol or resource fault             the match of the oldest outstanding ask; else
 *                                                   that of its last answer, if it is still open;
 *                                                   else its open match that began first
 *     crash before its first answer, or one of      no match, but it counts as a failed start
 *       these faults while it sits at no table
 *     spawn (it could not be started)               no match, but it counts as a failed start
 *     the same, and the bot has max(1, `restarts`)  the bot is withdrawn: it loses its open matches,
 *       failed starts now                           and its remaining matches are not played
 *     killed before the first match of the run      nothing the first time: it is started once more
 *
 * No end costs more than one match. With the default `restarts: 3`, three free ends of one seat are
 * allowed in a match, and the third failed start withdraws the bot.
 *
 * Example: a process sits at tables A, B and C, whose matches began in this order. Its last answer was
 * at B, and an ask at C is outstanding. Now it sends a message that cannot be read (`protocol`): C
 * pays. Without the outstanding ask B would pay, and if it had never answered, A would. If it had
 * crashed without an outstanding ask, no match would pay, and A, B and C would count one free end each
 * for this seat. */
#ifndef DOM_CORE_PAYER_H
#define DOM_CORE_PAYER_H

#include "slot.h"

/* Returns how many free ends a match allows per seat: max(1, restarts). */
uint32_t dom_core_free_ends_max(const dom_core_tournament *t);

/* Returns the table of the match that pays for the end described by p->ended; NULL if no match pays. */
dom_core_slot *dom_core_payer(const dom_core_slots *slots, const dom_core_tournament *t,
                              const dom_core_process *p);

/* Returns the table of the oldest outstanding ask of this process according to the core's own account,
 * or NULL. The core uses it when the host died and reported nothing. */
const dom_core_slot *dom_core_owed_by(const dom_core_slots *slots, const dom_core_process *p);

#endif
