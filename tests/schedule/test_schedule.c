/* Sets and matches by number. */
#include "plans.h"

#include <stdio.h>
#include <string.h>

/* "set rotation variant: bot bot ..." of one match. */
static void check_match(const dom_schedule *s, uint64_t number, const char *expected)
{
    dom_schedule_seating m = dom_schedule_match(s, number);
    char text[100];
    int used = snprintf(text, sizeof text, "%u %d %d:", m.set, m.rotation, m.variant);
    for (int seat = 0; seat < m.seats; seat++)
        used += snprintf(text + used, sizeof text - (size_t)used, " %d", m.bot[seat]);
    cr_expect(eq(str, text, (char *)expected), "match %d", (int)number);
    cr_expect(eq(u64, m.number, number));
}

static void check_matches(const dom_schedule_plan *plan, size_t count, const char *const expected[])
{
    dom_schedule *s = open_plan(plan);
    cr_assert(eq(u64, dom_schedule_matches(s), count));
    cr_assert(eq(u64, dom_schedule_known(s), count));
    for (size_t i = 0; i < count; i++)
        check_match(s, i + 1, expected[i]);
    dom_schedule_close(&s);
}

Test(schedule_numbers, three_bots_at_a_table_for_two)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 3, 2, (dom_schedule_plan_variant){.seats = 2});
    static const char *const expected[] = {
        "1 0 0: 0 1", "1 1 0: 1 0", "2 0 0: 0 2", "2 1 0: 2 0", "3 0 0: 1 2", "3 1 0: 2 1",
        "4 0 0: 0 1", "4 1 0: 1 0", "5 0 0: 0 2", "5 1 0: 2 0", "6 0 0: 1 2", "6 1 0: 2 1",
    };
    check_matches(&plan, COUNT(expected), expected);
}

/* The second cycle rotates in the opposite direction. */
Test(schedule_numbers, four_bots_at_a_table_for_three)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 4, 2, (dom_schedule_plan_variant){.seats = 3});
    static const char *const expected[] = {
        "1 0 0: 0 2 1", "1 1 0: 1 0 2", "1 2 0: 2 1 0", "2 0 0: 0 1 3", "2 1 0: 3 0 1",
        "2 2 0: 1 3 0", "3 0 0: 0 3 2", "3 1 0: 2 0 3", "3 2 0: 3 2 0", "4 0 0: 1 2 3",
        "4 1 0: 3 1 2", "4 2 0: 2 3 1", "5 0 0: 0 1 2", "5 1 0: 2 0 1", "5 2 0: 1 2 0",
        "6 0 0: 0 3 1", "6 1 0: 1 0 3", "6 2 0: 3 1 0", "7 0 0: 0 2 3", "7 1 0: 3 0 2",
        "7 2 0: 2 3 0", "8 0 0: 1 3 2", "8 1 0: 2 1 3", "8 2 0: 3 2 1",
    };
    check_matches(&plan, COUNT(expected), expected);
}

Test(schedule_numbers, partners_sit_opposite_and_both_move)
{
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 2, 1,
                                     (dom_schedule_plan_variant){.seats = 4, .teams = true});
    static const char *const expected[] = {"1 0 0: 0 1 0 1", "1 1 0: 1 0 1 0"};
    check_matches(&plan, COUNT(expected), expected);
}

