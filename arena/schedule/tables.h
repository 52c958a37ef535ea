/* tables.h - which bots meet: the tables of a variant in one cycle of a stage.
 *
 * Numbers of tables are part of every set number: what table `index` is never
 * changes, or stored tournaments would no longer be what they were.
 */
#ifndef DOM_SCHEDULE_TABLES_H
#define DOM_SCHEDULE_TABLES_H

#include "schedule/schedule.h"

/* 14 bots are the fewest with more than DOM_SCHEDULE_TABLES_MAX combinations, those of
 * five: 2,002. */
enum { DOM_SCHEDULE_BASE_TABLES_MAX = DOM_SCHEDULE_TABLES_MAX / 14 };

/* Tables of `picks` of `pool` bots to develop the others from. */
typedef struct dom_schedule_base_tables {
    struct dom_schedule_base_tables *next; /* the caller's                             */
    uint32_t pool;
    int picks;
    uint32_t count;
    uint16_t bot[DOM_SCHEDULE_BASE_TABLES_MAX][DOM_SEATS_MAX];
} dom_schedule_base_tables;

/* What is drawn from. */
typedef struct {
    uint32_t pool; /* bots to draw from, up to DOM_SCHEDULE_PLAN_BOTS_MAX              */
    uint32_t old;  /* tables of bots below this only do not count             */
    int picks;     /* bots per table, 1..DOM_SEATS_MAX                        */
    uint32_t most; /* tables; with more, they are developed                   */
} dom_schedule_draw_spec;

typedef struct {
    uint32_t pool;
    int picks;
    uint32_t first; /* combinations that come before these                    */
    uint32_t count;
    bool is_developed;                    /* then `base` is to be set                  */
    const dom_schedule_base_tables *base; /* belongs to the caller                     */
} dom_schedule_tables;

dom_schedule_tables dom_schedule_tables_of(const dom_schedule_draw_spec *spec);

/* Find the base tables. Pre: a dom_schedule_tables of this pool and picks is developed. */
void dom_schedule_tables_develop(dom_schedule_base_tables *base, uint32_t pool, int picks);

/* The bots of table `index`: combinations by their highest bot, 0-1, 0-2, 1-2, 0-3,
 * ..., each ascending; or base table index / pool with index % pool added.
 * Pre: index < count. */
void dom_schedule_tables_at(const dom_schedule_tables *tables, uint32_t index, uint16_t bot[]);

#endif
