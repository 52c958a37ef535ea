/* Gauntlets: bot 0 against all others. */
#include "plans.h"

#include <string.h>

static uint32_t played[DOM_SCHEDULE_PLAN_BOTS_MAX];
static uint16_t met[DOM_SCHEDULE_PLAN_BOTS_MAX][DOM_SCHEDULE_PLAN_BOTS_MAX]; /* [lower][higher] */

/* Counts one cycle; expects bot 0 once at every table. */
static void count_cycle(const dom_schedule *s, int entries)
{
    memset(played, 0, sizeof played);
    memset(met, 0, sizeof met);
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        int zeros = 0;
        for (int a = 0; a < entries; a++) {
            zeros += set.bot[a] == 0;
            played[set.bot[a]]++;
            for (int b = 0; b < entries; b++)
                if (set.bot[a] < set.bot[b])
                    met[set.bot[a]][set.bot[b]]++;
        }
        cr_assert(eq(int, zeros, 1), "set %u", number);
    }
}

/* Expects that the others play equally often. Returns the difference between the most and the
 * fewest meetings of a pair. */
static int spread_of(uint32_t bots, dom_schedule_plan_variant variant)
{
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, bots, 1, variant);
    dom_schedule *s = open_plan(&plan);
    count_cycle(s, variant.teams ? 2 : variant.seats);
    cr_assert(eq(u32, played[0], dom_schedule_sets(s)));
    dom_schedule_close(&s);
    int least = UINT16_MAX, most = 0;
    for (uint32_t a = 1; a < bots; a++) {
        cr_assert(eq(u32, played[a], played[1]), "%u bots", bots);
        for (uint32_t b = a + 1; b < bots; b++) {
            least = met[a][b] < least ? met[a][b] : least;
            most = met[a][b] > most ? met[a][b] : most;
        }
    }
    return bots > 2 ? most - least : 0;
}

Test(schedule_gauntlet, bot_0_meets_each_other_bot_once_in_games_for_two)
{
    static const uint32_t bots[] = {2, 3, 10, 1000};
    for (size_t i = 0; i < COUNT(bots); i++) {
        cr_assert(eq(int, spread_of(bots[i], (dom_schedule_plan_variant){.seats = 2}), 0));
        cr_assert(eq(u32, played[0], bots[i] - 1));
        cr_assert(
            eq(int, spread_of(bots[i], (dom_schedule_plan_variant){.seats = 4, .teams = true}), 0));
        cr_assert(eq(u32, played[0], bots[i] - 1));
    }
}

/* Numbers of bots with at most 2,000 combinations of the others, and their combinations. */
static const struct {
    uint8_t seats;
    uint32_t bots;
    uint32_t tables;
} all_played[] = {
    {3, 64, 1953}, {4, 24, 1771}, {5, 17, 1820}, {6, 14, 1287}, {7, 14, 1716}, {8, 14, 1716},
};

Test(schedule_gauntlet, others_meet_in_all_combinations_if_they_are_few)
{
    for (size_t i = 0; i < COUNT(all_played); i++) {
        dom_schedule_plan_variant variant = {.seats = all_played[i].seats};
        for (uint32_t bots = all_played[i].seats; bots <= all_played[i].bots; bots++)
            cr_assert(eq(int, spread_of(bots, variant), 0));
        cr_assert(eq(u32, played[0], all_played[i].tables));
    }
}

Test(schedule_gauntlet, with_developed_tables_others_meet_equally_often)
{
    for (size_t i = 0; i < COUNT(all_played); i++)
        for (uint32_t bots = all_played[i].bots + 1; bots <= 1000; bots += 1 + bots / 6) {
            int limit = all_played[i].seats - 1 <= 5 ? DOM_SCHEDULE_MEETINGS_SPREAD
                                                     : DOM_SCHEDULE_MEETINGS_SPREAD_MANY;
            int spread = spread_of(bots, (dom_schedule_plan_variant){.seats = all_played[i].seats});
            cr_assert(le(int, spread, limit), "%d seats, %u bots", all_played[i].seats, bots);
            cr_assert(eq(u32, played[0], 2000 / (bots - 1) * (bots - 1)));
        }
}