Test(schedule_numbers, a_cycle_goes_through_all_variants)
{
    dom_schedule_plan plan = {.variant_count = 3,
                              .variant = {{.seats = 3}, {.seats = 4, .teams = true}, {.seats = 2}},
                              .stage_count = 1,
                              .stage = {{.bots = 3, .sets = 2}}};
    static const char *const expected[] = {
        "1 0 0: 0 2 1",    "1 1 0: 1 0 2",    "1 2 0: 2 1 0",    "2 0 1: 0 1 0 1",
        "2 1 1: 1 0 1 0",  "3 0 1: 0 2 0 2",  "3 1 1: 2 0 2 0",  "4 0 1: 1 2 1 2",
        "4 1 1: 2 1 2 1",  "5 0 2: 0 1",      "5 1 2: 1 0",      "6 0 2: 0 2",
        "6 1 2: 2 0",      "7 0 2: 1 2",      "7 1 2: 2 1",      "8 0 0: 0 1 2",
        "8 1 0: 2 0 1",    "8 2 0: 1 2 0",    "9 0 1: 0 1 0 1",  "9 1 1: 1 0 1 0",
        "10 0 1: 0 2 0 2", "10 1 1: 2 0 2 0", "11 0 1: 1 2 1 2", "11 1 1: 2 1 2 1",
        "12 0 2: 0 1",     "12 1 2: 1 0",     "13 0 2: 0 2",     "13 1 2: 2 0",
        "14 0 2: 1 2",     "14 1 2: 2 1",
    };
    check_matches(&plan, COUNT(expected), expected);
}

/* ---- properties, for plans of every kind ------------------------------------- */

enum { PLANS = 8 };

static dom_schedule_plan plan_number(int i)
{
    dom_schedule_plan plan = plan_of_all_variants(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 10, 3);
    if (i == 1)
        plan = plan_of_all_variants(DOM_SCHEDULE_PLAN_GAUNTLET, 10, 3);
    if (i == 2 || i == 3)
        plan = plan_of_all_variants(
            i == 2 ? DOM_SCHEDULE_PLAN_ROUND_ROBIN : DOM_SCHEDULE_PLAN_GAUNTLET, 30, 2);
    if (i == 4 || i == 5) {
        plan = plan_of_all_variants(
            i == 4 ? DOM_SCHEDULE_PLAN_ROUND_ROBIN : DOM_SCHEDULE_PLAN_GAUNTLET, 9, 3);
        plan.mixes_partners = true;
        add_stage(&plan, (dom_schedule_plan_stage){.bots = 12, .old_bots = 9, .sets = 2});
        add_stage(&plan, (dom_schedule_plan_stage){.bots = 12, .sets = 1});
        add_stage(&plan, (dom_schedule_plan_stage){.bots = 40, .old_bots = 12, .sets = 2});
    }
    if (i >= 6) {
        plan = plan_of(DOM_SCHEDULE_PLAN_SWISS, 9, 2, (dom_schedule_plan_variant){.seats = 2});
        plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4, .teams = true};
        plan.stage[0].rounds = 4;
        if (i == 7)
            add_stage(&plan, (dom_schedule_plan_stage){.bots = 20, .sets = 3, .rounds = 3});
    }
    return plan;
}

static void check_rotations(const dom_schedule *s, const dom_schedule_duplicate_set *set)
{
    for (int r = 0; r < set->rotations; r++) {
        dom_schedule_seating m = dom_schedule_match(s, set->first_match + (uint64_t)r);
        cr_assert(eq(u32, m.set, set->number));
        cr_assert(eq(u32, m.stage, set->stage));
        cr_assert(eq(int, m.rotation, r));
        cr_assert(eq(int, m.variant, set->variant));
        cr_assert(eq(int, m.seats, set->seats));
        for (int seat = 0; seat < set->seats; seat++)
            cr_assert(eq(int, m.bot[(seat + r) % set->seats], set->bot[seat]));
    }
}

Test(schedule_numbers, a_match_number_and_a_set_with_rotation_convert_both_ways)
{
    for (int i = 0; i < PLANS; i++) {
        dom_schedule_plan plan = plan_number(i);
        dom_schedule *s = open_plan(&plan);
        play_out(s, 1);
        uint64_t match = 0;
        uint32_t of_variant[DOM_SCHEDULE_PLAN_VARIANTS_MAX] = {0};
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            of_variant[set.variant]++;
            cr_assert(eq(u32, set.number, number));
            cr_assert(eq(u64, set.first_match, match + 1));
            check_rotations(s, &set);
            match += set.rotations;
        }
        cr_assert(eq(u64, match, dom_schedule_matches(s)));
        for (uint32_t v = 0; v < plan.variant_count; v++)
            cr_assert(eq(u32, dom_schedule_variant_sets(s, v), of_variant[v]));
        dom_schedule_close(&s);
    }
}

