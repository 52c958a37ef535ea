/* Comparisons of bot 0 with bot 1, in one set or in the two halves of a set. */
#include "plans.h"

#include <string.h>

static const dom_schedule_plan_variant pair = {.seats = 2}, teams = {.seats = 4, .teams = true};

Test(schedule_compare, two_entries_meet_in_every_rotation)
{
    const dom_schedule_plan_variant variants[] = {pair, teams};
    for (size_t v = 0; v < COUNT(variants); v++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 2, 5, variants[v]);
        dom_schedule *s = open_plan(&plan);
        cr_assert(eq(u32, dom_schedule_sets(s), 5));
        cr_assert(eq(u64, dom_schedule_matches(s), 10));
        for (uint64_t n = 1; n <= 10; n++) {
            dom_schedule_seating m = dom_schedule_match(s, n);
            cr_expect(eq(u32, m.set, (uint32_t)(n + 1) / 2));
            for (int seat = 0; seat < m.seats; seat++)
                cr_expect(eq(int, m.bot[seat], (seat + m.rotation) % 2));
        }
        dom_schedule_close(&s);
    }
}

/* Expects two halves with the same seats, one with bot 0 and one with bot 1; all other bots are
 * opponents. */
static void check_halves(const dom_schedule *s, uint32_t number, int seats)
{
    dom_schedule_duplicate_set set = dom_schedule_set(s, number);
    cr_assert(eq(int, set.rotations, 2 * seats));
    cr_assert(eq(int, set.bot[0], 0));
    uint64_t others = ((UINT64_C(2) << seats) - 1) & ~UINT64_C(2); /* 0 and 2..seats */
    cr_assert(eq(u64, bits_of(&set), others), "set %u", number);
    for (int r = 0; r < seats; r++) {
        dom_schedule_seating a = dom_schedule_match(s, set.first_match + (uint64_t)r);
        dom_schedule_seating b = dom_schedule_match(s, set.first_match + (uint64_t)(r + seats));
        cr_expect(eq(u32, a.set, number));
        cr_expect(eq(u32, b.set, number));
        cr_expect(eq(int, dom_schedule_half_of(a.rotation, a.seats), 0));
        cr_expect(eq(int, dom_schedule_half_of(b.rotation, b.seats), 1));
        for (int seat = 0; seat < seats; seat++) {
            cr_expect(eq(int, a.bot[(seat + r) % seats], set.bot[seat]));
            cr_expect(eq(int, b.bot[(seat + r) % seats], seat == 0 ? 1 : set.bot[seat]));
        }
    }
}

Test(schedule_compare, more_entries_are_opponents_of_both_halves)
{
    for (uint8_t seats = 3; seats <= DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, seats + 1u, 7,
                                         (dom_schedule_plan_variant){.seats = seats});
        cr_assert(eq(u32, dom_schedule_plan_compared_bots(&plan.variant[0]), seats + 1u));
        add_stage(&plan, (dom_schedule_plan_stage){.bots = seats + 1u, .sets = 2});
        dom_schedule *s = open_plan(&plan);
        cr_assert(eq(u32, dom_schedule_sets(s), 9));
        cr_assert(eq(u64, dom_schedule_matches(s), 9u * 2 * seats));
        for (uint32_t number = 1; number <= 9; number++)
            check_halves(s, number, seats);
        dom_schedule_close(&s);
    }
}

/* The order of the opponents at the table differs from set to set. */
Test(schedule_compare, the_order_of_opponents_changes)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_COMPARE, 5, 2, (dom_schedule_plan_variant){.seats = 4});
    dom_schedule *s = open_plan(&plan);
    dom_schedule_duplicate_set one = dom_schedule_set(s, 1), two = dom_schedule_set(s, 2);
    cr_expect(one.bot[1] != two.bot[1] || one.bot[2] != two.bot[2]);
    dom_schedule_close(&s);
}

static void check_refused(const dom_schedule_plan *plan, const char *words)
{
    dom_schedule *s;
    dom_err err = {.text = ""};
    cr_expect(eq(int, dom_schedule_open(&s, plan, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, words) != NULL, "%s", err.text);
}

Test(schedule_compare, an_impossible_comparison_is_refused)
{
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 3, 1, pair);
    check_refused(&plan, "a comparison needs 2 bots, stage 1 has 3");
    plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 4, 1, (dom_schedule_plan_variant){.seats = 4});
    check_refused(&plan, "a comparison needs 5 bots, stage 1 has 4");
    plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 4, 1, teams);
    plan.mixes_partners = true;
    check_refused(&plan, "cannot have mixed partners");
    plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 2, 1, pair);
    plan.stage[0].old_bots = 1;
    check_refused(&plan, "cannot have old bots");
}
