/* Rank ranges and tiers from comparisons, beside their definitions. */
#include "ranks.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdint.h>

enum { ROWS_MOST = 9 };

/* Rows with the probability that one is stronger than a later one, on islands. */
typedef struct {
    size_t count;
    double los[ROWS_MOST][ROWS_MOST];
    uint32_t island[ROWS_MOST];
} table;

static bool are_near(const void *context, size_t a, size_t b)
{
    const table *t = context;
    return t->island[a] == t->island[b];
}

static double los_of(const void *context, size_t a, size_t b)
{
    const table *t = context;
    cr_expect(lt(sz, a, b));
    return t->los[a][b];
}

static void find(const table *t, bool is_simultaneous, dom_ratings_rank_range out[])
{
    const dom_ratings_rows rows = {t->count, t, are_near, los_of};
    cr_assert(eq(int, dom_ratings_ranks_find(&rows, is_simultaneous, out), DOM_RATINGS_OK));
}

/* ---- the definitions ----------------------------------------------------------- */

static double doubt_of(const table *t, size_t a, size_t b)
{
    return 2 * (1 - t->los[a][b]);
}

/* Returns true if `a` is surely stronger than `b` by Holm's procedure: so is every comparison of
 * less doubt, and each has less than its share of 5 %. */
static bool is_above(const table *t, bool is_joint, size_t a, size_t b)
{
    size_t pairs = 0, surer;
    if (a >= b || !are_near(t, a, b) || t->los[a][b] <= 0.975)
        return false;
    for (size_t i = 0; i < t->count; i++)
        for (size_t k = i + 1; k < t->count; k++)
            pairs += are_near(t, i, k);
    for (size_t i = 0; is_joint && i < t->count; i++)
        for (size_t k = i + 1; k < t->count; k++) {
            if (!are_near(t, i, k) || doubt_of(t, i, k) > doubt_of(t, a, b))
                continue;
            surer = 0;
            for (size_t x = 0; x < t->count; x++)
                for (size_t y = x + 1; y < t->count; y++)
                    surer += are_near(t, x, y) && doubt_of(t, x, y) < doubt_of(t, i, k);
            if (doubt_of(t, i, k) >= 0.05 / (double)(pairs - surer))
                return false;
        }
    return true;
}

/* Returns the worst rank of a row. */
static uint32_t worst(const table *t, bool is_joint, size_t row)
{
    uint32_t rank = 0;
    for (size_t i = 0; i < t->count; i++)
        rank += are_near(t, i, row) && !is_above(t, is_joint, row, i);
    return rank;
}

static uint32_t best(const table *t, bool is_joint, size_t row)
{
    uint32_t rank = 1;
    for (size_t i = 0; i < t->count; i++)
        rank += is_above(t, is_joint, i, row);
    return rank;
}

/* Returns true if all rows before this one are surely above it and all after it. */
static bool begins_tier(const table *t, size_t row)
{
    bool begins = true;
    for (size_t i = 0; i < row; i++)
        for (size_t k = row; k < t->count; k++)
            if (are_near(t, i, row) && are_near(t, k, row))
                begins &= is_above(t, true, i, k);
    return begins;
}

static uint32_t tier_of(const table *t, size_t row)
{
    uint32_t tier = 0;
    for (size_t i = 0; i <= row; i++)
        tier += are_near(t, i, row) && begins_tier(t, i);
    return tier;
}

static void check(const table *t)
{
    for (int is_simultaneous = 0; is_simultaneous < 2; is_simultaneous++) {
        dom_ratings_rank_range out[ROWS_MOST];
        find(t, is_simultaneous, out);
        for (size_t i = 0; i < t->count; i++) {
            cr_assert(eq(u32, out[i].lo, best(t, is_simultaneous, i)));
            cr_assert(eq(u32, out[i].hi, worst(t, is_simultaneous, i)));
            cr_assert(eq(u32, out[i].joint_hi, worst(t, true, i)));
            cr_assert(eq(u32, out[i].tier, tier_of(t, i)));
        }
    }
}

/* ---- tables ---------------------------------------------------------------------- */

/* Returns the next of a sequence of numbers, 0 to 1. */
static double chance(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 33) / (double)(UINT64_C(1) << 31);
}

/* Fills a table; `spread` says how often comparisons are sure. Nothing makes them agree with each
 * other. */
static void fill(table *t, uint64_t *state, double spread)
{
    t->count = 1 + (size_t)(chance(state) * ROWS_MOST);
    bool is_split = chance(state) < 0.2;
    for (size_t i = 0; i < t->count; i++) {
        t->island[i] = 1 + (is_split && 2 * i > t->count);
        for (size_t k = i + 1; k < t->count; k++)
            t->los[i][k] = 1 - 0.5 * pow(chance(state), spread * (double)(k - i));
    }
}

Test(ratings_ranks, ranks_and_tiers_are_those_of_their_definitions)
{
    static const double spreads[] = {0.5, 2, 5, 10, 40};
    uint64_t state = 7;
    for (int i = 0; i < 2000; i++) {
        table t;
        fill(&t, &state, spreads[i % 5]);
        check(&t);
    }
}

static void check_tiers(const table *t, const uint32_t tier[], const uint32_t joint_hi[])
{
    dom_ratings_rank_range out[ROWS_MOST];
    find(t, false, out);
    for (size_t i = 0; i < t->count; i++) {
        cr_expect(eq(u32, out[i].tier, tier[i]));
        cr_expect(eq(u32, out[i].joint_hi, joint_hi[i]));
    }
}

/* The first two are alike, and both are surely above the others. */
Test(ratings_ranks, a_tier_ends_where_all_before_are_above_all_behind)
{
    static const table t = {.count = 4,
                            .island = {1, 1, 1, 1},
                            .los = {{0, 0.6, 0.9999, 1}, {0, 0, 0.9999, 1}, {0, 0, 0, 0.7}}};
    check_tiers(&t, (uint32_t[]){1, 1, 2, 2}, (uint32_t[]){2, 2, 4, 4});
}

/* The first is surely above the third, but neighbours are alike, so no tier ends. */
Test(ratings_ranks, a_chain_of_equals_is_one_tier_whose_ends_are_sure)
{
    static const table t = {.count = 3, .island = {1, 1, 1}, .los = {{0, 0.9, 1}, {0, 0, 0.9}}};
    check_tiers(&t, (uint32_t[]){1, 1, 1}, (uint32_t[]){2, 3, 3});
}

/* With an LOS of 98 % each of three comparisons is sure by itself, but not all together. */
Test(ratings_ranks, tiers_need_comparisons_that_hold_together)
{
    static const table t = {
        .count = 3, .island = {1, 1, 1}, .los = {{0, 0.98, 0.98}, {0, 0, 0.98}}};
    dom_ratings_rank_range out[ROWS_MOST];
    find(&t, false, out);
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect(eq(u32, out[i].lo, i + 1));
        cr_expect(eq(u32, out[i].hi, i + 1));
        cr_expect(eq(u32, out[i].joint_hi, 3));
        cr_expect(eq(u32, out[i].tier, 1));
    }
}

Test(ratings_ranks, tiers_are_numbered_anew_on_each_island)
{
    static const table t = {
        .count = 5, .island = {1, 1, 2, 2, 3}, .los = {{0, 1}, {0}, {0, 0, 0, 1}}};
    check_tiers(&t, (uint32_t[]){1, 2, 1, 2, 1}, (uint32_t[]){1, 2, 1, 2, 1});
}