/* The order is stage, round, cycle, variant. */
Test(schedule_numbers, sets_are_numbered_by_stage_round_cycle_and_variant)
{
    for (int i = 0; i < PLANS; i++) {
        dom_schedule_plan plan = plan_number(i);
        dom_schedule *s = open_plan(&plan);
        play_out(s, 2);
        uint64_t before = 0;
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            uint64_t key =
                (((uint64_t)set.stage * 100 + set.round) * 100 + set.cycle) * 100 + set.variant;
            cr_assert(ge(u64, key, before), "plan %d, set %u", i, number);
            cr_assert(lt(u32, set.cycle, plan.stage[set.stage].sets));
            if (key != before && set.stage == before / 1000000 && set.variant > 0)
                cr_assert(eq(u64, key, before + 1));
            before = key;
        }
        cr_assert(eq(u64, before / 1000000, plan.stage_count - 1));
        cr_assert(eq(u64, before % 100, (uint64_t)plan.variant_count - 1));
        dom_schedule_close(&s);
    }
}

/* If a bot is its own partner, it has seats 0 and 2, and then 1 and 3: after two rotations it
 * has held each hand. */
static void check_seats_of_a_bot(const dom_schedule *s, const dom_schedule_duplicate_set *set)
{
    uint8_t seen[DOM_SCHEDULE_PLAN_BOTS_MAX] = {0}; /* bit per seat */
    for (int r = 0; r < set->rotations; r++) {
        dom_schedule_seating m = dom_schedule_match(s, set->first_match + (uint64_t)r);
        for (int seat = 0; seat < m.seats; seat++) {
            cr_assert(not(seen[m.bot[seat]] >> seat & 1));
            seen[m.bot[seat]] |= (uint8_t)(1u << seat);
        }
    }
    for (int seat = 0; seat < set->seats; seat++)
        cr_assert(eq(int, seen[set->bot[seat]], (1 << set->seats) - 1));
}

Test(schedule_numbers, a_bot_sits_once_in_each_seat_of_a_set)
{
    for (int i = 0; i < PLANS; i++) {
        dom_schedule_plan plan = plan_number(i);
        dom_schedule *s = open_plan(&plan);
        play_out(s, 3);
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            check_seats_of_a_bot(s, &set);
        }
        dom_schedule_close(&s);
    }
}

Test(schedule_numbers, every_cycle_has_the_same_tables)
{
    for (int i = 0; i < 4; i++) {
        dom_schedule_plan plan = plan_number(i);
        dom_schedule *s = open_plan(&plan);
        uint32_t per_cycle = dom_schedule_sets(s) / plan.stage[0].sets;
        for (uint32_t number = 1; number <= dom_schedule_sets(s) - per_cycle; number++) {
            dom_schedule_duplicate_set one = dom_schedule_set(s, number);
            dom_schedule_duplicate_set two = dom_schedule_set(s, number + per_cycle);
            cr_assert(eq(u32, one.cycle, (number - 1) / per_cycle));
            cr_assert(eq(u32, one.cycle + 1, two.cycle));
            cr_assert(eq(u64, bits_of(&one), bits_of(&two)));
        }
        dom_schedule_close(&s);
    }
}

/* ---- sizes ------------------------------------------------------------------ */

