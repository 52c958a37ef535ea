/* tables.h - the tables of a round robin: which bots meet.
 *
 * Numbers of tables are part of every set number: what table `index` is never
 * changes, or stored tournaments would no longer be what they were.
 */
#ifndef DOM_SCHEDULE_TABLES_H
#define DOM_SCHEDULE_TABLES_H

#include "schedule/schedule.h"

/* How many tables of `entries` bots there are, and the base tables they come
 * from, none where every combination is played.
 * Pre: 2 <= entries <= DOM_SEATS_MAX, entries <= bots <= DOM_PLAN_BOTS_MAX. */
uint32_t dom_tables_count(uint32_t bots, int entries);
void dom_tables_develop(dom_base_tables *base, uint32_t bots, int entries);

/* The bots of table `index`: combinations in ascending order, 0-1, 0-2, ...; or
 * base table index / bots with index % bots added. Pre: index < the count. */
void dom_tables_at(const dom_base_tables *base, uint32_t bots, int entries, uint32_t index,
                   uint16_t bot[static DOM_SEATS_MAX]);

#endif
