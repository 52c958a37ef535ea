/* Extending a tournament: stages. */
#include "plans.h"

#include <string.h>

static void check_same_sets(const dom_schedule *few, const dom_schedule *many)
{
    for (uint32_t number = 1; number <= dom_schedule_sets(few); number++) {
        dom_schedule_duplicate_set one = dom_schedule_set(few, number),
                                   two = dom_schedule_set(many, number);
        cr_assert(eq(int, memcmp(one.bot, two.bot, sizeof one.bot), 0), "set %u", number);
        cr_assert(eq(u64, one.first_match, two.first_match));
        cr_assert(eq(u32, one.stage, two.stage));
        cr_assert(eq(u32, one.round, two.round));
        cr_assert(eq(u32, one.cycle, two.cycle));
        cr_assert(eq(int, one.variant, two.variant));
    }
}

/* The bots and sets of both kinds of extension: more sets and more bots. */
static const dom_schedule_plan_stage stages[] = {
    {.bots = 8, .sets = 2},
    {.bots = 8, .sets = 1},
    {.bots = 11, .old_bots = 8, .sets = 3},
    {.bots = 11, .sets = 1},
    {.bots = 25, .old_bots = 11, .sets = 1},
};

static void check_extension(dom_schedule_plan_kind kind, bool mixes_partners)
{
    dom_schedule_plan plan = plan_of_all_variants(kind, 8, 2);
    plan.mixes_partners = mixes_partners;
    dom_schedule *before = open_plan(&plan);
    for (size_t i = 1; i < COUNT(stages); i++) {
        add_stage(&plan, stages[i]);
        dom_schedule *after = open_plan(&plan);
        cr_assert(eq(u64, dom_schedule_stage_first_match(after, (uint32_t)i),
                     dom_schedule_matches(before) + 1));
        cr_assert(ge(u32, dom_schedule_sets(after), dom_schedule_sets(before) + 1));
        check_same_sets(before, after);
        dom_schedule_close(&before);
        before = after;
    }
    cr_assert(eq(u64, dom_schedule_stage_first_match(before, 0), 1));
    dom_schedule_close(&before);
}

Test(schedule_stages, a_further_stage_renumbers_nothing)
{
    check_extension(DOM_SCHEDULE_PLAN_ROUND_ROBIN, false);
    check_extension(DOM_SCHEDULE_PLAN_ROUND_ROBIN, true);
    check_extension(DOM_SCHEDULE_PLAN_GAUNTLET, false);
    check_extension(DOM_SCHEDULE_PLAN_GAUNTLET, true);
}

/* The example of schedule/schedule.h: which matches an extension plays. */
Test(schedule_stages, the_example_of_the_header_holds)
{
    dom_schedule_plan plan = {
        .kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN, .variant_count = 1, .variant = {{.seats = 2}}};
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 3, .sets = 2});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 4, .old_bots = 3, .sets = 2});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 4, .sets = 3});
    dom_schedule *schedule = open_plan(&plan);
    cr_expect(eq(u32, dom_schedule_stage_first_set(schedule, 1), 7));
    cr_expect(eq(u64, dom_schedule_stage_first_match(schedule, 1), 13));
    cr_expect(eq(u32, dom_schedule_stage_first_set(schedule, 2), 13));
    cr_expect(eq(u64, dom_schedule_stage_first_match(schedule, 2), 25));
    cr_expect(eq(u32, dom_schedule_sets(schedule), 30));
    cr_expect(eq(u64, dom_schedule_matches(schedule), 60));
    for (uint32_t set = 7; set <= 12; set++)
        cr_expect(eq(int,
                     dom_schedule_set(schedule, set).bot[0] == 3 ||
                         dom_schedule_set(schedule, set).bot[1] == 3,
                     true),
                  "set %u is without the added bot", set);
    dom_schedule_close(&schedule);
}

Test(schedule_stages, more_sets_in_one_stage_renumber_nothing)
{
    dom_schedule_plan plan = plan_of_all_variants(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 17, 1);
    dom_schedule *few = open_plan(&plan);
    plan.stage[0].sets = 5;
    dom_schedule *many = open_plan(&plan);
    cr_assert(eq(u32, 5 * dom_schedule_sets(few), dom_schedule_sets(many)));
    check_same_sets(few, many);
    dom_schedule_close(&few);
    dom_schedule_close(&many);
}

Test(schedule_stages, a_stage_more_swiss_rounds_renumbers_nothing)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, 9, 2, (dom_schedule_plan_variant){.seats = 2});
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 4, .teams = true};
    plan.stage[0].rounds = 5;
    dom_schedule *few = open_plan(&plan);
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 14, .sets = 1, .rounds = 3});
    dom_schedule *many = open_plan(&plan);
    play_out(few, 7);
    play_out(many, 7);
    check_same_sets(few, many);
    cr_assert(eq(u64, dom_schedule_stage_first_match(many, 1), dom_schedule_matches(few) + 1));
    /* 3 rounds of 7 tables of 2 variants */
    cr_assert(eq(u32, dom_schedule_sets(many), dom_schedule_sets(few) + 3 * 7 * 2));
    dom_schedule_duplicate_set last = dom_schedule_set(many, dom_schedule_sets(many));
    cr_assert(eq(u32, last.stage, 1));
    cr_assert(eq(u32, last.round, 7));
    dom_schedule_close(&few);
    dom_schedule_close(&many);
}