Test(schedule_sizes, a_thousand_bots_and_sets_are_numbered)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 1000, 1000, (dom_schedule_plan_variant){.seats = 2});
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 499500000));
    cr_assert(eq(u64, dom_schedule_matches(s), 999000000));
    check_match(s, 1, "1 0 0: 0 1");
    check_match(s, 5, "3 0 0: 1 2");
    check_match(s, 999000 - 2 * 999 + 1, "498502 0 0: 0 999");
    check_match(s, 999000, "499500 1 0: 999 998");
    check_match(s, 999001, "499501 0 0: 0 1");
    check_match(s, 999000000, "499500000 1 0: 999 998");
    dom_schedule_close(&s);
}

Test(schedule_sizes, the_last_set_number_can_be_reached_and_no_more)
{
    dom_err err;
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 2, UINT32_MAX,
                                     (dom_schedule_plan_variant){.seats = 2});
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), UINT32_MAX));
    cr_assert(eq(u64, dom_schedule_matches(s), 2 * (uint64_t)UINT32_MAX));
    dom_schedule_duplicate_set last = dom_schedule_set(s, UINT32_MAX);
    cr_assert(eq(u64, last.first_match, 2 * (uint64_t)UINT32_MAX - 1));
    cr_assert(eq(u32, dom_schedule_match(s, 2 * (uint64_t)UINT32_MAX).set, UINT32_MAX));
    dom_schedule_close(&s);
    plan.stage[0].bots = 3;
    cr_assert(eq(int, dom_schedule_open(&s, &plan, &err), DOM_E_LIMIT));
    cr_assert(eq(ptr, s, NULL));
    plan.stage[0].sets = UINT32_MAX / 3;
    s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), UINT32_MAX));
    dom_schedule_close(&s);
}

Test(schedule_sizes, the_largest_plan_is_counted_in_64_bits)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 1000, 134, (dom_schedule_plan_variant){.seats = 2});
    for (plan.variant_count = 0; plan.variant_count < 64; plan.variant_count++)
        plan.variant[plan.variant_count] = (dom_schedule_plan_variant){.seats = 2};
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 4283712000));
    cr_assert(eq(u64, dom_schedule_matches(s), 8567424000));
    dom_schedule_seating last = dom_schedule_match(s, 8567424000);
    cr_assert(eq(u32, last.set, 4283712000));
    cr_assert(eq(int, last.variant, 63));
    dom_schedule_close(&s);
    plan.stage[0].sets = 135;
    cr_assert(eq(int, dom_schedule_open(&s, &plan, NULL), DOM_E_LIMIT));
}

Test(schedule_sizes, closing_an_empty_schedule_is_allowed)
{
    dom_schedule *s = NULL;
    dom_schedule_close(&s);
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 2, 1, (dom_schedule_plan_variant){.seats = 2});
    s = open_plan(&plan);
    dom_schedule_close(&s);
    cr_assert(eq(ptr, s, NULL));
    dom_schedule_close(&s);
}

/* ---- plans that cannot be ---------------------------------------------------- */

#define TWO .variant_count = 1, .variant = {{2, false}}
#define STAGES(count, ...) .stage_count = (count), .stage = {__VA_ARGS__}

