/* A pool contains what the example in ratings/pool.h says, and its index finds every item. */
#include "pool_parts.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

TestSuite(ratings_pool, .fini = free_all);

static void add_set(dom_ratings_pool *pool, const uint8_t first[2], const uint8_t second[2])
{
    dom_ratings_match set[2] = {{.place = {first[0], first[1]}}, {.place = {second[0], second[1]}}};
    for (int i = 0; i < 2; i++) {
        set[i].entries = 2;
        set[i].members = 1;
        set[i].fault = DOM_RATINGS_NO_FAULT;
        set[i].player[0][0] = 4;
        set[i].player[1][0] = 7;
    }
    cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
}

static void assert_outcome(const dom_ratings_pool *pool, size_t i, uint64_t sets, int score,
                           int tie)
{
    const dom_ratings_outcome_count *count = &pool->outcome_count[i];
    cr_assert(eq(u64, count->sets, sets));
    cr_assert(eq(int, pool->outcome[count->first].score, score));
    cr_assert(eq(int, pool->outcome[count->first].tie, tie));
}

Test(ratings_pool, has_the_pairings_tables_and_outcome_counts_of_the_example)
{
    dom_ratings_pool *pool = new_pool();
    add_set(pool, (uint8_t[]){1, 2}, (uint8_t[]){1, 1});
    add_set(pool, (uint8_t[]){1, 2}, (uint8_t[]){1, 1});
    add_set(pool, (uint8_t[]){2, 1}, (uint8_t[]){2, 1});
    cr_assert(pool->pairings == 1 && pool->tables == 1 && pool->outcome_counts == 2);
    cr_assert(pool->pairing[0].player[0] == 4 && pool->pairing[0].player[1] == 7);
    cr_assert(pool->table[0].pairs == 1 && pool->table[0].sets == 3);
    cr_assert(eq(int, pool->pairs.weight[0].weight, 1680));
    assert_outcome(pool, 0, 2, 1260, 840);
    assert_outcome(pool, 1, 1, 0, 0);
}

/* The pairing is seen from player 4, whether it is the first entry or the second. */
Test(ratings_pool, points_are_the_difference_of_the_two_sides)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match set[2] = {{.player = {{4}, {7}}, .place = {1, 2}, .points = {30, 10}},
                                {.player = {{7}, {4}}, .place = {2, 1}, .points = {5, 12}}};
    for (int i = 0; i < 2; i++) {
        set[i].entries = 2;
        set[i].members = 1;
        set[i].fault = DOM_RATINGS_NO_FAULT;
        set[i].rounds = 1;
    }
    cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
    cr_assert(eq(sz, pool->pairs.count, 1));
    cr_expect(eq(i64, (int64_t)pool->pairs.points[0].y, 20 + 7));
    cr_expect(eq(i64, (int64_t)pool->pairs.points[0].xx, 20 * 20 + 7 * 7));
    cr_expect(eq(i64, (int64_t)pool->pairs.points[0].yy, 27 * 27));
    cr_expect(eq(i64, (int64_t)pool->pairs.score[0].y, 4));
}

/* Adds far more items than the first table has slots. Their hashes differ in a few bits only. */
Test(ratings_pool, finds_every_item_under_its_mark)
{
    enum { ITEMS = 1000, HASHES = 10 };
    dom_ratings_index index = {0};
    for (uint32_t i = 0; i < ITEMS; i++) {
        cr_assert(dom_ratings_index_reserve(&index, 1));
        dom_ratings_index_put(&index, dom_ratings_index_mark(i % 3, i % HASHES), i);
    }
    size_t found = 0;
    for (uint32_t i = 0; i < 3 * HASHES; i++) {
        uint32_t mark = dom_ratings_index_mark(i % 3, i % HASHES), item;
        for (size_t at = 0; (item = dom_ratings_index_next(&index, mark, &at)) != UINT32_MAX;) {
            cr_assert(item % 3 == i % 3 && item % HASHES == i % HASHES);
            found++;
        }
    }
    cr_assert(eq(sz, found, ITEMS));
    free(index.slot);
}

