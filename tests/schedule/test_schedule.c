/* Sets and matches by number. */
#include "schedule/schedule.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static dom_schedule schedule_of(const dom_plan *plan)
{
    dom_err err;
    dom_schedule schedule;
    cr_assert(eq(int, dom_schedule_init(&schedule, plan, &err), DOM_OK), "%s", err.text);
    return schedule;
}

/* "set rotation variant: bot bot ..." of one match. */
static void check_match(const dom_schedule *s, uint64_t number, const char *expected)
{
    dom_seating m = dom_schedule_match(s, number);
    char text[100];
    int used = snprintf(text, sizeof text, "%d %d %d:", (int)m.set, m.rotation, m.variant);
    for (int seat = 0; seat < m.seats; seat++)
        used += snprintf(text + used, sizeof text - (size_t)used, " %d", m.bot[seat]);
    cr_expect(eq(str, text, (char *)expected), "match %d", (int)number);
    cr_expect(eq(u64, m.number, number));
}

static void check_matches(const dom_plan *plan, size_t count, const char *const expected[])
{
    dom_schedule s = schedule_of(plan);
    cr_assert(eq(u64, dom_schedule_matches(&s), count));
    for (size_t i = 0; i < count; i++)
        check_match(&s, i + 1, expected[i]);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

Test(schedule_numbers, three_bots_at_a_table_for_two)
{
    dom_plan plan = {.bots = 3, .sets = 2, .variant_count = 1, .variant = {{.seats = 2}}};
    static const char *const expected[] = {
        "1 0 0: 0 1", "1 1 0: 1 0", "2 0 0: 0 2", "2 1 0: 2 0", "3 0 0: 1 2", "3 1 0: 2 1",
        "4 0 0: 0 1", "4 1 0: 1 0", "5 0 0: 0 2", "5 1 0: 2 0", "6 0 0: 1 2", "6 1 0: 2 1",
    };
    check_matches(&plan, COUNT(expected), expected);
}

Test(schedule_numbers, four_bots_at_a_table_for_three)
{
    dom_plan plan = {.bots = 4, .sets = 1, .variant_count = 1, .variant = {{.seats = 3}}};
    static const char *const expected[] = {
        "1 0 0: 0 1 2", "1 1 0: 2 0 1", "1 2 0: 1 2 0", "2 0 0: 0 1 3",
        "2 1 0: 3 0 1", "2 2 0: 1 3 0", "3 0 0: 0 2 3", "3 1 0: 3 0 2",
        "3 2 0: 2 3 0", "4 0 0: 1 2 3", "4 1 0: 3 1 2", "4 2 0: 2 3 1",
    };
    check_matches(&plan, COUNT(expected), expected);
}

Test(schedule_numbers, partners_sit_opposite_and_both_move)
{
    dom_plan plan = {
        .bots = 2, .sets = 1, .variant_count = 1, .variant = {{.seats = 4, .teams = true}}};
    static const char *const expected[] = {"1 0 0: 0 1 0 1", "1 1 0: 1 0 1 0"};
    check_matches(&plan, COUNT(expected), expected);
}

Test(schedule_numbers, a_cycle_goes_through_all_variants)
{
    dom_plan plan = {.bots = 3,
                     .sets = 2,
                     .variant_count = 3,
                     .variant = {{.seats = 3}, {.seats = 4, .teams = true}, {.seats = 2}}};
    static const char *const expected[] = {
        "1 0 0: 0 1 2",    "1 1 0: 2 0 1",    "1 2 0: 1 2 0",    "2 0 1: 0 1 0 1",
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

/* ---- properties, for a plan with everything in it --------------------------- */

static dom_plan mixed_plan(uint32_t bots, uint32_t sets)
{
    dom_plan plan = {.bots = bots, .sets = sets};
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++)
        plan.variant[plan.variant_count++] = (dom_plan_variant){.seats = seats};
    plan.variant[plan.variant_count++] = (dom_plan_variant){.seats = 4, .teams = true};
    return plan;
}

Test(schedule_numbers, matches_and_sets_with_rotations_are_the_same_thing)
{
    dom_plan plan = mixed_plan(10, 3);
    dom_schedule s = schedule_of(&plan);
    uint64_t match = 0;
    for (uint32_t number = 1; number <= dom_schedule_sets(&s); number++) {
        dom_set set = dom_schedule_set(&s, number);
        cr_assert(eq(u32, set.number, number));
        cr_assert(eq(u64, set.first_match, match + 1));
        for (int r = 0; r < set.rotations; r++) {
            dom_seating m = dom_schedule_match(&s, ++match);
            cr_assert(eq(u32, m.set, number));
            cr_assert(eq(int, m.rotation, r));
            cr_assert(eq(int, m.variant, set.variant));
            cr_assert(eq(int, m.seats, set.seats));
            for (int seat = 0; seat < set.seats; seat++)
                cr_assert(eq(int, m.bot[(seat + r) % set.seats], set.bot[seat]));
        }
    }
    cr_assert(eq(u64, match, dom_schedule_matches(&s)));
}

Test(schedule_numbers, a_bot_sits_once_in_each_seat_of_a_set)
{
    dom_plan plan = mixed_plan(30, 1);
    dom_schedule s = schedule_of(&plan);
    for (uint32_t number = 1; number <= dom_schedule_sets(&s); number++) {
        dom_set set = dom_schedule_set(&s, number);
        uint8_t seen[DOM_PLAN_BOTS_MAX] = {0}; /* bit per seat */
        for (int r = 0; r < set.rotations; r++) {
            dom_seating m = dom_schedule_match(&s, set.first_match + (uint64_t)r);
            for (int seat = 0; seat < m.seats; seat++) {
                cr_assert(not(seen[m.bot[seat]] >> seat & 1));
                seen[m.bot[seat]] |= (uint8_t)(1u << seat);
            }
        }
        for (int seat = 0; seat < set.seats; seat++)
            cr_assert(eq(int, seen[set.bot[seat]], (1 << set.seats) - 1));
    }
}

Test(schedule_numbers, more_sets_renumber_nothing)
{
    dom_plan few = mixed_plan(17, 1), many = mixed_plan(17, 5);
    dom_schedule a = schedule_of(&few), b = schedule_of(&many);
    cr_assert(eq(u32, 5 * dom_schedule_sets(&a), dom_schedule_sets(&b)));
    cr_assert(eq(u64, 5 * dom_schedule_matches(&a), dom_schedule_matches(&b)));
    for (uint32_t number = 1; number <= dom_schedule_sets(&a); number++) {
        dom_set one = dom_schedule_set(&a, number), two = dom_schedule_set(&b, number);
        cr_assert(eq(u64, one.first_match, two.first_match));
        cr_assert(eq(int, one.variant, two.variant));
        cr_assert(eq(int, memcmp(one.bot, two.bot, sizeof one.bot), 0));
    }
}

Test(schedule_numbers, every_cycle_is_like_the_first)
{
    dom_plan plan = mixed_plan(9, 3);
    dom_schedule s = schedule_of(&plan);
    uint32_t per_cycle = dom_schedule_sets(&s) / 3;
    for (uint32_t number = 1; number <= 2 * per_cycle; number++) {
        dom_set one = dom_schedule_set(&s, number), two = dom_schedule_set(&s, number + per_cycle);
        cr_assert(eq(u32, one.cycle, (number - 1) / per_cycle));
        cr_assert(eq(u32, one.cycle + 1, two.cycle));
        cr_assert(eq(int, memcmp(one.bot, two.bot, sizeof one.bot), 0));
    }
}

/* ---- sizes ------------------------------------------------------------------ */

Test(schedule_sizes, a_thousand_bots_and_sets_are_answered_at_once)
{
    dom_plan plan = {.bots = 1000, .sets = 1000, .variant_count = 1, .variant = {{.seats = 2}}};
    clock_t start = clock();
    dom_schedule s = schedule_of(&plan);
    cr_assert(eq(u32, dom_schedule_sets(&s), 499500000));
    cr_assert(eq(u64, dom_schedule_matches(&s), 999000000));
    check_match(&s, 1, "1 0 0: 0 1");
    check_match(&s, 2 * 999, "999 1 0: 999 0");
    check_match(&s, 2 * 999 + 1, "1000 0 0: 1 2");
    check_match(&s, 999000, "499500 1 0: 999 998");
    check_match(&s, 999001, "499501 0 0: 0 1");
    check_match(&s, 999000000, "499500000 1 0: 999 998");
    for (uint64_t i = 0; i < 100000; i++)
        dom_schedule_match(&s, 1 + i * 9989);
    cr_assert(lt(dbl, (double)(clock() - start) / CLOCKS_PER_SEC, 2.0));
}

Test(schedule_sizes, the_last_set_number_can_be_reached_and_no_more)
{
    dom_err err;
    dom_schedule s;
    dom_plan plan = {.bots = 2, .sets = UINT32_MAX, .variant_count = 1, .variant = {{.seats = 2}}};
    cr_assert(eq(int, dom_schedule_init(&s, &plan, &err), DOM_OK));
    cr_assert(eq(u32, dom_schedule_sets(&s), UINT32_MAX));
    cr_assert(eq(u64, dom_schedule_matches(&s), 2 * (uint64_t)UINT32_MAX));
    dom_set last = dom_schedule_set(&s, UINT32_MAX);
    cr_assert(eq(u64, last.first_match, 2 * (uint64_t)UINT32_MAX - 1));
    cr_assert(eq(u32, dom_schedule_match(&s, 2 * (uint64_t)UINT32_MAX).set, UINT32_MAX));
    plan.bots = 3;
    cr_assert(eq(int, dom_schedule_init(&s, &plan, &err), DOM_E_LIMIT));
    plan.sets = UINT32_MAX / 3;
    cr_assert(eq(int, dom_schedule_init(&s, &plan, &err), DOM_OK));
    cr_assert(eq(u32, dom_schedule_sets(&s), UINT32_MAX));
}

Test(schedule_sizes, the_largest_plan_is_counted_in_64_bits)
{
    dom_plan plan = {.bots = 1000, .sets = 134, .variant_count = 64};
    for (int i = 0; i < 64; i++)
        plan.variant[i] = (dom_plan_variant){.seats = 2};
    dom_schedule s = schedule_of(&plan);
    cr_assert(eq(u32, dom_schedule_sets(&s), 4283712000));
    cr_assert(eq(u64, dom_schedule_matches(&s), 8567424000));
    dom_seating last = dom_schedule_match(&s, 8567424000);
    cr_assert(eq(u32, last.set, 4283712000));
    cr_assert(eq(int, last.variant, 63));
    plan.sets = 135;
    cr_assert(eq(int, dom_schedule_init(&s, &plan, NULL), DOM_E_LIMIT));
}

Test(schedule_sizes, impossible_plans_are_refused_with_a_reason)
{
    static const struct {
        dom_plan plan;
        dom_rc rc;
        const char *text;
    } cases[] = {
        {{1, 1, 1, {{2, false}}}, DOM_E_CONFIG, "1 bots, allowed are 2..1000"},
        {{1001, 1, 1, {{2, false}}}, DOM_E_CONFIG, "1001 bots, allowed are 2..1000"},
        {{2, 0, 1, {{2, false}}}, DOM_E_CONFIG, "at least one set per table must be played"},
        {{2, 1, 0, {{2, false}}}, DOM_E_CONFIG, "0 variants, allowed are 1..64"},
        {{2, 1, 65, {{2, false}}}, DOM_E_CONFIG, "65 variants, allowed are 1..64"},
        {{2, 1, 1, {{1, false}}}, DOM_E_CONFIG, "variant 1: 1 seats, allowed are 2..8"},
        {{9, 1, 1, {{9, false}}}, DOM_E_CONFIG, "variant 1: 9 seats, allowed are 2..8"},
        {{9, 1, 1, {{3, true}}}, DOM_E_CONFIG, "variant 1: teams need 4 seats, not 3"},
        {{2, 1, 2, {{2, false}, {3, false}}},
         DOM_E_CONFIG,
         "variant 2 needs 3 bots at a table, there are 2"},
        {{1000, 1000000, 1, {{2, false}}},
         DOM_E_LIMIT,
         "1000000 sets of each of 499500 tables: set numbers end at 4294967295; ask for at most "
         "8598"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err = {.text = ""};
        dom_schedule s;
        cr_expect(eq(int, dom_schedule_init(&s, &cases[i].plan, &err), cases[i].rc));
        cr_expect(eq(str, err.text, (char *)cases[i].text));
    }
}