Test(schedule_gauntlet, its_tables_are_those_of_the_round_robin_with_bot_0)
{
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, 11, 1,
                                         (dom_schedule_plan_variant){.seats = seats});
        dom_schedule *all = open_plan(&plan);
        plan.kind = DOM_SCHEDULE_PLAN_GAUNTLET;
        dom_schedule *gauntlet = open_plan(&plan);
        uint32_t next = 1;
        for (uint32_t number = 1; number <= dom_schedule_sets(all); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(all, number);
            if ((bits_of(&set) & 1) == 0)
                continue;
            dom_schedule_duplicate_set same = dom_schedule_set(gauntlet, next++);
            cr_assert(eq(u64, bits_of(&set), bits_of(&same)));
        }
        cr_assert(eq(u32, next - 1, dom_schedule_sets(gauntlet)));
        dom_schedule_close(&all);
        dom_schedule_close(&gauntlet);
    }
}

/* ---- several seeds ---------------------------------------------------------------- */

/* Expects exactly one seed, below number `seeds`, at every table. */
static void expect_one_seed(const dom_schedule *s, uint32_t seeds, int entries)
{
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        uint32_t found = 0;
        for (int seat = 0; seat < entries; seat++)
            found += set.bot[seat] < seeds;
        cr_assert(eq(u32, found, 1), "set %u", number);
    }
}

/* Returns a bot as it is called in a gauntlet of seed 0 alone: the bots that are no seeds follow
 * at once. */
static uint16_t as_alone(uint16_t bot, uint32_t seeds)
{
    return bot < seeds ? 0 : (uint16_t)(bot - seeds + 1);
}

/* Every number of seats, and teams, with few tables and with developed ones. */
Test(schedule_gauntlet, each_seed_has_the_tables_of_a_gauntlet_of_its_own)
{
    static const uint32_t others[] = {8, 100};
    enum { SEEDS = 3 };
    for (size_t i = 0; i < COUNT(others); i++)
        for (uint8_t seats = 2; seats <= DOM_SEATS_MAX + 1; seats++) {
            dom_schedule_plan_variant variant = {.seats = seats, .teams = seats == 4};
            if (seats > DOM_SEATS_MAX)
                variant = (dom_schedule_plan_variant){.seats = 4};
            dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, others[i] + 1, 1, variant);
            dom_schedule *alone = open_plan(&plan);
            plan.stage[0].bots = others[i] + SEEDS;
            plan.seeds = SEEDS;
            dom_schedule *s = open_plan(&plan);
            uint32_t tables = dom_schedule_sets(alone);
            cr_assert(eq(u32, dom_schedule_sets(s), SEEDS * tables));
            expect_one_seed(s, SEEDS, variant.teams ? 2 : variant.seats);
            for (uint32_t table = 0; table < SEEDS * tables; table++) {
                dom_schedule_duplicate_set set = dom_schedule_set(s, table + 1),
                                           same = dom_schedule_set(alone, table % tables + 1);
                uint32_t bots = 0, same_bots = 0;
                cr_assert(eq(int, set.bot[0], (int)(table / tables)));
                for (int seat = 0; seat < set.seats; seat++) {
                    bots += 1u << as_alone(set.bot[seat], SEEDS) % 32;
                    same_bots += 1u << same.bot[seat] % 32;
                }
                cr_assert(eq(u32, bots, same_bots));
            }
            dom_schedule_close(&alone);
            dom_schedule_close(&s);
        }
}

Test(schedule_gauntlet, one_seed_has_the_numbers_that_a_gauntlet_without_seeds_has)
{
    dom_schedule_plan plan = plan_of_all_variants(DOM_SCHEDULE_PLAN_GAUNTLET, 12, 2);
    plan.mixes_partners = true;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 14, .old_bots = 12, .sets = 2});
    dom_schedule *none = open_plan(&plan);
    plan.seeds = 1;
    dom_schedule *one = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_matches(one), dom_schedule_matches(none)));
    for (uint32_t number = 1; number <= dom_schedule_sets(one); number++) {
        dom_schedule_duplicate_set a = dom_schedule_set(one, number),
                                   b = dom_schedule_set(none, number);
        cr_assert(eq(int, memcmp(&a, &b, sizeof a), 0), "set %u", number);
    }
    dom_schedule_close(&none);
    dom_schedule_close(&one);
}

