/* An array grows by doubling, and a failed call does not change it. */
#include "base/vec.h"

#include "../tools/scarce.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint64_t number, square;
} pair;

/* Criterion's assertions accept no argument that begins with a parenthesis, as the macros do. */
static bool reserve(char **text, size_t *room, size_t count, size_t more)
{
    return dom_vec_reserve(*text, count, *room, more);
}

Test(base_vec, items_are_kept_while_a_vector_grows)
{
    pair *pairs = NULL;
    size_t count = 0, room = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        pair *added = dom_vec_add(pairs, count, room);
        cr_assert(added != NULL);
        *added = (pair){i, i * i};
    }
    cr_expect(eq(sz, count, 1000));
    cr_expect(eq(sz, room, 1024));
    for (size_t i = 0; i < count; i++)
        cr_expect(pairs[i].number == i && pairs[i].square == i * i);
    free(pairs);
}

Test(base_vec, makes_room_for_many_at_once)
{
    static const struct {
        size_t more, room;
    } cases[] = {{0, 0}, {1, 256}, {256, 256}, {257, 512}, {2000, 2000}, {2001, 4000}};
    char *text = NULL;
    size_t room = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect(reserve(&text, &room, 0, cases[i].more));
        cr_expect(eq(sz, room, cases[i].room));
    }
    free(text);
}

Test(base_vec, growth_beyond_the_largest_size_fails)
{
    pair *pairs = NULL;
    size_t room = 0;
    bool is_made = dom_vec_reserve(pairs, 0u, room, SIZE_MAX / sizeof(pair) + 1);
    cr_assert(pairs == NULL && !is_made && room == 0);
    is_made = dom_vec_reserve(pairs, 0u, room, 3u);
    cr_assert(is_made);
    pair *before = pairs;
    is_made = dom_vec_reserve(pairs, 2u, room, SIZE_MAX - 1);
    cr_expect(pairs == before && !is_made && room == 16);
    free(pairs);
}

Test(base_vec, a_vector_is_unchanged_if_memory_runs_out)
{
    int *items = NULL;
    size_t count = 0, room = 0;
    while (count < 64)
        *dom_vec_add(items, count, room) = 7;
    int *before = items;
    scarce_at(1);
    int *added = dom_vec_add(items, count, room);
    cr_expect(scarce_end());
    cr_expect(added == NULL && items == before && count == 64 && room == 64 && items[63] == 7);
    free(items);
}
