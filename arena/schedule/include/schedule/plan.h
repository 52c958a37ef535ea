/* schedule/plan.h - what is to be played: who takes part, in which variants, in which stages.
 *
 * Plain data, which the caller fills in and dom_schedule_open works out (schedule.h explains the
 * terms).
 */
#ifndef DOM_SCHEDULE_PLAN_H
#define DOM_SCHEDULE_PLAN_H

#include "base/err.h"
#include "rules/tile.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_SCHEDULE_PLAN_BOTS_MAX = 1000,
    DOM_SCHEDULE_PLAN_VARIANTS_MAX = 64,
    DOM_SCHEDULE_STAGES_MAX = 64,
    DOM_SCHEDULE_PLAN_ROUNDS_MAX = 1000,  /* of a Swiss system, all stages together      */
    DOM_SCHEDULE_TABLES_MAX = 2000,       /* per variant and cycle, from three entries on */
    DOM_SCHEDULE_MEETINGS_SPREAD = 2,     /* three to five entries                       */
    DOM_SCHEDULE_MEETINGS_SPREAD_MANY = 3 /* six to eight                                */
};

typedef enum {
    DOM_SCHEDULE_PLAN_ROUND_ROBIN,
    DOM_SCHEDULE_PLAN_GAUNTLET,
    DOM_SCHEDULE_PLAN_SWISS,
    DOM_SCHEDULE_PLAN_COMPARE /* teams of two bots each only without mixed partners     */
} dom_schedule_plan_kind;

/* What a variant is to the schedule. */
typedef struct {
    uint8_t seats; /* 2..DOM_SEATS_MAX; Swiss: 2, or teams without mixed partners */
    bool teams;    /* seats {0,2} against {1,3}; 4 seats only                 */
} dom_schedule_plan_variant;

/* Bots 0..bots-1 take part. */
typedef struct {
    uint32_t bots;     /* 2..DOM_SCHEDULE_PLAN_BOTS_MAX, no fewer than in the stage before;
                        * a comparison's: dom_schedule_plan_compared_bots               */
    uint32_t old_bots; /* tables of none but bots below this are not played; below
                        * `bots`; 0 = all tables are, and always 0 for Swiss and
                        * comparisons                                          */
    uint32_t sets;     /* duplicate sets per table, or per pair of a Swiss round;
                        * from 1                                               */
    uint32_t rounds;   /* Swiss: that this stage adds, from 1; else not read   */
} dom_schedule_plan_stage;

/* What is to be played. Bots and variants are numbers from 0; their names are
 * the caller's business. */
typedef struct {
    dom_schedule_plan_kind kind;
    bool mixes_partners;    /* in team games; else a bot is its own partner   */
    uint32_t variant_count; /* 1..DOM_SCHEDULE_PLAN_VARIANTS_MAX                       */
    dom_schedule_plan_variant variant[DOM_SCHEDULE_PLAN_VARIANTS_MAX];
    uint32_t stage_count; /* 1..DOM_SCHEDULE_STAGES_MAX                                */
    dom_schedule_plan_stage stage[DOM_SCHEDULE_STAGES_MAX];
    /* Per bot: bit v where it does not play variant v; 0 in a comparison. */
    uint64_t sits_out[DOM_SCHEDULE_PLAN_BOTS_MAX];
} dom_schedule_plan;

/* Does the bot play the variant? */
static inline bool dom_schedule_plan_plays(const dom_schedule_plan *plan, uint32_t bot,
                                           uint32_t variant)
{
    return !(plan->sits_out[bot] >> variant & 1);
}

/* How many of bots 0..bots-1 play the variant. */
uint32_t dom_schedule_plan_players(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant);

/* Has the variant tables among bots 0..bots-1? */
bool dom_schedule_plan_has_tables(const dom_schedule_plan *plan, uint32_t bots, uint32_t variant);

/* Bots that a comparison of this variant takes: the two, and opponents where they do
 * not meet. */
static inline uint32_t dom_schedule_plan_compared_bots(const dom_schedule_plan_variant *variant)
{
    return variant->teams || variant->seats == 2 ? 2 : variant->seats + UINT32_C(1);
}

/* Matches of a set of this variant: as many as bots sit at a table, 2 where they are
 * their own partners; twice that where the compared do not meet, in two halves.
 * Pre: variant < variant_count. */
int dom_schedule_plan_rotations(const dom_schedule_plan *plan, uint32_t variant);

/* DOM_OK, or DOM_E_CONFIG and the first reason why the plan cannot be played. */
dom_rc dom_schedule_plan_check(const dom_schedule_plan *plan, dom_err *err);

/* Bots at a table of this variant. */
int dom_schedule_plan_entries(const dom_schedule_plan *plan, uint32_t variant);

/* Are the partners of this variant's teams different bots? */
bool dom_schedule_plan_is_mixed(const dom_schedule_plan *plan, uint32_t variant);

#endif