/* Three seeds and two other bots, then two more of these. */
Test(schedule_gauntlet, an_extension_adds_bots_that_are_no_seeds)
{
    static const uint16_t expected[][2] = {{0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4},
                                           {0, 5}, {0, 6}, {1, 5}, {1, 6}, {2, 5}, {2, 6}};
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 5, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.seeds = 3;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 7, .old_bots = 5, .sets = 1});
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), COUNT(expected)));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, i + 1);
        cr_assert(eq(int, memcmp(set.bot, expected[i], sizeof expected[i]), 0), "set %u", i + 1);
    }
    dom_schedule_close(&s);
    plan.variant[0].seats = 3;
    s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 3 * 6)); /* pairs of 3 to 6 */
    expect_one_seed(s, 3, 3);
    dom_schedule_close(&s);
}

/* Partners are mixed in team games: three ways for each table of four. */
Test(schedule_gauntlet, partners_of_seeds_are_mixed)
{
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 6, 2,
                                     (dom_schedule_plan_variant){.seats = 4, .teams = true});
    uint32_t partners[6][6] = {{0}};
    plan.seeds = 2;
    plan.mixes_partners = true;
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 2 * 2 * 4 * 3));
    expect_one_seed(s, 2, 4);
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        for (int seat = 0; seat < 4; seat++)
            partners[set.bot[seat]][set.bot[(seat + 2) % 4]]++;
    }
    for (int seed = 0; seed < 2; seed++)
        for (int bot = 2; bot < 6; bot++)
            cr_assert(eq(u32, partners[seed][bot], 2 * 3));
    dom_schedule_close(&s);
}

/* Seed 0 plays the second variant only, and bot 4 the first only. */
Test(schedule_gauntlet, a_seed_has_no_tables_where_it_sits_out)
{
    static const uint16_t expected[][2] = {{1, 2}, {1, 3}, {1, 4}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 5, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.variant[plan.variant_count++] = (dom_schedule_plan_variant){.seats = 2};
    plan.seeds = 2;
    plan.sits_out[0] = 1;
    plan.sits_out[4] = 2;
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), COUNT(expected)));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, i + 1);
        cr_assert(eq(int, set.variant, i < 3 ? 0 : 1));
        cr_assert(eq(int, memcmp(set.bot, expected[i], sizeof expected[i]), 0), "set %u", i + 1);
    }
    dom_schedule_close(&s);
    plan.sits_out[1] = 1; /* no seed plays the first variant */
    s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 4));
    cr_assert(eq(u32, dom_schedule_variant_sets(s, 0), 0));
    dom_schedule_close(&s);
}

/* Bot 5 is the new version of seed 1 from set 4 on; seed 0 leaves after set 1. */
Test(schedule_gauntlet, a_seed_is_mended_and_another_leaves)
{
    static const dom_schedule_plan_change changes[] = {{1, 1, 5, false}, {2, 0, 0, true}};
    static const dom_schedule_plan_move moves[] = {{1, 4, 6}, {2, 2, 3}};
    static const uint16_t expected[][2] = {{0, 2}, {0, 3}, {0, 4}, {5, 2}, {5, 3}, {5, 4}};
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 5, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.seeds = 2;
    plan.sits_out[5] = UINT64_MAX;
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 6});
    add_stage(&plan, (dom_schedule_plan_stage){.bots = 6});
    plan.change = changes;
    plan.change_count = COUNT(changes);
    plan.move = moves;
    plan.move_count = COUNT(moves);
    dom_schedule *s = open_plan(&plan);
    cr_assert(eq(u64, dom_schedule_absent_matches(s), 4));
    for (uint32_t i = 0; i < COUNT(expected); i++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, i + 1);
        cr_assert(eq(int, memcmp(set.bot, expected[i], sizeof expected[i]), 0), "set %u", i + 1);
        cr_assert(eq(int, set.is_absent, i == 1 || i == 2));
    }
    dom_schedule_close(&s);
}

Test(schedule_gauntlet, more_seeds_than_other_bots_may_play_but_not_seeds_alone)
{
    dom_err err = {.text = ""};
    dom_schedule *s;
    dom_schedule_plan plan =
        plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, 4, 1, (dom_schedule_plan_variant){.seats = 2});
    plan.seeds = 3;
    s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 3));
    dom_schedule_close(&s);
    plan.seeds = 4;
    cr_assert(eq(int, dom_schedule_open(&s, &plan, &err), DOM_E_CONFIG));
    cr_assert(eq(str, err.text, (char *)"4 seeds of 4 bots, at least one must be no seed"));
    plan.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN; /* which does not read them */
    s = open_plan(&plan);
    cr_assert(eq(u32, dom_schedule_sets(s), 6));
    dom_schedule_close(&s);
}
