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
