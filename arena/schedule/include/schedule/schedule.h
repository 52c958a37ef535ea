/* schedule/schedule.h - who meets whom, and in which seat.
 *
 * Pure: no I/O, allocation, clock or randomness. A round robin is computed from
 * the number of a set or a match, not stored; asking for any of half a billion
 * sets costs the same microsecond.
 *
 *     cycle     one set of every table of every variant; `sets` cycles in all
 *     table     the bots that meet: as many entries as seats, or 2 in team games,
 *               where a bot plays with itself as partner
 *     set       one table's duplicate set: the same deals in every rotation
 *     match     one rotation of a set
 *
 * Sets and matches are numbered from 1 in the order cycle, variant, table,
 * rotation. So more `sets` are more cycles, and renumber nothing.
 *
 * Tables of pairs are all pairs. Tables of three and more entries are all
 * combinations while there are at most DOM_TABLES_MAX. Beyond that they are
 * developed from base tables: each base table stands for as many tables as there
 * are bots, the k-th (from 0) adding k (mod bots) to all its bots. So every bot
 * plays equally often, and the meetings of two pairs in a cycle differ by at most
 * DOM_MEETINGS_SPREAD (or _MANY), as tests/schedule shows. All cycles have the
 * same tables.
 */
#ifndef DOM_SCHEDULE_SCHEDULE_H
#define DOM_SCHEDULE_SCHEDULE_H

#include "base/err.h"
#include "rules/tile.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_PLAN_BOTS_MAX = 1000,
    DOM_PLAN_VARIANTS_MAX = 64,
    DOM_TABLES_MAX = 2000, /* per variant and cycle, for three and more entries */
    /* 14 bots are the fewest with more than DOM_TABLES_MAX combinations, those of
     * five: 2,002. */
    DOM_BASE_TABLES_MAX = DOM_TABLES_MAX / 14,
    DOM_MEETINGS_SPREAD = 2,     /* three to five entries                     */
    DOM_MEETINGS_SPREAD_MANY = 3 /* six to eight                              */
};

/* What a variant is to the schedule. */
typedef struct {
    uint8_t seats; /* 2..DOM_SEATS_MAX                                        */
    bool teams;    /* seats {0,2} against {1,3}; 4 seats only                 */
} dom_plan_variant;

/* What is to be played. Bots and variants are numbers from 0; their names are
 * the caller's business. */
typedef struct {
    uint32_t bots;          /* 2..DOM_PLAN_BOTS_MAX                           */
    uint32_t sets;          /* per table, from 1: the cycles                  */
    uint32_t variant_count; /* 1..DOM_PLAN_VARIANTS_MAX                       */
    dom_plan_variant variant[DOM_PLAN_VARIANTS_MAX];
} dom_plan;

/* One variant's share of a cycle. */
typedef struct {
    uint8_t entries;      /* at a table                                       */
    uint32_t tables;      /* per cycle                                        */
    uint64_t first_set;   /* sets of the cycle that come before               */
    uint64_t first_match; /* matches of the cycle that come before            */
} dom_schedule_part;

/* Base tables of one table size; none where all combinations are played. */
typedef struct {
    uint32_t count;
    uint16_t bot[DOM_BASE_TABLES_MAX][DOM_SEATS_MAX];
} dom_base_tables;

/* A plan worked out. A plain value of some 22 KiB, to be read through the
 * functions below. */
typedef struct {
    dom_plan plan;
    uint64_t cycle_sets;
    uint64_t cycle_matches;
    dom_schedule_part part[DOM_PLAN_VARIANTS_MAX];
    dom_base_tables base[DOM_SEATS_MAX + 1]; /* index: entries                */
} dom_schedule;

/* A duplicate set. */
typedef struct {
    uint32_t number;  /* from 1; deals depend on it                           */
    uint32_t cycle;   /* from 0                                               */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint8_t rotations;           /* matches of the set: seats, or 2 in team games */
    uint64_t first_match;        /* number of rotation 0's match              */
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in rotation 0                */
} dom_set;

/* One match of a set. */
typedef struct {
    uint64_t number; /* from 1                                                */
    uint32_t set;
    uint8_t rotation; /* from 0                                               */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in this match                */
} dom_seating;

/* Work out a plan. Takes a few milliseconds where base tables have to be found.
 *
 * Returns DOM_OK; DOM_E_CONFIG when a number is out of its range or a variant
 * needs more bots than there are; DOM_E_LIMIT when the sets are more than set
 * numbers (32 bits) can count. `err` then says which, and *out is undefined. */
dom_rc dom_schedule_init(dom_schedule *out, const dom_plan *plan, dom_err *err);

/* Sets and matches in all. */
uint32_t dom_schedule_sets(const dom_schedule *schedule);
uint64_t dom_schedule_matches(const dom_schedule *schedule);

/* Set `number`. Pre: 1 <= number <= dom_schedule_sets. */
dom_set dom_schedule_set(const dom_schedule *schedule, uint32_t number);

/* Match `number`: in rotation r the bot of seat s in rotation 0 sits in seat
 * (s + r) mod seats. Pre: 1 <= number <= dom_schedule_matches. */
dom_seating dom_schedule_match(const dom_schedule *schedule, uint64_t number);

#endif
