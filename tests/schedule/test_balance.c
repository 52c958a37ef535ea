/* Who plays how often, and against whom. */
#include "schedule/schedule.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* One cycle of one variant, counted. */
typedef struct {
    uint32_t sets;
    uint32_t played[DOM_PLAN_BOTS_MAX];
    uint16_t met[DOM_PLAN_BOTS_MAX][DOM_PLAN_BOTS_MAX]; /* [lower][higher] */
} tally;

static tally counted;

static dom_schedule schedule_of(uint32_t bots, dom_plan_variant variant)
{
    dom_plan plan = {.bots = bots, .sets = 1, .variant_count = 1, .variant = {variant}};
    dom_schedule schedule;
    cr_assert(eq(int, dom_schedule_init(&schedule, &plan, NULL), DOM_OK));
    return schedule;
}

static void count_set(const dom_set *set)
{
    for (int a = 0; a < set->rotations; a++) {
        counted.played[set->bot[a]]++;
        for (int b = 0; b < a; b++) {
            uint16_t low = set->bot[a] < set->bot[b] ? set->bot[a] : set->bot[b];
            uint16_t high = set->bot[a] < set->bot[b] ? set->bot[b] : set->bot[a];
            cr_assert(ne(int, low, high), "a bot meets itself");
            counted.met[low][high]++;
        }
    }
}

static void count_cycle(const dom_schedule *s)
{
    memset(&counted, 0, sizeof counted);
    counted.sets = dom_schedule_sets(s);
    for (uint32_t number = 1; number <= counted.sets; number++) {
        dom_set set = dom_schedule_set(s, number);
        count_set(&set);
    }
}

/* Every bot plays equally often; returns by how much meetings differ. */
static int spread_of(uint32_t bots, dom_plan_variant variant)
{
    dom_schedule s = schedule_of(bots, variant);
    count_cycle(&s);
    int least = UINT16_MAX, most = 0;
    for (uint32_t a = 0; a < bots; a++) {
        cr_assert(eq(u32, counted.played[a], counted.played[0]), "%u bots", bots);
        for (uint32_t b = a + 1; b < bots; b++) {
            least = counted.met[a][b] < least ? counted.met[a][b] : least;
            most = counted.met[a][b] > most ? counted.met[a][b] : most;
        }
    }
    return most - least;
}

Test(schedule_balance, every_pair_meets_once_where_two_play)
{
    for (uint32_t bots = 2; bots <= 60; bots++) {
        cr_assert(eq(int, spread_of(bots, (dom_plan_variant){.seats = 2}), 0));
        cr_assert(eq(u32, counted.sets, bots * (bots - 1) / 2));
        cr_assert(eq(int, counted.met[0][1], 1));
    }
    cr_assert(eq(int, spread_of(1000, (dom_plan_variant){.seats = 2}), 0));
    cr_assert(eq(int, spread_of(1000, (dom_plan_variant){.seats = 4, .teams = true}), 0));
    cr_assert(eq(int, counted.met[0][999], 1));
}

/* Bots with at most 2,000 combinations, and the combinations of that many. */
static const struct {
    uint8_t seats;
    uint32_t bots;
    uint32_t tables;
} all_played[] = {
    {3, 23, 1771}, {4, 16, 1820}, {5, 13, 1287}, {6, 13, 1716}, {7, 13, 1716}, {8, 13, 1287},
};

Test(schedule_balance, all_combinations_are_played_while_they_are_few)
{
    for (size_t i = 0; i < sizeof all_played / sizeof *all_played; i++) {
        dom_plan_variant variant = {.seats = all_played[i].seats};
        for (uint32_t bots = all_played[i].seats; bots <= all_played[i].bots; bots++)
            cr_assert(eq(int, spread_of(bots, variant), 0));
        cr_assert(eq(u32, counted.sets, all_played[i].tables));
    }
}

