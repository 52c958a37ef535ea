/* schedule/schedule.h - which bots meet in which match, and in which seats they sit.
 *
 * Pure: no I/O, no clock, no randomness. Every schedule except Swiss is computed from the number of
 * a set or match and needs no memory: any of half a billion sets costs the same microsecond. A
 * Swiss schedule is computed from the results that the caller reports.
 *
 *     stage     the part of a tournament that was announced at once; an extension adds a stage
 *     round     Swiss only: one pairing of all bots; it needs the results of the earlier rounds
 *     cycle     one set of every table of every variant; a stage or round has `sets` cycles
 *     table     the bots that meet: one entry per seat, or 2 entries in team games, where a bot is
 *               its own partner unless partners are mixed
 *     set       the duplicate set of one table: the same deals in every rotation
 *     match     one rotation of a set
 *
 * Sets and matches are numbered from 1 in the order stage, round, cycle, variant, table, rotation.
 * An extension therefore renumbers nothing.
 *
 * Which matches does an extension play? Example: a round robin of bots 0, 1 and 2 in block-2 with
 * sets: 2. A table is a pair of bots, and a set is 2 matches, one per rotation.
 *
 *     stage 0: 3 bots, 2 cycles of the 3 tables 0-1, 0-2, 1-2
 *         sets 1 to 3    cycle 0     matches  1 to  6
 *         sets 4 to 6    cycle 1     matches  7 to 12
 *     extended to 4 bots, stage 1: old_bots = 3, so only tables with bot 3: 0-3, 1-3, 2-3
 *         sets 7 to 9    cycle 0     matches 13 to 18
 *         sets 10 to 12  cycle 1     matches 19 to 24
 *     extended from 2 to 5 sets, stage 2: old_bots = 0 and sets = 3, so all 6 tables, 3 more cycles
 *         sets 13 to 30              matches 25 to 60
 *
 * Tables. With two entries a table is every pair of bots. With more entries it is every combination
 * of bots, if there are at most DOM_SCHEDULE_TABLES_MAX of them. Tables are ordered by their
 * highest bot, then by the next highest. So the tables with a bot from number `old_bots` on come
 * last, and a stage with old bots plays only those.
 *
 * If there are more combinations, the tables are developed from base tables: of each base table,
 * table k (from 0) adds k, modulo the number of bots, to every bot. Every bot then plays equally
 * often, and the numbers of meetings of two pairs in a cycle differ by at most
 * DOM_SCHEDULE_MEETINGS_SPREAD (or _MANY); tests/schedule checks this. A stage with old bots is
 * then a complete stage of all bots. All cycles of a stage have the same tables.
 *
 * Gauntlet. The first bots of the plan, one or more, are its seeds. At each table sits one of
 * them, and the other seats are filled as above from the bots that are no seeds. In each variant
 * and cycle the tables of bot 0 come first, then those of bot 1, and so on; each seed meets the
 * same bots in the same order. Example: seeds 0 and 1 of 4 bots in block-2 have the tables 0-2,
 * 0-3, 1-2, 1-3. Extended by bot 4, they have the tables 0-4 and 1-4 in a later stage.
 *
 * Comparison. There is one table. With two entries bot 0 meets bot 1. With more entries they do not
 * meet: the other bots of the plan are the opponents of both. The set is played in two halves with
 * the same seats: in all rotations with bot 0, then in all rotations with bot 1 in its place.
 *
 * One table. Bot i of the plan sits in seat i of every match. The set is one match, because people
 * who know a deal must not play it again from another seat.
 *
 * Bots that sit out. A bot need not play every variant. The tables of a variant are made from the
 * bots that play it, in the order of their numbers, as if there were no others. A variant has no
 * tables if too few bots play it, or if no seed of a gauntlet does. A seed has tables in the
 * variants that it plays.
 *
 * Mixed partners. A table of a team game is four bots and one of the three ways to pair them. If
 * three tables for every four bots are more than DOM_SCHEDULE_TABLES_MAX, each cycle uses one way
 * to pair them, and the next cycle the next way.
 *
 * Seats. The order around a table changes from cycle to cycle. k entries have (k-1)! orders around
 * a table. After so many cycles each order was used once (2 orders with mixed partners; 6 cycles if
 * each has one way to pair), so no bot always has the same left neighbour.
 *
 * Changes. A stage may take over sets of earlier stages that have not begun, because a participant
 * changed (plan.h). Such a set keeps its number, its table and its order of seats; its stage, and
 * so its deals, and the bots that play in it are those of the later stage. Example: bot 1 of 3 is
 * mended after set 4 of 6, and its new version is bot 3. Stage 1 takes over sets 5 and 6. The table
 * 1-2 is played by 1 and 2 in set 3, and by 3 and 2 in set 6.
 *
 * Swiss. Each variant is paired on its own; two to four bots sit at a table. A match gives a bot 2
 * half points for each other bot that is placed after it, and 1 for each in the same place. Before
 * a round the bots are ranked by their half points, then by number. If they do not fill whole
 * tables, the bots left over have byes, given one after the other: each to the last of the bots
 * with the fewest byes so far. A bye counts as winning all matches of the round against everybody.
 * The tables of a round are ordered by their best bot.
 *
 * Swiss with two at a table. The bots are paired so that as few pairs as possible meet again, if
 * possible none. Under this condition bots with equal scores meet, the upper half of a score group
 * against its lower half; a bot without an opponent there is paired with the next lower scores. If
 * pairs must meet again, they are the ones that met least often among the bots left over.
 *
 * Swiss with three or four (k) at a table. A search by whole numbers alone, which depends on
 * nothing but the ranking, the scores and how often two bots met at a table of earlier rounds:
 *
 *     fold        Ranks first to end - 1 become T = (end - first) / k tables. For each j from 0 to
 *                 k - 1, table t, from 0, gets rank first + j * T + (t + j * turn) mod T.
 *     beginning   Beginning 0 folds the ranking in parts with turn 0. A part ends where a group of
 *                 equal scores ends, rounded down to whole tables. Beginning i > 0 folds the whole
 *                 ranking with turn i.
 *     cost        Of two seatings, that one costs less in which the sum of meetings * meetings over
 *                 all pairs at a table is smaller, and of equal ones that with the smaller sum of
 *                 score differences.
 *     exchange    For rank a from the first to the last, and for each rank b after it: if the two
 *                 sit at different tables and their exchange costs less, they are exchanged at
 *                 once. This is a pass. It is repeated until nothing was exchanged, but
 *                 DOM_SCHEDULE_SWISS_PASSES passes are the most.
 *
 * As long as pairs meet again in the best seating so far, the next beginning is searched, up to
 * DOM_SCHEDULE_SWISS_BEGINNINGS in all. The seating that costs least is taken, and of equal ones
 * the first. Example: the first round of 9 bots, k = 3, has the tables 0-3-6, 1-4-7, 2-5-8. If in
 * each match the bots are placed in this order, bots 0, 1 and 2 have 12 half points after one set,
 * 3, 4 and 5 have 6, and 6, 7 and 8 have none. The tables of the second round are 0-1-2, 3-4-5 and
 * 6-7-8. To pair 1,000 bots takes 0.04 to 0.2 s while nobody has to meet again.
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
    uint32_t number;  /* from 1; the deals depend on it                       */
    uint32_t stage;   /* from 0: whose secret deals it                        */
    uint32_t round;   /* Swiss: from 0, counted through all stages; else 0    */
    uint32_t cycle;   /* from 0, within its stage or round                    */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint8_t rotations;           /* dom_schedule_plan_rotations                         */
    bool is_absent;              /* a place is empty: it is not played        */
    uint64_t first_match;        /* number of the match with rotation 0       */
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in rotation 0                */
} dom_schedule_duplicate_set;

