/* Largest matchings of random graphs, compared with an exhaustive search. */
#include "matching.h"

#include "plans.h"

#include <string.h>

enum { VERTICES_MAX = 14, UNKNOWN = 255 };

static dom_schedule_matching matching;
static uint16_t met[VERTICES_MAX * VERTICES_MAX]; /* 0: an edge                */
static uint8_t most[1 << VERTICES_MAX]; /* size of the largest matching of each set of vertices */

static uint8_t most_pairs(uint32_t free)
{
    if (free == 0 || most[free] != UNKNOWN)
        return free == 0 ? 0 : most[free];
    int a = __builtin_ctz(free);
    uint8_t best = most_pairs(free & (free - 1));
    for (int b = a + 1; b < (int)matching.size; b++)
        if ((free >> b & 1) && met[matching.size * (uint32_t)a + (uint32_t)b] == 0) {
            uint8_t with = (uint8_t)(1 + most_pairs(free & ~(1u << a) & ~(1u << b)));
            best = with > best ? with : best;
        }
    return most[free] = best;
}

/* Makes a random graph with about `degree` edges at each vertex. */
static void draw_graph(uint32_t size, uint32_t degree, uint64_t *random)
{
    memset(&matching, 0, sizeof matching);
    matching.size = matching.member_count = size;
    matching.met = met;
    for (uint32_t a = 0; a < size; a++) {
        matching.member[a] = (uint16_t)a;
        matching.mate[a] = DOM_SCHEDULE_NO_BOT;
        for (uint32_t b = 0; b < a; b++)
            met[size * a + b] = met[size * b + a] = random_below(random, size) >= degree;
    }
}

static uint32_t count_pairs(void)
{
    uint32_t paired = 0;
    for (uint32_t a = 0; a < matching.size; a++) {
        uint32_t b = matching.mate[a];
        if (b == DOM_SCHEDULE_NO_BOT)
            continue;
        cr_assert(eq(int, matching.mate[b], (int)a));
        cr_assert(eq(int, met[matching.size * a + b], 0));
        paired++;
    }
    return paired / 2;
}

Test(schedule_matching, no_larger_matching_exists)
{
    uint64_t random = 1;
    for (int i = 0; i < 6000; i++) {
        draw_graph(2 + random_below(&random, VERTICES_MAX - 1), 1 + random_below(&random, 4),
                   &random);
        memset(most, UNKNOWN, sizeof most);
        uint32_t best = most_pairs((1u << matching.size) - 1);
        if (i % 2 == 0)
            dom_schedule_matching_fold(&matching);
        cr_assert(le(u32, count_pairs(), best));
        dom_schedule_matching_complete(&matching);
        cr_assert(eq(u32, count_pairs(), best), "graph %d", i);
    }
}
