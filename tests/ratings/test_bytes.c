/* Writes pools as bytes, and reads pools from any bytes. */
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(ratings_bytes, .fini = free_all);

/* Returns a match of three bots, or of two mixed teams. */
static dom_ratings_match match_of(chance *c, uint32_t players)
{
    bool is_teams = chance_uniform(c) < .3;
    dom_ratings_match m = {.entries = is_teams ? 2 : 3,
                           .members = is_teams ? 2 : 1,
                           .fault = DOM_RATINGS_NO_FAULT,
                           .rounds = 4};
    uint32_t first = (uint32_t)(chance_uniform(c) * players);
    for (uint32_t e = 0; e < m.entries; e++) {
        m.player[e][0] = (first + e) % players;
        m.player[e][1] = (first + e + 2) % players;
        m.place[e] = (uint8_t)(1 + chance_uniform(c) * 3);
        m.points[e] = (int64_t)(chance_uniform(c) * 2e9) - 1000000000;
    }
    return m;
}

static void add_sets(dom_ratings_pool *pool, chance *c, int sets)
{
    for (int i = 0; i < sets; i++) {
        dom_ratings_match set[2] = {match_of(c, 7), match_of(c, 7)};
        cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
    }
}

static dom_ratings_bytes written(dom_ratings_pool *pool)
{
    dom_ratings_bytes b = {.is_reading = false};
    dom_ratings_pool_code(&pool, &b);
    cr_assert(not(b.is_broken));
    return b;
}

static dom_ratings_pool *read_back(dom_ratings_bytes b)
{
    dom_ratings_pool *pool = NULL;
    b.is_reading = true;
    dom_ratings_pool_code(&pool, &b);
    cr_assert(not(b.is_broken));
    cr_assert(eq(sz, b.at, b.count));
    return free_later(pool);
}

static void expect_same(dom_ratings_pool *a, dom_ratings_pool *b)
{
    dom_ratings_bytes x = written(a), y = written(b);
    cr_assert(eq(sz, x.count, y.count));
    cr_expect(eq(int, memcmp(x.bytes, y.bytes, x.count), 0));
    free(x.bytes);
    free(y.bytes);
}

Test(ratings_bytes, a_pool_that_was_read_continues_like_the_original)
{
    chance c = {.state = 9};
    dom_ratings_pool *pool = new_pool();
    add_sets(pool, &c, 500);
    dom_ratings_bytes b = written(pool);
    dom_ratings_pool *copy = read_back(b);
    expect_same(pool, copy);
    dom_ratings_bytes once_more = written(pool);
    cr_assert(eq(sz, once_more.count, b.count));
    cr_expect(eq(int, memcmp(once_more.bytes, b.bytes, b.count), 0), "writing changes nothing");
    free(once_more.bytes);
    chance again = c;
    add_sets(pool, &c, 300);
    add_sets(copy, &again, 300);
    expect_same(pool, copy);
    dom_ratings_list one = fitted(pool, NULL);
    dom_ratings_list other = fitted(copy, NULL);
    cr_expect(eq(int, memcmp(one.row, other.row, one.count * sizeof *one.row), 0));
    cr_expect(one.points_variance_reduction.value > 0);
    free(b.bytes);
}

Test(ratings_bytes, an_empty_pool_is_written_and_read)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_bytes b = written(pool);
    dom_ratings_pool *copy = read_back(b);
    add_duels(copy, 0, 1, 3, false);
    cr_expect(eq(u32, dom_ratings_pool_player_count(copy), 2));
    free(b.bytes);
}

Test(ratings_bytes, numbers_survive_writing_and_reading)
{
    static const int64_t wholes[] = {0, 1, -1, 127, 128, -64, -65, INT64_MAX, INT64_MIN};
    static const double reals[] = {0, -0.0, 1, -1.5, 1e-300, INFINITY};
    dom_ratings_bytes b = {.is_reading = false};
    for (size_t i = 0; i < 9; i++) {
        int64_t number = wholes[i];
        uint64_t bits = (uint64_t)number;
        dom_ratings_bytes_signed(&b, &number);
        dom_ratings_bytes_whole(&b, &bits);
    }
    for (size_t i = 0; i < 6; i++)
        dom_ratings_bytes_real(&b, &(double){reals[i]});
    b.is_reading = true;
    for (size_t i = 0; i < 9; i++) {
        int64_t number;
        uint64_t bits;
        dom_ratings_bytes_signed(&b, &number);
        dom_ratings_bytes_whole(&b, &bits);
        cr_expect(eq(i64, number, wholes[i]));
        cr_expect(eq(u64, bits, (uint64_t)wholes[i]));
    }
    for (size_t i = 0; i < 6; i++) {
        double real;
        dom_ratings_bytes_real(&b, &real);
        cr_expect(eq(int, memcmp(&real, &reals[i], sizeof real), 0));
    }
    cr_expect(not(b.is_broken));
    dom_ratings_bytes_whole(&b, &(uint64_t){0});
    cr_expect(b.is_broken, "nothing is left to read");
    free(b.bytes);
}

Test(ratings_bytes, a_number_too_large_for_its_place_is_refused)
{
    uint8_t eleven[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0x00};
    dom_ratings_bytes b = {.is_reading = true, .bytes = eleven, .count = sizeof eleven};
    uint64_t value;
    dom_ratings_bytes_whole(&b, &value);
    cr_expect(b.is_broken);
    cr_expect(eq(u64, value, 0));
}

/* Any bytes give a usable pool or an error, never a crash. */
Test(ratings_bytes, any_bytes_give_a_pool_or_an_error)
{
    chance c = {.state = 10};
    int pools = 0;
    dom_ratings_pool *pool = new_pool();
    add_sets(pool, &c, 60);
    dom_ratings_bytes whole = written(pool);
    uint8_t *changed = malloc(whole.count);
    cr_assert(ne(ptr, changed, NULL));
    for (int i = 0; i < 20000; i++) {
        dom_ratings_pool *found = NULL;
        memcpy(changed, whole.bytes, whole.count);
        for (int k = 0; k <= i % 3; k++)
            changed[(size_t)(chance_uniform(&c) * (double)whole.count)] =
                (uint8_t)(chance_uniform(&c) * 256);
        dom_ratings_bytes b = {
            .is_reading = true, .bytes = changed, .count = whole.count - (size_t)(i % 5)};
        dom_ratings_pool_code(&found, &b);
        cr_expect(eq(int, found == NULL, b.is_broken));
        pools += found != NULL;
        if (found && i % 20 == 0)
            add_sets(found, &c, 5);
        dom_ratings_pool_free(&found);
    }
    cr_expect(pools > 100, "%d", pools);
    free(changed);
    free(whole.bytes);
}