/* One match of a set. */
typedef struct {
    uint64_t number; /* from 1                                                */
    uint32_t set;
    uint32_t stage;   /* from 0                                               */
    uint8_t rotation; /* from 0; counted through both halves of a comparison  */
    uint16_t variant; /* index into the plan                                  */
    uint8_t seats;
    uint16_t bot[DOM_SEATS_MAX]; /* bot per seat in this match                */
    int8_t absent_seat;          /* first seat whose place is empty, else -1  */
} dom_schedule_seating;

/* Returns the half of its set to which a match belongs: 1 if bot 1 of a comparison sits in the
 * place of bot 0, else 0. */
static inline int dom_schedule_half_of(unsigned rotation, unsigned seats)
{
    return rotation >= seats;
}

typedef struct dom_schedule dom_schedule;

/* Makes a schedule from a plan. Takes some milliseconds for each stage that needs base tables.
 *
 * out   receives a schedule that the caller owns and closes with dom_schedule_close(&schedule);
 *       NULL on failure
 * plan  is copied, with its changes and moves
 *
 * Returns DOM_OK; DOM_E_CONFIG if a number is out of its range, a variant cannot be played with
 * this schedule, or no variant has tables in the first stage; DOM_E_LIMIT if there are more sets
 * than 32 bits can number; DOM_E_NOMEM. `err` names the reason. */
