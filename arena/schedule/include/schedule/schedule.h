/* schedule/schedule.h - who meets whom, and in which seat.
 *
 * Pure: no I/O, clock or randomness. All but a Swiss system is computed from
 * the number of a set or a match, not stored; asking for any of half a billion
 * sets costs the same microsecond. A Swiss system is computed from the results
 * that it is told.
 *
 *     stage     what was announced at once; a tournament is extended by a further
 *               stage, which renumbers nothing
 *     round     Swiss only: one pairing of all bots; it needs the results of the
 *               rounds before
 *     cycle     one set of every table of every variant; `sets` cycles in a stage
 *               or round
 *     table     the bots that meet: as many entries as seats; 2 in team games, where
 *               a bot plays with itself as partner unless partners are mixed
 *     set       one table's duplicate set: the same deals in every rotation
 *     match     one rotation of a set
 *
 * Sets and matches are numbered from 1 in the order stage, round, cycle, variant,
 * table, rotation.
 *
 * Tables. Two entries: every pair. Three and more: every combination of bots while
 * there are at most DOM_SCHEDULE_TABLES_MAX, in the order of their highest bot, then of the
 * next. So the tables that have a bot from `old_bots` on stand last, and a stage
 * with old bots plays just those. Where that would be more than DOM_SCHEDULE_TABLES_MAX,
 * tables of all bots are developed from base tables instead, in a stage with old
 * bots too, which then is a full, balanced stage: each base table stands for as
 * many tables as there are bots, the k-th (from 0) adding k (mod bots) to all its
 * bots. So every bot plays equally often, and the meetings of two pairs in a cycle
 * differ by at most DOM_SCHEDULE_MEETINGS_SPREAD (or _MANY), as tests/schedule shows. All
 * cycles of a stage have the same tables.
 *
 * Gauntlet: bot 0 sits at every table; the others are drawn as above.
 *
 * Comparison: one table, bot 0 against bot 1. Where more than two entries sit at a
 * table they do not meet: the others of the plan, one for each seat that is left, are
 * the opponents of both, and a set is played twice in the same seats, in all rotations
 * with bot 0 (the first half) and in all rotations with bot 1 in its place.
 *
 * Bots that sit out. A bot need not play every variant. The tables of a variant are drawn
 * from those that play it, in the order of their numbers, as if there were no others. Where
 * these are fewer than a table needs, or bot 0 of a gauntlet is not among them, the variant
 * has no tables.
 *
 * Mixed partners: a table of a team game is four bots and one of the three ways to
 * pair them. Where three tables for each four are more than DOM_SCHEDULE_TABLES_MAX, a cycle
 * has one way for each four, and the next cycle the next way.
 *
 * Seats. The order around a table changes from cycle to cycle: k entries can sit in
 * (k-1)! orders, and after as many cycles (2 for mixed partners; 6 with one way a
 * cycle) each was there once, so nobody has the same left neighbour for ever.
 *
 * Swiss. Each variant is a system of its own. Before a round the bots are put in
 * order by score, then by number. Where they are odd in number, the last of those
 * with the fewest byes has a bye, which counts as winning its matches of the round.
 * The others are paired with as few pairs that have met before as there can be: none
 * as long as that is possible at all. Within that bots of equal score meet, the
 * upper half the lower half, and who finds no opponent there is paired with the next
 * lower scores. Pairs that must meet again are, among those left over, the ones that
 * met least. The tables of a round are in the order of their better bot.
 */
#ifndef DOM_SCHEDULE_SCHEDULE_H
#define DOM_SCHEDULE_SCHEDULE_H

#include "base/err.h"
#include "rules/tile.h"
#include "schedule/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* A duplicate set. */
typedef struct {
    uint32_t number;  /* from 1; deals depend on it                           */
    uint32_t stage;   /* from 0                                               */
    uint32_t round;   /* Swiss: from 0, through all stages; else 0            */
    uint32_t cycle;   /* from 0, in its stage or round                        */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint8_t rotations;           /* dom_schedule_plan_rotations                         */
    uint64_t first_match;        /* number of rotation 0's match              */
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in rotation 0                */
} dom_schedule_duplicate_set;

/* One match of a set. */
typedef struct {
    uint64_t number; /* from 1                                                */
    uint32_t set;
    uint32_t stage;   /* from 0                                               */
    uint8_t rotation; /* from 0; the second half goes on counting             */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in this match                */
} dom_schedule_seating;

/* The half of its set that a match with so many seats belongs to: 1 where bot 1 of a
 * comparison sits in the place of bot 0, else 0. */
static inline int dom_schedule_half_of(unsigned rotation, unsigned seats)
{
    return rotation >= seats;
}

typedef struct dom_schedule dom_schedule;

/* Work out a plan. Takes some milliseconds for each stage where base tables have to
 * be found.
 *
 * out   receives a schedule that the caller owns: dom_schedule_close(&schedule).
 *       NULL on failure.
 * plan  copied.
 *
 * Returns DOM_OK; DOM_E_CONFIG when a number is out of its range, a variant cannot be
 * played so, or no variant has tables in the first stage; DOM_E_LIMIT when the sets are more than
 * set numbers (32 bits) can count; DOM_E_NOMEM. `err` then says which. */
dom_rc dom_schedule_open(dom_schedule **out, const dom_schedule_plan *plan, dom_err *err);

/* Release it and set it to NULL. NULL is accepted. */
void dom_schedule_close(dom_schedule **schedule);

/* Sets and matches in all, with the Swiss rounds that are not paired yet. */
uint32_t dom_schedule_sets(const dom_schedule *schedule);
uint64_t dom_schedule_matches(const dom_schedule *schedule);

/* Matches whose bots are known, from number 1 on: all; Swiss: those of the rounds
 * paired so far, of which there is always one at least. */
uint64_t dom_schedule_known(const dom_schedule *schedule);

/* The first match and the first set of a stage. Pre: stage < stage_count. */
uint64_t dom_schedule_stage_first_match(const dom_schedule *schedule, uint32_t stage);
uint32_t dom_schedule_stage_first_set(const dom_schedule *schedule, uint32_t stage);

/* Set `number`. Pre: 1 <= number <= dom_schedule_sets, and its matches are known. */
dom_schedule_duplicate_set dom_schedule_set(const dom_schedule *schedule, uint32_t number);

/* Match `number`: in rotation r the bot of seat s in rotation 0, or in a second half
 * bot 1 for bot 0, sits in seat (s + r) mod seats. Pre: 1 <= number <= dom_schedule_known. */
dom_schedule_seating dom_schedule_match(const dom_schedule *schedule, uint64_t number);

/* Swiss: match `number` is over. With the last match of a round the next one is
 * paired, and dom_schedule_known grows. The order of the reports of a round makes no
 * difference. There is no next round while one is missing: of a match that will not be
 * played, say who is to have the points. The other kinds need no results: nothing happens.
 *
 * places  per seat; the lower place wins the match (2 half points against 0), equal
 *         places share it (1 each). Partners have the same place.
 *
 * Pre: the match is of the last round that is known, each match is reported once. */
void dom_schedule_report(dom_schedule *schedule, uint64_t number, const uint8_t places[]);

#endif
