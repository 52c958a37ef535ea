/* Left neighbours. */
#include "plans.h"

static const uint32_t orders[DOM_SEATS_MAX + 1] = {
    [2] = 1, [3] = 2, [4] = 6, [5] = 24, [6] = 120, [7] = 720, [8] = 5040};

typedef uint32_t neighbours[10][10]; /* [bot][its left neighbour] */

static void count_neighbours(const dom_schedule_duplicate_set *set, neighbours left)
{
    for (int seat = 0; seat < set->seats; seat++)
        left[set->bot[seat]][set->bot[(seat + 1) % set->seats]]++;
}

/* Counts the neighbours of all sets of the schedule. */
static void count_all_neighbours(const dom_schedule *s, neighbours left)
{
    for (uint32_t number = 1; number <= dom_schedule_sets(s); number++) {
        dom_schedule_duplicate_set set = dom_schedule_set(s, number);
        count_neighbours(&set, left);
    }
}

Test(schedule_seats, over_all_orders_everybody_is_left_of_everybody_equally_often)
{
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, seats, orders[seats],
                                         (dom_schedule_plan_variant){.seats = seats});
        dom_schedule *s = open_plan(&plan);
        neighbours left = {{0}};
        count_all_neighbours(s, left);
        for (int a = 0; a < seats; a++)
            for (int b = 0; b < seats; b++)
                cr_assert(eq(u32, left[a][b], a == b ? 0 : orders[seats] / (seats - 1u)));
        dom_schedule_close(&s);
    }
}

/* Returns the order of the bots, beginning at bot 0, as digits. */
static uint64_t order_of(const dom_schedule_duplicate_set *set)
{
    int first = 0;
    while (set->bot[first] != 0)
        first++;
    uint64_t digits = 0;
    for (int i = 0; i < set->seats; i++)
        digits = digits * 10 + set->bot[(first + i) % set->seats];
    return digits;
}

Test(schedule_seats, every_order_is_used_once_before_one_is_repeated)
{
    static uint64_t seen[5040];
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_GAUNTLET, seats, orders[seats] + 1,
                                         (dom_schedule_plan_variant){.seats = seats});
        dom_schedule *s = open_plan(&plan);
        for (uint32_t i = 0; i < orders[seats]; i++) {
            dom_schedule_duplicate_set set = dom_schedule_set(s, i + 1);
            seen[i] = order_of(&set);
            for (uint32_t j = 0; j < i; j++)
                cr_assert(ne(u64, seen[i], seen[j]), "%d seats, cycles %u and %u", seats, j, i);
        }
        dom_schedule_duplicate_set again = dom_schedule_set(s, orders[seats] + 1);
        cr_assert(eq(u64, order_of(&again), seen[0]));
        dom_schedule_close(&s);
    }
}

/* The average number of left neighbours of a table that were also neighbours in the previous
 * cycle. */
Test(schedule_seats, consecutive_cycles_share_few_left_neighbours)
{
    for (uint8_t seats = 4; seats <= DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, seats, orders[seats] + 1,
                                         (dom_schedule_plan_variant){.seats = seats});
        dom_schedule *s = open_plan(&plan);
        uint32_t shared = 0;
        for (uint32_t number = 1; number <= orders[seats]; number++) {
            neighbours left = {{0}};
            dom_schedule_duplicate_set one = dom_schedule_set(s, number),
                                       two = dom_schedule_set(s, number + 1);
            count_neighbours(&one, left);
            count_neighbours(&two, left);
            for (int a = 0; a < seats; a++)
                for (int b = 0; b < seats; b++)
                    shared += left[a][b] == 2;
        }
        cr_assert(le(u32, shared, orders[seats]), "%d seats: %u", seats, shared);
        dom_schedule_close(&s);
    }
}

/* Also in one cycle of many tables both bots of a pair sit to the left of each other: each in at
 * least a seventh of the times that they are neighbours. */
Test(schedule_seats, with_many_tables_one_cycle_mixes_the_neighbours)
{
    enum { BOTS = 10 };
    for (uint8_t seats = 3; seats < DOM_SEATS_MAX; seats++) {
        dom_schedule_plan plan = plan_of(DOM_SCHEDULE_PLAN_ROUND_ROBIN, BOTS, 1,
                                         (dom_schedule_plan_variant){.seats = seats});
        dom_schedule *s = open_plan(&plan);
        neighbours left = {{0}};
        count_all_neighbours(s, left);
        for (int a = 0; a < BOTS; a++)
            for (int b = 0; b < BOTS; b++)
                cr_assert(ge(u32, 7 * left[a][b], left[a][b] + left[b][a]),
                          "%d seats, %d and %d: %u", seats, a, b, left[a][b]);
        dom_schedule_close(&s);
    }
}
