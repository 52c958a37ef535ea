/* A pool as bytes. What is read is checked so that nothing of it points outside. */
#include "pool_parts.h"

#include <stdlib.h>

#define WHOLE(b, field)                                                                            \
    do {                                                                                           \
        uint64_t number_ = (uint64_t)(field);                                                      \
        dom_bytes_whole(b, &number_);                                                              \
        dom_bytes_check(b, (uint64_t)(__typeof__(field))number_ == number_);                       \
        (field) = (__typeof__(field))number_;                                                      \
    } while (0)

#define SIGNED(b, field)                                                                           \
    do {                                                                                           \
        int64_t number_ = (field);                                                                 \
        dom_bytes_signed(b, &number_);                                                             \
        dom_bytes_check(b, (__typeof__(field))number_ == number_);                                 \
        (field) = (__typeof__(field))number_;                                                      \
    } while (0)

static void code_wide(dom_bytes *b, dom_wide *value)
{
    int64_t high = (int64_t)(*value >> 64);
    uint64_t low = (uint64_t)*value;
    dom_bytes_signed(b, &high);
    dom_bytes_whole(b, &low);
    *value = (dom_wide)high * ((dom_wide)1 << 64) + low;
}

static void code_spread(dom_bytes *b, dom_spread *s)
{
    WHOLE(b, s->sets);
    WHOLE(b, s->matches);
    code_wide(b, &s->y);
    code_wide(b, &s->yy);
    code_wide(b, &s->xx);
}

static void code_player(dom_bytes *b, dom_pool *pool, size_t i)
{
    dom_pool_player *p = &pool->player[i];
    WHOLE(b, p->sets);
    WHOLE(b, p->matches);
    WHOLE(b, p->wins);
    WHOLE(b, p->draws);
    WHOLE(b, p->losses);
    WHOLE(b, p->point_sets);
    code_wide(b, &p->p);
    code_wide(b, &p->m);
    code_wide(b, &p->pp);
    code_wide(b, &p->pm);
    code_wide(b, &p->mm);
}

static void code_pairing(dom_bytes *b, dom_pool *pool, size_t i)
{
    dom_pairing *p = &pool->pairing[i];
    WHOLE(b, p->terms);
    dom_bytes_check(b, 2 <= p->terms && p->terms <= DOM_TERMS_MAX);
    for (int k = 0; !b->is_broken && k < p->terms; k++) {
        WHOLE(b, p->player[k]);
        SIGNED(b, p->half[k]);
        dom_bytes_check(b, p->player[k] < pool->players && p->half[k] != 0);
    }
}

static void code_cell(dom_bytes *b, dom_pool *pool, size_t i)
{
    WHOLE(b, pool->cell[i].pairing);
    SIGNED(b, pool->cell[i].weight);
    dom_bytes_check(b, pool->cell[i].pairing < pool->pairings && pool->cell[i].weight > 0);
    code_spread(b, &pool->score[i]);
    code_spread(b, &pool->points[i]);
}

static void code_outcome(dom_bytes *b, dom_pool *pool, size_t i)
{
    SIGNED(b, pool->outcome[i].score);
    SIGNED(b, pool->outcome[i].tie);
}

static void code_table(dom_bytes *b, dom_pool *pool, size_t i)
{
    dom_pool_table *t = &pool->table[i];
    WHOLE(b, t->first);
    WHOLE(b, t->cells);
    WHOLE(b, t->sets);
    dom_bytes_check(b, 1 <= t->cells && t->cells <= DOM_POOL_SET_PAIRINGS_MAX &&
                           t->first <= pool->cells && t->cells <= pool->cells - t->first);
}

static void code_tally(dom_bytes *b, dom_pool *pool, size_t i)
{
    dom_pool_tally *t = &pool->tally[i];
    WHOLE(b, t->table);
    WHOLE(b, t->first);
    WHOLE(b, t->sets);
    dom_bytes_check(b, t->table < pool->tables && t->first <= pool->outcomes &&
                           pool->table[t->table].cells <= pool->outcomes - t->first);
}

