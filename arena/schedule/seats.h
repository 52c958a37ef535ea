/* seats.h - the order in which a table's bots sit around it. */
#ifndef DOM_SCHEDULE_SEATS_H
#define DOM_SCHEDULE_SEATS_H

#include "schedule/schedule.h"

enum { DOM_SCHEDULE_PARTNER_WAYS = 3 }; /* to make two pairs of four bots               */

/* Put the `entries` bots of a table in the order of their seats. Which of the
 * (entries-1)! orders it is depends on the cycle and the bots; consecutive cycles
 * share few neighbours, and after (entries-1)! cycles each order was there once.
 * The first bot keeps the first place. Pre: 2 <= entries <= DOM_SEATS_MAX. */
void dom_schedule_seats_arrange(int entries, uint32_t cycle, uint16_t bot[]);

/* The same for a table of mixed partners, who sit opposite. Each way
 * to pair them has a table of its own; `way`, from 0, is this table's. The two orders
 * alternate. */
void dom_schedule_seats_arrange_partners(uint32_t way, uint32_t cycle, uint16_t bot[static 4]);

/* ... where a cycle has one way only: six cycles have each way in both orders. */
void dom_schedule_seats_arrange_one_way(uint32_t cycle, uint16_t bot[static 4]);

#endif