Test(schedule_plans, impossible_plans_are_refused_with_a_reason)
{
    static const struct {
        dom_schedule_plan plan;
        dom_rc rc;
        const char *text;
    } cases[] = {
        {{TWO, STAGES(0, {2, 0, 1, 0})}, DOM_E_CONFIG, "0 stages, allowed are 1..64"},
        {{TWO, STAGES(65, {2, 0, 1, 0})}, DOM_E_CONFIG, "65 stages, allowed are 1..64"},
        {{.variant_count = 0, STAGES(1, {2, 0, 1, 0})},
         DOM_E_CONFIG,
         "0 variants, allowed are 1..64"},
        {{.variant_count = 65, STAGES(1, {2, 0, 1, 0})},
         DOM_E_CONFIG,
         "65 variants, allowed are 1..64"},
        {{TWO, STAGES(1, {1, 0, 1, 0})}, DOM_E_CONFIG, "stage 1: 1 bots, allowed are 2..1000"},
        {{TWO, STAGES(2, {2, 0, 1, 0}, {1001, 0, 1, 0})},
         DOM_E_CONFIG,
         "stage 2: 1001 bots, allowed are 2..1000"},
        {{TWO, STAGES(2, {4, 0, 1, 0}, {3, 0, 1, 0})},
         DOM_E_CONFIG,
         "stage 2: 3 bots, at least the 4 of the stage before must take part"},
        {{TWO, STAGES(2, {4, 0, 1, 0}, {4, 4, 1, 0})},
         DOM_E_CONFIG,
         "stage 2: 4 old bots of 4, at least one must be new"},
        {{.variant_count = 1, .variant = {{1, false}}, STAGES(1, {2, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 1: 1 seats, allowed are 2..8"},
        {{.variant_count = 1, .variant = {{9, false}}, STAGES(1, {9, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 1: 9 seats, allowed are 2..8"},
        {{.variant_count = 1, .variant = {{3, true}}, STAGES(1, {9, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 1: teams need 4 seats, not 3"},
        {{.variant_count = 2, .variant = {{2, false}, {3, false}}, STAGES(1, {2, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 2 needs 3 bots at a table, there are 2"},
        {{.kind = DOM_SCHEDULE_PLAN_GAUNTLET,
          .variant_count = 1,
          .variant = {{4, false}},
          STAGES(1, {3, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 1 needs 4 bots at a table, there are 3"},
        {{.mixes_partners = true,
          .variant_count = 2,
          .variant = {{2, false}, {4, true}},
          STAGES(1, {3, 0, 1, 0})},
         DOM_E_CONFIG,
         "variant 2 needs 4 bots at a table, there are 3"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS,
          .variant_count = 2,
          .variant = {{2, false}, {5, false}},
          STAGES(1, {9, 0, 1, 5})},
         DOM_E_CONFIG,
         "variant 2: a Swiss system needs 2 to 4 bots at a table without mixed partners, and this "
         "variant has 5"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS,
          .mixes_partners = true,
          .variant_count = 1,
          .variant = {{4, true}},
          STAGES(1, {9, 0, 1, 5})},
         DOM_E_CONFIG,
         "variant 1: a Swiss system needs 2 to 4 bots at a table without mixed partners, and this "
         "variant has 4 with mixed partners"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS, TWO, STAGES(1, {9, 0, 1, 0})},
         DOM_E_CONFIG,
         "stage 1: at least one round must be played"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS, TWO, STAGES(2, {9, 0, 1, 5}, {12, 9, 1, 5})},
         DOM_E_CONFIG,
         "stage 2: a Swiss system cannot have old bots"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS, TWO, STAGES(2, {9, 0, 1, 600}, {9, 0, 1, 401})},
         DOM_E_CONFIG,
         "stage 2: 1001 rounds so far, allowed are 1000 in all stages"},
        {{TWO, STAGES(1, {1000, 0, 1000000, 0})},
         DOM_E_LIMIT,
         "stage 1: 1000000 sets of each of 499500 tables: set numbers end at 4294967295; ask for "
         "at most 8598"},
        {{TWO, STAGES(2, {1000, 0, 8000, 0}, {1000, 0, 599, 0})},
         DOM_E_LIMIT,
         "stage 2: 599 sets of each of 499500 tables: set numbers end at 4294967295; ask for at "
         "most 598"},
        {{.kind = DOM_SCHEDULE_PLAN_SWISS, TWO, STAGES(1, {1000, 0, 8590, 1000})},
         DOM_E_LIMIT,
         "stage 1: 8590 sets of each of 500000 tables: set numbers end at 4294967295; ask for at "
         "most 8589"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        dom_err err = {.text = ""};
        dom_schedule *s = NULL;
        cr_expect(eq(int, dom_schedule_open(&s, &cases[i].plan, &err), cases[i].rc));
        cr_expect(eq(str, err.text, (char *)cases[i].text));
        cr_expect(eq(ptr, s, NULL));
    }
}