/* 0: no result. */
static void code_order(dom_bytes *b, dom_pool *pool, size_t i)
{
    uint64_t number = pool->order[i] == DOM_NO_TALLY ? 0 : pool->order[i] + (uint64_t)1;
    dom_bytes_whole(b, &number);
    dom_bytes_check(b, number <= pool->tallies);
    pool->order[i] = number == 0 ? DOM_NO_TALLY : (uint32_t)(number - 1);
}

/* The number of items, room for them, and each. */
static void code_all(dom_bytes *b, dom_pool *pool, size_t *count, size_t most,
                     bool (*make_room)(dom_pool *pool, size_t count),
                     void (*code)(dom_bytes *b, dom_pool *pool, size_t i))
{
    size_t items = *count;
    dom_bytes_count(b, &items, most);
    if (b->is_reading)
        dom_bytes_check(b, make_room(pool, items));
    *count = b->is_broken ? 0 : items;
    for (size_t i = 0; i < *count && !b->is_broken; i++)
        code(b, pool, i);
}

static bool players_room(dom_pool *pool, size_t count)
{
    pool->player = calloc(count + 1, sizeof *pool->player);
    pool->player_room = count;
    return pool->player != NULL;
}

static bool pairings_room(dom_pool *pool, size_t count)
{
    pool->pairing = calloc(count + 1, sizeof *pool->pairing);
    pool->pairing_room = count;
    return pool->pairing != NULL;
}

static bool cells_room(dom_pool *pool, size_t count)
{
    pool->cell = calloc(count + 1, sizeof *pool->cell);
    pool->score = calloc(count + 1, sizeof *pool->score);
    pool->points = calloc(count + 1, sizeof *pool->points);
    pool->cell_room = count;
    return pool->cell && pool->score && pool->points;
}

static bool outcomes_room(dom_pool *pool, size_t count)
{
    pool->outcome = calloc(count + 1, sizeof *pool->outcome);
    pool->outcome_room = count;
    return pool->outcome != NULL;
}

static bool tables_room(dom_pool *pool, size_t count)
{
    pool->table = calloc(count + 1, sizeof *pool->table);
    pool->table_room = count;
    return pool->table != NULL;
}

static bool tallies_room(dom_pool *pool, size_t count)
{
    pool->tally = calloc(count + 1, sizeof *pool->tally);
    pool->tally_room = count;
    return pool->tally != NULL;
}

static bool order_room(dom_pool *pool, size_t count)
{
    pool->order = calloc(count + 1, sizeof *pool->order);
    pool->order_room = count;
    return pool->order != NULL;
}

static void code_pool(dom_bytes *b, dom_pool *pool)
{
    size_t sets = (size_t)pool->sets;
    code_all(b, pool, &pool->players, DOM_POOL_PLAYERS_MAX, players_room, code_player);
    code_all(b, pool, &pool->pairings, UINT32_MAX - 1, pairings_room, code_pairing);
    code_all(b, pool, &pool->cells, SIZE_MAX, cells_room, code_cell);
    code_all(b, pool, &pool->outcomes, SIZE_MAX, outcomes_room, code_outcome);
    code_all(b, pool, &pool->tables, UINT32_MAX - 1, tables_room, code_table);
    code_all(b, pool, &pool->tallies, UINT32_MAX - 1, tallies_room, code_tally);
    code_all(b, pool, &sets, SIZE_MAX, order_room, code_order);
    pool->sets = sets;
    WHOLE(b, pool->matches);
}

void dom_pool_code(dom_pool **pool, dom_bytes *b)
{
    if (b->is_reading)
        *pool = dom_pool_new();
    dom_bytes_check(b, *pool != NULL);
    if (*pool == NULL)
        return;
    code_pool(b, *pool);
    if (b->is_reading)
        dom_bytes_check(b, !b->is_broken && dom_pool_index(*pool));
    if (b->is_reading && b->is_broken)
        dom_pool_free(pool);
}