/* Bit per bot: combinations stand in ascending order, so each is there once. */
Test(schedule_balance, combinations_are_in_ascending_order)
{
    for (size_t i = 0; i < sizeof all_played / sizeof *all_played; i++) {
        dom_schedule s =
            schedule_of(all_played[i].bots, (dom_plan_variant){.seats = all_played[i].seats});
        dom_set before = dom_schedule_set(&s, 1);
        for (int seat = 0; seat < before.seats; seat++)
            cr_assert(eq(int, before.bot[seat], seat));
        for (uint32_t number = 2; number <= dom_schedule_sets(&s); number++) {
            dom_set set = dom_schedule_set(&s, number);
            int first = 0;
            while (set.bot[first] == before.bot[first])
                first++;
            cr_assert(lt(int, before.bot[first], set.bot[first]));
            for (int seat = 1; seat < set.seats; seat++)
                cr_assert(lt(int, set.bot[seat - 1], set.bot[seat]));
            before = set;
        }
    }
}

static void check_developed(uint8_t seats, uint32_t bots)
{
    int limit = seats <= 5 ? DOM_MEETINGS_SPREAD : DOM_MEETINGS_SPREAD_MANY;
    int spread = spread_of(bots, (dom_plan_variant){.seats = seats});
    cr_assert(le(int, spread, limit), "%d seats, %u bots", seats, bots);
    cr_assert(eq(u32, counted.sets, 2000 / bots * bots));
}

/* All numbers of bots up to 150, and a sample of the larger ones. */
Test(schedule_balance, meetings_are_even_where_tables_are_developed)
{
    for (size_t i = 0; i < sizeof all_played / sizeof *all_played; i++) {
        for (uint32_t bots = all_played[i].bots + 1; bots <= 150; bots++)
            check_developed(all_played[i].seats, bots);
        for (uint32_t bots = 151; bots <= 1000; bots += 29)
            check_developed(all_played[i].seats, bots);
        check_developed(all_played[i].seats, 1000);
    }
}

static uint64_t sorted_bits(const dom_set *set)
{
    uint64_t bits = 0;
    for (int seat = 0; seat < set->seats; seat++)
        bits |= (uint64_t)1 << set->bot[seat];
    return bits;
}

Test(schedule_balance, developed_tables_are_all_different)
{
    for (size_t i = 0; i < sizeof all_played / sizeof *all_played; i++) {
        dom_schedule s =
            schedule_of(all_played[i].bots + 1, (dom_plan_variant){.seats = all_played[i].seats});
        static uint64_t seen[DOM_TABLES_MAX];
        for (uint32_t number = 1; number <= dom_schedule_sets(&s); number++) {
            dom_set set = dom_schedule_set(&s, number);
            seen[number - 1] = sorted_bits(&set);
            for (uint32_t j = 0; j < number - 1; j++)
                cr_assert(ne(u64, seen[j], seen[number - 1]));
        }
    }
}

/* Set numbers are in databases: the tables behind them must never change. The sum
 * is FNV-1a over the bots of all sets. */
Test(schedule_balance, tables_are_what_they_have_always_been)
{
    static const struct {
        uint8_t seats;
        uint32_t bots;
        uint64_t sum;
    } cases[] = {
        {2, 1000, 0x6866dc939f103e0d}, {3, 23, 0xd3f8582a4918ab32},  {3, 24, 0xcae7d7ae8b85c045},
        {3, 100, 0x3b78b83fd651d5d9},  {4, 17, 0xeff6abb375d58bdd},  {4, 1000, 0xc131f8c9dc3259e5},
        {5, 14, 0x4d39437650235b93},   {6, 40, 0xe16db66a68d59755},  {7, 200, 0x94ef97adeb8175bd},
        {8, 14, 0x6cdc16a9430fa199},   {8, 999, 0x970d840efe713b05},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_schedule s = schedule_of(cases[i].bots, (dom_plan_variant){.seats = cases[i].seats});
        uint64_t sum = 0xcbf29ce484222325;
        for (uint32_t number = 1; number <= dom_schedule_sets(&s); number++) {
            dom_set set = dom_schedule_set(&s, number);
            for (int seat = 0; seat < set.seats; seat++)
                sum = (sum ^ set.bot[seat]) * 0x100000001b3;
        }
        cr_expect(eq(u64, sum, cases[i].sum), "%d seats, %u bots: 0x%016llx", cases[i].seats,
                  cases[i].bots, (unsigned long long)sum);
    }
}