dom_rc dom_schedule_open(dom_schedule **out, const dom_schedule_plan *plan, dom_err *err);

/* Frees the schedule and sets the pointer to NULL. A NULL schedule is accepted. */
void dom_schedule_close(dom_schedule **schedule);

/* The total number of sets and of matches, including Swiss rounds that are not paired yet. */
uint32_t dom_schedule_sets(const dom_schedule *schedule);
uint64_t dom_schedule_matches(const dom_schedule *schedule);

/* The number of matches that are not played, because a place is empty. A Swiss has none: it needs
 * their results. Looks at every set, if there are changes at all. */
uint64_t dom_schedule_absent_matches(const dom_schedule *schedule);

/* The number of sets of one variant, without those that are not played.
 * Pre: variant < variant_count. */
uint32_t dom_schedule_variant_sets(const dom_schedule *schedule, uint32_t variant);

/* Returns how many matches, from number 1 on, have known bots: all matches, or in a Swiss schedule
 * those of the rounds that are paired (at least the first). */
uint64_t dom_schedule_known(const dom_schedule *schedule);

/* The numbers of the first match and of the first set of a stage. Pre: stage < stage_count. */
uint64_t dom_schedule_stage_first_match(const dom_schedule *schedule, uint32_t stage);
uint32_t dom_schedule_stage_first_set(const dom_schedule *schedule, uint32_t stage);

/* Returns the number of the set of match `number`. Pre: 1 <= number <= dom_schedule_matches. */
uint32_t dom_schedule_set_of(const dom_schedule *schedule, uint64_t number);

/* Returns set `number`. Pre: 1 <= number <= dom_schedule_sets, and its matches are known. */
dom_schedule_duplicate_set dom_schedule_set(const dom_schedule *schedule, uint32_t number);

/* Returns match `number`. In rotation r, the bot that has seat s in rotation 0 sits in seat
 * (s + r) mod seats; in the second half of a comparison's set bot 1 sits in the place of bot 0.
 * Pre: 1 <= number <= dom_schedule_known. */
dom_schedule_seating dom_schedule_match(const dom_schedule *schedule, uint64_t number);

/* Swiss only: the number of rounds that are paired, counted through all stages. 0 in other
 * schedules. */
uint32_t dom_schedule_paired_rounds(const dom_schedule *schedule);

enum { DOM_SCHEDULE_BYES_MAX = DOM_SEATS_MAX - 1 }; /* of a variant and round */

/* Swiss only: tells who has a bye in a round, whatever the state of its matches.
 *
 * bots  receives the entries, in the order in which they got the byes. A participant whose version
 *       changed keeps the number of its entry (plan.h)
 *
 * Returns how many they are: fewer than the bots at a table. Of a variant that too few bots play,
 * all of them. Example: 5 bots in block-2 have one bye in each round.
 * Pre: round < dom_schedule_paired_rounds, variant < variant_count. */
uint32_t dom_schedule_byes(const dom_schedule *schedule, uint32_t round, uint32_t variant,
                           uint16_t bots[static DOM_SCHEDULE_BYES_MAX]);

/* Swiss only: reports the result of match `number`. When the last match of a round is reported, the
 * next round is paired and dom_schedule_known grows. The order of the reports within a round makes
 * no difference. A match that will not be played must be reported too, with the result that it is
 * to have. For other schedules the function does nothing.
 *
 * places  by seat, the winner's is the lowest number; partners have the same place
 *
 * Pre: the match belongs to the last known round, and each match is reported once. */
void dom_schedule_report(dom_schedule *schedule, uint64_t number, const uint8_t places[]);

#endif