/* The pairings of the second stage are not known before the last match of the first stage is
 * reported. */
Test(schedule_stages, a_swiss_stage_begins_after_the_end_of_the_previous_stage)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, 4, 1, (dom_schedule_plan_variant){.seats = 2});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 6, .sets = 2, .rounds = 1});
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_matches(s), 4 + 12));
    for (uint64_t match = 1; match <= 4; match++) {
        cr_assert(eq(u64, dom_schedule_known(s), 4));
        report(s, match, 1);
    }
    cr_assert(eq(u64, dom_schedule_known(s), 16));
    dom_schedule_close(&s);
}

/* ---- added bots --------------------------------------------------------------- */

static uint64_t seen[4000];

/* Collects the bots of all sets of one cycle of a stage. */
static size_t collect(const dom_schedule *s, uint32_t stage, size_t count)
{
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        if (set.stage == stage && set.cycle == 0)
            seen[count++] = bits_of(&set);
    }
    return count;
}

static size_t combinations(uint32_t n, int k)
{
    size_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (n - (uint32_t)(k - i)) / (size_t)i;
    return ways;
}

static void check_union(dom_schedule_plan_kind kind, uint8_t seats, uint32_t old, uint32_t bots)
{
    dom_schedule_plan plan = plan_of(kind, old, 2, (dom_schedule_plan_variant){.seats = seats});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = bots, .old_bots = old, .sets = 3});
    dom_schedule *s = open_plan(&plan);
    size_t first = collect(s, 0, 0), count = collect(s, 1, first);
    for (size_t i = first; i < count; i++)
        cr_assert(ne(u64, seen[i] >> old, 0), "a table of old bots");
    size_t expected = kind == DOM_SCHEDULE_PLAN_GAUNTLET ? combinations(bots - 1, seats - 1)
                                                         : combinations(bots, seats);
    cr_assert(eq(sz, count, expected), "%d seats, %u of %u bots", seats, old, bots);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            cr_assert(ne(u64, seen[i], seen[j]));
    dom_schedule_close(&s);
}

Test(schedule_stages, old_and_added_tables_are_together_all_combinations)
{
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++)
        for (uint32_t bots = seats + 1u; bots <= 12; bots++)
            for (uint32_t old = seats; old < bots; old++) {
                check_union(DOM_SCHEDULE_PLAN_ROUND_ROBIN, seats, old, bots);
                check_union(DOM_SCHEDULE_PLAN_GAUNTLET, seats, old, bots);
            }
    check_union(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 2, 30, 60);
    check_union(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 3, 22, 25); /* 2,300 combinations, 760 new ones */
}

/* Four seats and 16 bots have 1,820 combinations; each further bot adds at least 560. */
Test(schedule_stages, added_bots_with_too_many_tables_play_a_full_cycle)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 16, 1, (dom_schedule_plan_variant){.seats = 4});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 24, .old_bots = 16, .sets = 1});
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 1820 + 2000 / 24 * 24));
    uint32_t played[24] = {0};
    for (uint32_t number = 1821; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        cr_assert(eq(u32, set.stage, 1));
        for (int seat = 0; seat < 4; seat++)
            played[set.bot[seat]]++;
    }
    for (int bot = 0; bot < 24; bot++)
        cr_assert(eq(u32, played[bot], 2000 / 24 * 4));
    dom_schedule_close(&s);
}

Test(schedule_stages, the_limit_counts_only_the_tables_that_are_played)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 40, 1, (dom_schedule_plan_variant){.seats = 3});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 42, .old_bots = 40, .sets = 1});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 64, .old_bots = 63, .sets = 1});
    dom_schedule *s = open_plan(&plan);
    uint64_t match = dom_schedule_stage_first_match(s, 1);
    cr_assert(eq(u64, match, 3 * (2000 / 40 * 40) + 1));
    match += 3 * (780 + 820); /* 41 and 42 with all pairs before them */
    cr_assert(eq(u64, dom_schedule_stage_first_match(s, 2), match));
    cr_assert(eq(u64, dom_schedule_matches(s), match - 1 + 3 * 1953));
    dom_schedule_close(&s);
}

/* ---- bots that sit out ------------------------------------------------------- */

/* Bots 1 and 4 do not play variant 1, and bot 9 not variant 0. */
static dom_schedule_plan plan_with_absent(dom_schedule_plan_kind kind)
{
    dom_schedule_plan plan = plan_of_all_variants(kind, 8, 2);
    plan.sits_out[1] = plan.sits_out[4] = 2;
    plan.sits_out[9] = 1;
    return plan;
}

