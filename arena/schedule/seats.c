/* The order of the seats at a table. It changes from cycle to cycle so that every bot is every
 * other's left neighbour equally often. */
#include "seats.h"

/* A table has (entries-1)! orders. The cycles go through them in steps of a stride that has no
 * common divisor with their number, so every order occurs. Of these strides the rows have the
 * one with the fewest left neighbours in common between a cycle and the entries-2 following
 * ones. */
static const struct {
    uint32_t orders;
    uint32_t stride;
} walks[DOM_SEATS_MAX + 1] = {
    [2] = {1, 1},    [3] = {2, 1},     [4] = {6, 1},       [5] = {24, 5},
    [6] = {120, 49}, [7] = {720, 311}, [8] = {5040, 2147},
};

/* Returns the order with which a table begins. The factor 17 spreads the tables of two bots best
 * among the small odd ones. It must be odd because three entries have two orders. */
static uint64_t beginning_of(int entries, const uint16_t bot[])
{
    uint64_t at = 0;
    for (int e = entries - 1; e >= 0; e--)
        at = at * 17 + bot[e];
    return at;
}

static void move_to(int to, int from, uint16_t bot[])
{
    uint16_t moved = bot[from];
    for (int i = from; i > to; i--)
        bot[i] = bot[i - 1];
    bot[to] = moved;
}

void dom_schedule_seats_arrange(int entries, uint32_t cycle, uint16_t bot[])
{
    uint32_t orders = walks[entries].orders;
    uint64_t steps = (uint64_t)cycle * walks[entries].stride;
    uint64_t order = (steps + beginning_of(entries, bot)) % orders;
    for (int place = 1; place < entries - 1; place++) {
        orders /= (uint32_t)(entries - place); /* orders that begin like this */
        move_to(place, place + (int)(order / orders), bot);
        order %= orders;
    }
}

static void sit_opposite(uint32_t way, bool is_swapped, uint16_t bot[])
{
    uint16_t partner = bot[1 + way];
    uint16_t low = bot[way == 0 ? 2 : 1];
    uint16_t high = bot[way == 2 ? 2 : 3];
    bot[1] = is_swapped ? high : low;
    bot[2] = partner;
    bot[3] = is_swapped ? low : high;
}

void dom_schedule_seats_arrange_partners(uint32_t way, uint32_t cycle, uint16_t bot[static 4])
{
    bool is_swapped = (cycle + beginning_of(4, bot) + way) % 2 != 0;
    sit_opposite(way, is_swapped, bot);
}

void dom_schedule_seats_arrange_one_way(uint32_t cycle, uint16_t bot[static 4])
{
    uint64_t step = cycle + beginning_of(4, bot);
    sit_opposite((uint32_t)(step % DOM_SCHEDULE_PARTNER_WAYS), step % 2 != 0, bot);
}
