/* swiss.h - rounds of a Swiss system: scores, byes, pairs. Every variant is a system
 * of its own. */
#ifndef DOM_SCHEDULE_SWISS_H
#define DOM_SCHEDULE_SWISS_H

#include "schedule/plan.h"

typedef struct dom_schedule_swiss dom_schedule_swiss;

typedef struct {
    const dom_schedule_plan *plan; /* who plays what; borrowed                         */
    uint32_t variants;
    uint32_t rounds_max;
    uint32_t bots_max;
} dom_schedule_swiss_spec;

/* NULL when memory is out. dom_schedule_swiss_close accepts NULL. */
dom_schedule_swiss *dom_schedule_swiss_open(const dom_schedule_swiss_spec *spec);
void dom_schedule_swiss_close(dom_schedule_swiss *swiss);

enum { DOM_SCHEDULE_WIN = 2 }; /* half points for a win */

/* Pair the next round from all that was added so far.
 *
 * bots  that take part, no fewer than before; in each variant those of them that play it.
 * sets  duplicate sets of each table in this round.
 *
 * Pre: there were fewer than rounds_max rounds; bots <= bots_max. */
void dom_schedule_swiss_pair(dom_schedule_swiss *swiss, uint32_t bots, uint32_t sets);

/* The bots of a table, from 0 to the number of tables of the variant - 1, of a round that is
 * paired. The best of them comes first. */
const uint16_t *dom_schedule_swiss_table(const dom_schedule_swiss *swiss, uint32_t round,
                                         uint32_t variant, uint32_t table);

/* Who has a bye in a round that is paired. Returns how many they are, fewer than sit at a table. */
uint32_t dom_schedule_swiss_byes(const dom_schedule_swiss *swiss, uint32_t round, uint32_t variant,
                                 const uint16_t **bots);

/* Add half points to a bot's score. */
void dom_schedule_swiss_add(dom_schedule_swiss *swiss, uint32_t variant, uint16_t bot,
                            uint32_t half_points);

#endif
