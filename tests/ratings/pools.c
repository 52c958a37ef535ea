#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

static struct {
    dom_ratings_pool **pool;
    dom_ratings_list *list;
    size_t pools, lists;
} made;

dom_ratings_pool *free_later(dom_ratings_pool *pool)
{
    made.pool = realloc(made.pool, (made.pools + 1) * sizeof *made.pool);
    cr_assert(ne(ptr, made.pool, NULL));
    return made.pool[made.pools++] = pool;
}

dom_ratings_pool *new_pool(void)
{
    return free_later(dom_ratings_pool_new());
}

dom_ratings_list fitted(const dom_ratings_pool *pool, const dom_ratings_list_options *options)
{
    dom_ratings_list list;
    cr_assert(eq(int, dom_ratings_list_fit(&list, pool, options), DOM_RATINGS_OK));
    made.list = realloc(made.list, (made.lists + 1) * sizeof *made.list);
    cr_assert(ne(ptr, made.list, NULL));
    return made.list[made.lists++] = list;
}

void free_all(void)
{
    while (made.lists > 0)
        dom_ratings_list_clear(&made.list[--made.lists]);
    while (made.pools > 0)
        dom_ratings_pool_free(&made.pool[--made.pools]);
}

dom_ratings_match duel(uint32_t a, uint32_t b, uint8_t place_a, uint8_t place_b)
{
    return (dom_ratings_match){.entries = 2,
                               .members = 1,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{a}, {b}},
                               .place = {place_a, place_b}};
}

void add_match(dom_ratings_pool *pool, dom_ratings_match match)
{
    cr_assert(eq(int, dom_ratings_pool_add_set(pool, &match, 1), DOM_RATINGS_OK));
}

void add_both(dom_ratings_pool *pool, uint32_t a, uint32_t b, bool first, bool second)
{
    const dom_ratings_match set[] = {duel(a, b, first ? 1 : 2, first ? 2 : 1),
                                     duel(b, a, second ? 2 : 1, second ? 1 : 2)};
    cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 2), DOM_RATINGS_OK));
}

void add_duels(dom_ratings_pool *pool, uint32_t a, uint32_t b, int count, bool is_draw)
{
    for (int i = 0; i < count; i++)
        add_match(pool, duel(a, b, 1, is_draw ? 1 : 2));
}

void add_score(dom_ratings_pool *pool, uint32_t a, uint32_t b, int wins, int draws, int losses)
{
    add_duels(pool, a, b, wins, false);
    add_duels(pool, a, b, draws, true);
    add_duels(pool, b, a, losses, false);
}

void add_tables(dom_ratings_pool *pool, int losses)
{
    for (int i = 0; i < 20; i++) {
        dom_ratings_match set[4];
        for (int k = 0; k < 4; k++) {
            bool is_lost = losses > 0 && losses-- > 0;
            set[k] = (dom_ratings_match){.entries = 4,
                                         .members = 1,
                                         .fault = DOM_RATINGS_NO_FAULT,
                                         .player = {{0}, {1}, {2}, {3}}};
            for (int bot = 1; bot < 4; bot++)
                set[k].place[bot] = (uint8_t)(2 + (bot + i) % 3);
            set[k].place[0] = is_lost ? 2 : 1;
            for (int bot = 1; is_lost && bot < 4; bot++)
                set[k].place[bot] = set[k].place[bot] == 2 ? 1 : set[k].place[bot];
        }
        cr_assert(eq(int, dom_ratings_pool_add_set(pool, set, 4), DOM_RATINGS_OK));
    }
}

const dom_ratings_rating *row_of(const dom_ratings_list *list, uint32_t player)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->row[i].player == player)
            return &list->row[i];
    return NULL;
}

double elo_of(const dom_ratings_list *list, uint32_t player)
{
    const dom_ratings_rating *row = row_of(list, player);
    return row ? row->elo : NAN;
}

void check_near(double found, double expected, double tolerance)
{
    double off = fabs(found - expected);
    cr_expect(le(dbl, off, tolerance), "%.12g is not %.12g", found, expected);
}

double chance_uniform(chance *c)
{
    c->state += 0x9e3779b97f4a7c15u;
    uint64_t z = c->state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

double chance_normal(chance *c)
{
    double radius = sqrt(-2 * log(1 - chance_uniform(c)));
    return radius * cos(6.283185307179586 * chance_uniform(c));
}

dom_ratings_match team_match(uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool first_wins)
{
    return (dom_ratings_match){.entries = 2,
                               .members = 2,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{a, b}, {c, d}},
                               .place = {first_wins ? 1 : 2, first_wins ? 2 : 1}};
}
