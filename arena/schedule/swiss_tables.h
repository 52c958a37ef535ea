/* swiss_tables.h - who sits with whom in a round of a Swiss whose tables have three or four bots
 * (schedule.h has the rules).
 *
 * A pass looks at every pair of ranks. Passes and beginnings are limited, so a round of 1,000 bots
 * costs at most 8 * 8 passes of half a million looks.
 */
#ifndef DOM_SCHEDULE_SWISS_TABLES_H
#define DOM_SCHEDULE_SWISS_TABLES_H

#include "schedule/plan.h"

/* The ranking of a round, without the bots that have byes. */
typedef struct {
    uint32_t size;         /* ranks; a multiple of `seats`, at most DOM_SCHEDULE_PLAN_BOTS_MAX */
    uint32_t seats;        /* bots at a table                                */
    const uint64_t *score; /* [rank], the highest first                      */
    const uint16_t *met;   /* [size * a + b]: how often two ranks have met; symmetric */
} dom_schedule_swiss_ranking;

/* Writes the ranks of all tables, table after table. The tables are ordered by their first ranks,
 * and the ranks of a table are ascending. */
void dom_schedule_swiss_seat(const dom_schedule_swiss_ranking *ranking, uint16_t tables[]);

#endif
