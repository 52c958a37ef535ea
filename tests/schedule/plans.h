/* plans.h - what the tests of the schedule share: plans, and ways to play them. */
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

/* One variant, one stage. */
static inline dom_schedule_plan plan_of(dom_schedule_plan_kind kind, uint32_t bots, uint32_t sets,
                                        dom_schedule_plan_variant variant)
{
    return (dom_schedule_plan){.kind = kind,
                               .variant_count = 1,
                               .variant = {variant},
                               .stage_count = 1,
                               .stage = {{.bots = bots, .sets = sets, .rounds = 1}}};
}

/* Every number of seats, and teams: 8 variants. */
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

/* Linear congruential; the upper bits, below n. */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % n);
}

/* Report a match: 2 the first seat wins, 1 nobody, 0 the second seat wins. */
static inline void report(dom_schedule *s, uint64_t match, int half_points)
{
    uint8_t places[DOM_SEATS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int seat = half_points == 2 ? 1 : 0; half_points != 1 && seat < 4; seat += 2)
        places[seat] = 2;
    dom_schedule_report(s, match, places);
}

/* Report everything that is known from match `done + 1` on; returns the last. */
static inline uint64_t report_round(dom_schedule *s, uint64_t done, uint64_t *random)
{
    uint64_t known = dom_schedule_known(s);
    for (uint64_t match = done + 1; match <= known; match++)
        report(s, match, (int)random_below(random, 3));
    return known;
}

/* Play to the end with random results, where a schedule needs them. */
static inline void play_out(dom_schedule *s, uint64_t seed)
{
    uint64_t done = 0;
    while (dom_schedule_known(s) < dom_schedule_matches(s))
        done = report_round(s, done, &seed);
}

/* The bots of a set as bits; for up to 64 bots. */
static inline uint64_t bits_of(const dom_schedule_duplicate_set *set)
{
    uint64_t bits = 0;
    for (int seat = 0; seat < set->seats; seat++)
        bits |= UINT64_C(1) << set->bot[seat];
    return bits;
}

#endif