static void check_who_sits(const dom_schedule_plan *plan, const dom_schedule *s)
{
    for (uint64_t n = 1; n <= dom_schedule_matches(s); n++) {
        dom_schedule_seating match = dom_schedule_match(s, n);
        for (int seat = 0; seat < match.seats; seat++)
            cr_assert(dom_schedule_plan_plays(plan, match.bot[seat], match.variant), "match %d",
                      (int)n);
    }
}

/* The tables of a variant are those of a tournament with only its players. */
Test(schedule_stages, the_schedule_ignores_bots_that_sit_out)
{
    static const dom_schedule_plan_kind kinds[] = {DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                                                   DOM_SCHEDULE_PLAN_GAUNTLET};
    static const uint16_t players[] = {0, 2, 3, 5, 6, 7};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        dom_schedule_plan plan = plan_with_absent(kinds[i]);
        plan.variant[0] = plan.variant[1];
        plan.variant_count = 2;
        dom_schedule_plan few = plan_of(kinds[i], COUNT(players), 2, plan.variant[1]);
        dom_schedule *s = open_plan(&plan), *alone = open_plan(&few);
        uint32_t found = 0;
        check_who_sits(&plan, s);
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            if (set.variant != 1)
                continue;
            dom_schedule_duplicate_set same = dom_schedule_set(alone, ++found);
            for (int seat = 0; seat < set.seats; seat++)
                cr_assert(eq(int, set.bot[seat], players[same.bot[seat]]));
        }
        cr_expect(eq(u32, found, dom_schedule_sets(alone)));
        dom_schedule_close(&s);
        dom_schedule_close(&alone);
    }
}

/* Later stages add the tables of their new bots and change no numbers. A stage whose bots have
 * no opponents is empty. */
Test(schedule_stages, an_added_bot_may_sit_out)
{
    static const dom_schedule_plan_kind kinds[] = {DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                                                   DOM_SCHEDULE_PLAN_GAUNTLET};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        dom_schedule_plan plan = plan_with_absent(kinds[i]);
        plan.sits_out[8] = UINT64_MAX << 1;
        plan.sits_out[10] = UINT64_MAX;
        plan.variant_count = 3;
        dom_schedule *before = open_plan(&plan);
        static const dom_schedule_plan_stage more[] = {{.bots = 9, .old_bots = 8, .sets = 1},
                                                       {.bots = 11, .old_bots = 9, .sets = 2},
                                                       {.bots = 11, .sets = 1},
                                                       {.bots = 12, .old_bots = 11, .sets = 1}};
        for (size_t k = 0; k < COUNT(more); k++) {
            add_stage(&plan, more[k]);
            dom_schedule *after = open_plan(&plan);
            check_same_sets(before, after);
            check_who_sits(&plan, after);
            dom_schedule_close(&before);
            before = after;
        }
        dom_schedule_close(&before);
        plan = plan_with_absent(kinds[i]);
        plan.sits_out[8] = UINT64_MAX;
        add_stage(&plan, more[0]);
        before = open_plan(&plan);
        cr_expect(eq(u32, dom_schedule_stage_first_set(before, 1), dom_schedule_sets(before) + 1));
        dom_schedule_close(&before);
    }
}

/* The number of players is odd in one variant and even in the other; a round ends after both. */
Test(schedule_stages, a_bot_that_sits_out_is_never_paired_in_a_swiss)
{
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_SWISS, 8, 2, (dom_schedule_plan_variant){.seats = 2});
    plan.variant[1] = plan.variant[2] = plan.variant[0];
    plan.variant_count = 3;
    plan.stage[0].rounds = 6;
    plan.sits_out[1] = 2;
    for (int bot = 1; bot < 8; bot++)
        plan.sits_out[bot] |= 4;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 9, .sets = 1, .rounds = 2});
    dom_schedule *s = open_plan(&plan);
    play_out(s, 5);
    check_who_sits(&plan, s);
    cr_expect(eq(u32, dom_schedule_sets(s), 6 * 2 * (4 + 3) + 2 * (4 + 4 + 1)));
    dom_schedule_close(&s);
}

Test(schedule_stages, a_plan_without_tables_is_refused)
{
    dom_err err;
    dom_schedule *s;
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 4, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.sits_out[0] = 1;
    cr_expect(eq(int, dom_schedule_open(&s, &plan, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "no variant has enough bots that play it"));
    plan.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN;
    dom_schedule *with = open_plan(&plan);
    dom_schedule_close(&with);
    plan.sits_out[1] = plan.sits_out[2] = 1;
    cr_expect(eq(int, dom_schedule_open(&s, &plan, &err), DOM_E_CONFIG));
    plan = plan_of(DOM_SCHEDULE_PLAN_COMPARE, 2, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.sits_out[1] = 1;
    cr_expect(eq(int, dom_schedule_open(&s, &plan, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "variant 1: in a comparison every bot plays"));
}
