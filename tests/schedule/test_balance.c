/* How often bots play, and how often pairs of bots meet. */
#include "plans.h"

#include <string.h>

/* The counts of one cycle of one variant. */
typedef struct {
    uint32_t sets;
    uint32_t played[DOM_SCHEDULE_PLAN_BOTS_MAX];
    uint16_t met[DOM_SCHEDULE_PLAN_BOTS_MAX][DOM_SCHEDULE_PLAN_BOTS_MAX]; /* [lower][higher] */
} tally;

static tally counted;

static dom_schedule *schedule_of(uint32_t bots, dom_schedule_plan_variant variant)
{
    dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, bots, 1, variant);
    return open_plan(&plan);
}

static void count_set(const dom_schedule_duplicate_set *set)
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
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        count_set(&set);
    }
}

/* Expects that every bot plays equally often; returns the difference between the most and the
 * fewest meetings of a pair. */
static int spread_of(uint32_t bots, dom_schedule_plan_variant variant)
{
    dom_schedule *s = schedule_of(bots, variant);
    count_cycle(s);
    dom_schedule_close(&s);
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

Test(schedule_balance, every_pair_meets_once_in_games_for_two)
{
    for (uint32_t bots = 2; bots <= 60; bots++) {
        cr_assert(eq(int, spread_of(bots, (dom_schedule_plan_variant){.seats = 2}), 0));
        cr_assert(eq(u32, counted.sets, bots * (bots - 1) / 2));
        cr_assert(eq(int, counted.met[0][1], 1));
    }
    cr_assert(eq(int, spread_of(1000, (dom_schedule_plan_variant){.seats = 2}), 0));
    cr_assert(eq(int, spread_of(1000, (dom_schedule_plan_variant){.seats = 4, .teams = true}), 0));
    cr_assert(eq(int, counted.met[0][999], 1));
}

/* Numbers of bots with at most 2,000 combinations, and their combinations. */
static const struct {
    uint8_t seats;
    uint32_t bots;
    uint32_t tables;
} all_played[] = {
    {3, 23, 1771}, {4, 16, 1820}, {5, 13, 1287}, {6, 13, 1716}, {7, 13, 1716}, {8, 13, 1287},
};

Test(schedule_balance, all_combinations_are_played_if_they_are_few)
{
    for (size_t i = 0; i < COUNT(all_played); i++) {
        dom_schedule_plan_variant variant = {.seats = all_played[i].seats};
        for (uint32_t bots = all_played[i].seats; bots <= all_played[i].bots; bots++)
            cr_assert(eq(int, spread_of(bots, variant), 0));
        cr_assert(eq(u32, counted.sets, all_played[i].tables));
    }
}

/* Combinations are compared as numbers with one bit per bot. An increasing order also shows that
 * each occurs once. */
Test(schedule_balance, combinations_are_ordered_by_their_highest_bots)
{
    for (size_t i = 0; i < COUNT(all_played); i++) {
        dom_schedule *s = schedule_of(all_played[i].bots,
                                      (dom_schedule_plan_variant){.seats = all_played[i].seats});
        uint64_t before = 0;
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            cr_assert(ge(u64, bits_of(&set), before + 1));
            before = bits_of(&set);
        }
        dom_schedule_close(&s);
    }
}

static void check_developed(uint8_t seats, uint32_t bots)
{
    int limit = seats <= 5 ? DOM_SCHEDULE_MEETINGS_SPREAD : DOM_SCHEDULE_MEETINGS_SPREAD_MANY;
    int spread = spread_of(bots, (dom_schedule_plan_variant){.seats = seats});
    cr_assert(le(int, spread, limit), "%d seats, %u bots", seats, bots);
    cr_assert(eq(u32, counted.sets, 2000 / bots * bots));
}

/* All numbers of bots up to 150, and a sample of the larger ones. */
Test(schedule_balance, developed_tables_let_all_pairs_meet_equally_often)
{
    for (size_t i = 0; i < COUNT(all_played); i++) {
        for (uint32_t bots = all_played[i].bots + 1; bots <= 150; bots++)
            check_developed(all_played[i].seats, bots);
        for (uint32_t bots = 151; bots <= 1000; bots += 29)
            check_developed(all_played[i].seats, bots);
        check_developed(all_played[i].seats, 1000);
    }
}

Test(schedule_balance, developed_tables_are_all_different)
{
    for (size_t i = 0; i < COUNT(all_played); i++) {
        dom_schedule *s = schedule_of(all_played[i].bots + 1,
                                      (dom_schedule_plan_variant){.seats = all_played[i].seats});
        static uint64_t seen[DOM_SCHEDULE_TABLES_MAX];
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            seen[number - 1] = bits_of(&set);
            for (uint32_t j = 0; j < number - 1; j++)
                cr_assert(ne(u64, seen[j], seen[number - 1]));
        }
        dom_schedule_close(&s);
    }
}

/* Databases store set numbers, so the tables of a number must never change. The sum is FNV-1a
 * over the bots of all sets. */
Test(schedule_balance, tables_are_those_of_earlier_releases)
{
    static const struct {
        uint8_t seats;
        uint32_t bots;
        uint64_t sum;
    } cases[] = {
        {2, 1000, 0xe45a98ce1ddf9a25}, {3, 23, 0x1a248690f11d5fd2},  {3, 24, 0xf39652eb0664aefd},
        {3, 100, 0xe94892915cddd649},  {4, 17, 0x242c62d3dae49075},  {4, 1000, 0x949bfd385d1a4b29},
        {5, 14, 0x36a4d5f8d419d6df},   {6, 40, 0xc0657825bab0013b},  {7, 200, 0x1c57f7f6f81cb939},
        {8, 14, 0x74340d1f4ad7ca0d},   {8, 999, 0x0cb1ec690c8f6815},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        dom_schedule *s =
            schedule_of(cases[i].bots, (dom_schedule_plan_variant){.seats = cases[i].seats});
        uint64_t sum = 0xcbf29ce484222325;
        for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, number);
            for (int seat = 0; seat < set.seats; seat++)
                sum = (sum ^ set.bot[seat]) * 0x100000001b3;
        }
        cr_expect(eq(u64, sum, cases[i].sum), "%d seats, %u bots: 0x%016llx", cases[i].seats,
                  cases[i].bots, (unsigned long long)sum);
        dom_schedule_close(&s);
    }
}
