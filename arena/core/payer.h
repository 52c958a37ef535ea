/* Which match pays for the end of a process: protocol/SPEC.md, "Faults", has the rule. Nothing is
 * changed here.
 *
 * Example: a process sits at tables A, B and C, whose matches began in this order. It answered last
 * at B and has not answered an ask at C when it sends a message that is none. C pays, as it was
 * asked there; had it owed nothing B would pay, and without any answer A. A crash while it owes
 * nothing is free, unless one of its seats had `free_ends_max` free ends before: then the oldest of
 * those pays. */
#ifndef DOM_CORE_PAYER_H
#define DOM_CORE_PAYER_H

#include "slot.h"

/* How many free ends one match allows per seat. */
uint32_t dom_core_free_ends_max(const dom_core_tournament *t);

/* The match that pays for what p->ended says, NULL if none does. */
dom_core_slot *dom_core_payer(const dom_core_slots *slots, const dom_core_tournament *t,
                              const dom_core_process *p);

/* The table of the oldest ask that this process owes, by our own account, NULL without one. */
const dom_core_slot *dom_core_owed_by(const dom_core_slots *slots, const dom_core_process *p);

#endif
