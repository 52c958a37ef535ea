/* plans.h - shared by the tests of the schedule: plans, and ways to play them. */
#ifndef DOM_TESTS_SCHEDULE_PLANS_H
#define DOM_TESTS_SCHEDULE_PLANS_H

#include "schedule/schedule.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static inline dom_schedule *open_plan(const dom_schedule_plan *plan)
{
    dom_err err = {.text = ""};
    dom_schedule *schedule = NULL;
    cr_assert(eq(int, dom_schedule_open(&schedule, plan, &err), DOM_OK), "%s", err.text);
    return schedule;
}

/* Returns a plan with one variant and one stage. */
static inline dom_schedule_plan plan_of(dom_schedule_plan_kind kind, uint32_t bots, uint32_t sets,
                                        dom_schedule_plan_variant variant)
{
    return (dom_schedule_plan){.kind = kind,
                               .variant_count = 1,
                               .variant = {variant},
                               .stage_count = 1,
                               .stage = {{.bots = bots, .sets = sets, .rounds = 1}}};
}

/* Returns a plan with 8 variants: every number of seats, and teams. */
static inline dom_schedule_plan plan_of_all_variants(dom_schedule_plan_kind kind, uint32_t bots,
                                                     uint32_t sets)
{
    dom_schedule_plan plan =
        plan_of(kind, bots, sets, (dom_schedule_plan_variant){.seats = 4, .teams = true});
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++)
        plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = seats};
    return plan;
}

static inline void add_stage(dom_schedule_plan *plan, dom_schedule_plan_stage stage)
{
    plan->stage[plan->stage_count++] = stage;
}

/* Returns a number in 0..n-1 from the upper bits of a linear congruential generator. */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % n);
}

/* Reports a match in half points of the first seat: 2 it wins, 1 a draw, 0 the second seat wins. */
static inline void report(dom_schedule *s, uint64_t match, int half_points)
{
    uint8_t places[DOM_SEATS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int seat = half_points == 2 ? 1 : 0; half_points != 1 && seat < 4; seat += 2)
        places[seat] = 2;
    dom_schedule_report(s, match, places);
}

/* Reports all known matches from `done` + 1 with random results; returns the last one. */
static inline uint64_t report_round(dom_schedule *s, uint64_t done, uint64_t *random)
{
    uint64_t known = dom_schedule_known(s);
    for (uint64_t match = done + 1; match <= known; match++)
        report(s, match, (int)random_below(random, 3));
    return known;
}

/* Plays to the end, with random results if the schedule needs them. */
static inline void play_out(dom_schedule *s, uint64_t seed)
{
    uint64_t done = 0;
    while (dom_schedule_known(s) < dom_schedule_matches(s))
        done = report_round(s, done, &seed);
}

/* Returns the bots of a set as bits, for up to 64 bots. */
static inline uint64_t bits_of(const dom_schedule_duplicate_set *set)
{
    uint64_t bits = 0;
    for (int seat = 0; seat < set->seats; seat++)
        bits |= UINT64_C(1) << set->bot[seat];
    return bits;
}

#endif