/* A lead of the scale scores Phi(1) = 0.8413 of 840 units; ties and units drawn do not exist. */
Test(ratings_pool, by_points_a_lead_scores_by_its_size)
{
    static const int64_t lead[] = {0, 40, -40, 20, 400};
    static const int32_t expected[] = {420, 707, 133, 581, 840};
    for (size_t i = 0; i < 5; i++) {
        dom_ratings_pool *pool = new_pool();
        dom_ratings_match m = {.entries = 2,
                               .members = 1,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{0}, {1}},
                               .place = {2, 1},
                               .rounds = 1,
                               .points = {lead[i] + 15, 15},
                               .points_scale = 40};
        add_match(pool, m);
        cr_expect(eq(i32, pool->outcome[0].score, expected[i]));
        cr_expect(eq(i32, pool->outcome[0].tie, 0));
        m.fault = 1;
        add_match(pool, m);
        cr_expect(eq(i32, pool->outcome[1].score, 0)); /* by places */
        m.points_scale = -1;
        cr_expect(eq(int, dom_ratings_pool_add_set(pool, &m, 1), DOM_RATINGS_E_INVALID));
        m.points_scale = 2 * (int64_t)DOM_RATINGS_POOL_POINTS_MAX + 1;
        cr_expect(eq(int, dom_ratings_pool_add_set(pool, &m, 1), DOM_RATINGS_E_INVALID));
        m.points_scale = 1, m.rounds = 0;
        cr_expect(eq(int, dom_ratings_pool_add_set(pool, &m, 1), DOM_RATINGS_E_INVALID));
    }
}

Test(ratings_pool, refuses_a_set_out_of_range_and_keeps_what_it_has)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match wrong[10];
    for (int i = 0; i < 10; i++)
        wrong[i] = duel(0, 1, 1, 2);
    wrong[0].entries = 1;
    wrong[1].entries = DOM_RATINGS_MATCH_ENTRIES_MAX + 1;
    wrong[2].members = 0;
    wrong[3].members = 3;
    wrong[4].place[1] = 0;
    wrong[5].fault = 2;
    wrong[6].fault = -2;
    wrong[7].rounds = DOM_RATINGS_POOL_ROUNDS_MAX + 1;
    wrong[8].rounds = 1;
    wrong[8].points[0] = DOM_RATINGS_POOL_POINTS_MAX + 1LL;
    wrong[9].player[1][0] = DOM_RATINGS_POOL_PLAYERS_MAX;
    add_score(pool, 0, 1, 3, 0, 2);
    for (int i = 0; i < 9; i++)
        cr_expect(eq(int, dom_ratings_pool_add_set(pool, &wrong[i], 1), DOM_RATINGS_E_INVALID),
                  "%d", i);
    cr_expect(eq(int, dom_ratings_pool_add_set(pool, &wrong[9], 1), DOM_RATINGS_E_LIMIT));
    cr_expect(eq(int, dom_ratings_pool_add_set(pool, wrong, 0), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_pool_players(pool, DOM_RATINGS_POOL_PLAYERS_MAX + 1),
                 DOM_RATINGS_E_LIMIT));
    dom_ratings_list list = fitted(pool, NULL);
    cr_expect(eq(u64, list.sets, 5));
    cr_expect(eq(sz, list.count, 2));
}

Test(ratings_pool, refuses_sets_that_are_too_large)
{
    static dom_ratings_match many[DOM_RATINGS_POOL_SET_MATCHES_MAX + 1];
    dom_ratings_pool *pool = new_pool();
    for (uint32_t i = 0; i <= DOM_RATINGS_POOL_SET_MATCHES_MAX; i++)
        many[i] = duel(i, i + 1, 1, 2);
    cr_expect(eq(int, dom_ratings_pool_add_set(pool, many, DOM_RATINGS_POOL_SET_MATCHES_MAX + 1),
                 DOM_RATINGS_E_LIMIT));
    cr_expect(eq(int, dom_ratings_pool_add_set(pool, many, DOM_RATINGS_POOL_SET_PAIRINGS_MAX + 1),
                 DOM_RATINGS_E_LIMIT));
    cr_expect(eq(int, dom_ratings_pool_add_set(pool, many, DOM_RATINGS_POOL_SET_PAIRINGS_MAX),
                 DOM_RATINGS_OK));
}
