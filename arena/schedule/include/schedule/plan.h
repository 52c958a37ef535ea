/* schedule/plan.h - what is to be played: which bots, which variants, which stages.
 *
 * Plain data that the caller fills in for dom_schedule_open. schedule.h explains the terms.
 */
#ifndef DOM_SCHEDULE_PLAN_H
#define DOM_SCHEDULE_PLAN_H

#include "base/err.h"
#include "rules/tile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_SCHEDULE_PLAN_BOTS_MAX = 1000,
    DOM_SCHEDULE_PLAN_VARIANTS_MAX = 64,
    DOM_SCHEDULE_STAGES_MAX = 64,
    DOM_SCHEDULE_PLAN_ROUNDS_MAX = 1000,  /* Swiss rounds of all stages together         */
    DOM_SCHEDULE_SWISS_BEGINNINGS = 8,    /* that are searched for three and four at a table */
    DOM_SCHEDULE_SWISS_PASSES = 8,        /* of exchanges, for each beginning           */
    DOM_SCHEDULE_SWISS_SEATS_MAX = 4,     /* bots at a table of a Swiss                 */
    DOM_SCHEDULE_TABLES_MAX = 2000,       /* per variant and cycle, from three entries on */
    DOM_SCHEDULE_MEETINGS_SPREAD = 2,     /* three to five entries                       */
    DOM_SCHEDULE_MEETINGS_SPREAD_MANY = 3 /* six to eight                                */
};

typedef enum {
    DOM_SCHEDULE_PLAN_ROUND_ROBIN,
    DOM_SCHEDULE_PLAN_GAUNTLET,
    DOM_SCHEDULE_PLAN_SWISS,
    DOM_SCHEDULE_PLAN_COMPARE, /* team games only without mixed partners                */
    DOM_SCHEDULE_PLAN_SEATED   /* one table: bot i sits in seat i, and a set is one match */
} dom_schedule_plan_kind;

/* What the schedule needs to know about a variant. */
typedef struct {
    uint8_t seats; /* 2..DOM_SEATS_MAX; Swiss: 2..DOM_SCHEDULE_SWISS_SEATS_MAX, without mixed
                    * partners                                                */
    bool teams;    /* seats {0,2} against {1,3}; 4 seats only                 */
} dom_schedule_plan_variant;

/* A stage. Bots 0..bots-1 take part. */
typedef struct {
    uint32_t bots;     /* 2..DOM_SCHEDULE_PLAN_BOTS_MAX, not fewer than in the stage before;
                        * in a comparison dom_schedule_plan_compared_bots; at one table, one for
                        * each seat                                            */
    uint32_t old_bots; /* a table is played only if it has a bot with this number or a higher
                        * one; less than `bots`; 0: all tables are played. Always 0 for Swiss,
                        * comparisons and one table                            */
    uint32_t sets;     /* duplicate sets per table, or per pair of a Swiss round;
                        * at least 1, or 0 if it only takes over sets of earlier stages */
    uint32_t rounds;   /* Swiss: rounds that this stage adds, at least 1; else not read */
} dom_schedule_plan_stage;

/* From a stage on, another bot plays in the place of bot `entry`, or none does. The other bot is a
 * new version of it, with a number of its own; it sits out every variant. */
typedef struct {
    uint32_t stage;
    uint16_t entry;
    uint16_t bot;
    bool is_absent; /* sets with this entry are not played; a Swiss needs a result for them */
} dom_schedule_plan_change;

/* Sets of earlier stages of which no match had begun when `stage` was announced. They belong to it:
 * its secret deals them, and the bots of its entries play them. */
typedef struct {
    uint32_t stage;
    uint32_t first_set, last_set;
} dom_schedule_plan_move;

/* What is to be played. Bots and variants are numbers from 0; the caller knows their names. */
typedef struct {
    dom_schedule_plan_kind kind;
    uint32_t seeds;         /* gauntlet: so many bots, from the first on, are seeds; 0 means 1;
                               fewer than the bots of the first stage; else not read  */
    bool mixes_partners;    /* in team games partners are different bots; else a bot is its own
                               partner                                        */
    uint32_t variant_count; /* 1..DOM_SCHEDULE_PLAN_VARIANTS_MAX                       */
    dom_schedule_plan_variant variant[DOM_SCHEDULE_PLAN_VARIANTS_MAX];
    uint32_t stage_count; /* 1..DOM_SCHEDULE_STAGES_MAX                                */
    dom_schedule_plan_stage stage[DOM_SCHEDULE_STAGES_MAX];
    /* By bot: bit v is set if it does not play variant v. 0 in a comparison. */
    uint64_t sits_out[DOM_SCHEDULE_PLAN_BOTS_MAX];
    size_t change_count; /* in the order in which they were made, stages ascending      */
    const dom_schedule_plan_change *change;
    size_t move_count; /* by stage and then by set; of two for one set the later stage has it */
    const dom_schedule_plan_move *move;
} dom_schedule_plan;

/* Returns true if the bot plays the variant. */
static inline bool dom_schedule_plan_plays(const dom_schedule_plan *plan, uint32_t bot,
                                           uint32_t variant)
{
    return !(plan->sits_out[bot] >> variant & 1);
}

/* Who plays in a place of the schedule. */
typedef struct {
    uint16_t bot;
    bool is_absent; /* nobody */
} dom_schedule_plan_place;

/* Returns the place of an entry in the sets of a stage. Of a bot that never changed it is the bot
 * itself. */
dom_schedule_plan_place dom_schedule_plan_place_of(const dom_schedule_plan *plan, uint32_t stage,
                                                   uint16_t entry);

/* Returns the stage that has a set; `first` is the one that announced it. The moves are in the
 * order of a plan. */
uint32_t dom_schedule_plan_stage_of(const dom_schedule_plan_move moves[], size_t count,
                                    uint32_t set, uint32_t first);

/* Returns how many of bots 0..bots-1 play the variant. */
uint32_t dom_schedule_plan_players(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant);

/* Returns how many seeds of a gauntlet play the variant; 0 in other schedules. */
uint32_t dom_schedule_plan_seeds(const dom_schedule_plan *plan, uint32_t variant);

/* Returns true if bots 0..bots-1 are enough for a table of this variant. */
bool dom_schedule_plan_has_tables(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant);

/* Returns how many bots a comparison of this variant needs: the two, and one opponent for each
 * other seat if the two do not meet. */
static inline uint32_t dom_schedule_plan_compared_bots(const dom_schedule_plan_variant *variant)
{
    return variant->teams || variant->seats == 2 ? 2 : variant->seats + UINT32_C(1);
}

/* Returns how many matches a set of this variant has: one per bot at the table; 2 in team games
 * where a bot is its own partner; twice as many in a comparison whose bots do not meet; 1 at one
 * table. Pre: variant < variant_count. */
int dom_schedule_plan_rotations(const dom_schedule_plan *plan, uint32_t variant);

/* Returns DOM_OK, or DOM_E_CONFIG with the first reason why the plan cannot be played. */
dom_rc dom_schedule_plan_check(const dom_schedule_plan *plan, dom_err *err);

/* Returns how many bots sit at a table of this variant. */
int dom_schedule_plan_entries(const dom_schedule_plan *plan, uint32_t variant);

/* Returns true if the variant is a team game in which the partners are different bots. */
bool dom_schedule_plan_is_mixed(const dom_schedule_plan *plan, uint32_t variant);

#endif
