/* Lists of sets, and how sets are shared out. */
#include "shard/set_list.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(shard_set_list, neighbours_become_one_range)
{
    static const uint32_t sets[] = {1, 2, 3, 7, 9, 10};
    dom_shard_set_list list = {.item = NULL};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        cr_assert(dom_shard_set_list_add(&list, sets[i]));
    cr_assert(eq(sz, list.count, 3));
    cr_assert(eq(u64, dom_shard_set_list_size(&list), 6));
    for (uint32_t n = 0; n <= 12; n++) {
        bool is_there = false;
        for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
            is_there |= sets[i] == n;
        cr_assert(eq(int, dom_shard_set_list_has(&list, n), is_there), "%u", n);
    }
    for (uint32_t from = 0; from < sizeof sets / sizeof *sets; from++)
        for (uint32_t more = 0; more < 9; more++) {
            size_t range = sets[from] <= 3 ? 0 : sets[from] == 7 ? 1 : 2;
            uint32_t expected = sets[from + more < 6 ? from + more : 5];
            cr_assert(eq(u32, dom_shard_set_list_ahead(&list, range, sets[from], more), expected));
        }
    dom_shard_set_list_clear(&list);
    cr_assert(not(dom_shard_set_list_has(&list, 1)));
}

Test(shard_share_out, equal_sets_are_spread_over_shards_and_tables)
{
    enum { TABLES = 6, CYCLES = 40, SETS = TABLES * CYCLES, SHARDS = 4 };
    static dom_shard_cost cost[SETS];
    static uint32_t shard[SETS];
    double load[SHARDS];
    int of_table[SHARDS][TABLES] = {{0}};
    for (uint32_t i = 0; i < SETS; i++)
        cost[i] = (dom_shard_cost){i + 1, 2};
    cr_assert(dom_shard_share_out(cost, SETS, SHARDS, shard, load));
    for (uint32_t i = 0; i < SETS; i++)
        of_table[shard[i]][i % TABLES]++;
    for (int s = 0; s < SHARDS; s++) {
        cr_assert(eq(dbl, load[s], 2 * SETS / SHARDS));
        for (int t = 0; t < TABLES; t++) /* 10 each, if they were spread exactly */
            cr_assert(4 <= of_table[s][t] && of_table[s][t] <= 16, "%d", of_table[s][t]);
    }
    for (int i = 0, run = 0; i < SETS; i++) { /* no shard plays many neighbours */
        run = i > 0 && shard[i] == shard[i - 1] ? run + 1 : 1;
        cr_assert(le(int, run, 7));
    }
}

Test(shard_share_out, long_sets_are_balanced)
{
    enum { SETS = 1000, SHARDS = 7 };
    static dom_shard_cost cost[SETS];
    static uint32_t shard[SETS];
    double load[SHARDS], sum[SHARDS] = {0}, all = 0, longest = 0;
    for (uint32_t i = 0; i < SETS; i++) {
        cost[i] = (dom_shard_cost){i + 1, 1 + (i * 37 + 11) % 50};
        all += cost[i].expected_s;
        longest = cost[i].expected_s > longest ? cost[i].expected_s : longest;
    }
    cr_assert(dom_shard_share_out(cost, SETS, SHARDS, shard, load));
    for (int i = 0; i < SETS; i++)
        sum[shard[i]] += cost[i].expected_s;
    for (int s = 0; s < SHARDS; s++) {
        cr_assert(epsilon_eq(dbl, sum[s], load[s], 1e-6));
        cr_assert(le(dbl, sum[s], all / SHARDS + longest));
    }
}

Test(shard_share_out, more_shards_than_sets_leave_some_empty)
{
    dom_shard_cost cost[2] = {{4, 1}, {9, 3}};
    uint32_t shard[2];
    double load[5];
    cr_assert(dom_shard_share_out(cost, 2, 5, shard, load));
    cr_assert(eq(u32, shard[1], 0)); /* the longest first */
    cr_assert(eq(u32, shard[0], 1));
    cr_assert(eq(dbl, load[4], 0));
    cr_assert(dom_shard_share_out(cost, 0, 5, shard, load));
}
