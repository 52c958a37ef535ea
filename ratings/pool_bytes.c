/* A pool as bytes. Every index that is read is checked, so that none points outside of its
 * array. */
#include "pool_parts.h"

#include <stdlib.h>

#define WHOLE(b, field)                                                                            \
    do {                                                                                           \
        uint64_t number_ = (uint64_t)(field);                                                      \
        dom_ratings_bytes_whole(b, &number_);                                                      \
        dom_ratings_bytes_check(b, (uint64_t)(__typeof__(field))number_ == number_);               \
        (field) = (__typeof__(field))number_;                                                      \
    } while (0)

#define SIGNED(b, field)                                                                           \
    do {                                                                                           \
        int64_t number_ = (field);                                                                 \
        dom_ratings_bytes_signed(b, &number_);                                                     \
        dom_ratings_bytes_check(b, (__typeof__(field))number_ == number_);                         \
        (field) = (__typeof__(field))number_;                                                      \
    } while (0)

static void code_wide(dom_ratings_bytes *b, dom_ratings_wide *value)
{
    int64_t high = (int64_t)(*value >> 64);
    uint64_t low = (uint64_t)*value;
    dom_ratings_bytes_signed(b, &high);
    dom_ratings_bytes_whole(b, &low);
    *value = (dom_ratings_wide)high * ((dom_ratings_wide)1 << 64) + low;
}

static void code_spread(dom_ratings_bytes *b, dom_ratings_spread *s)
{
    WHOLE(b, s->sets);
    WHOLE(b, s->matches);
    code_wide(b, &s->y);
    code_wide(b, &s->yy);
    code_wide(b, &s->xx);
}

static void code_player(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    dom_ratings_pool_player *p = &pool->player[i];
    WHOLE(b, p->sets);
    WHOLE(b, p->matches);
    WHOLE(b, p->score.wins);
    WHOLE(b, p->score.draws);
    WHOLE(b, p->score.losses);
    WHOLE(b, p->point_sets);
    code_wide(b, &p->p);
    code_wide(b, &p->m);
    code_wide(b, &p->pp);
    code_wide(b, &p->pm);
    code_wide(b, &p->mm);
}

static void code_pairing(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    dom_ratings_pairing *p = &pool->pairing[i];
    WHOLE(b, p->terms);
    dom_ratings_bytes_check(b, 2 <= p->terms && p->terms <= DOM_RATINGS_TERMS_MAX);
    for (int k = 0; !b->is_broken && k < p->terms; k++) {
        WHOLE(b, p->player[k]);
        SIGNED(b, p->half[k]);
        dom_ratings_bytes_check(b, p->player[k] < pool->players && p->half[k] != 0);
    }
}

static void code_pair(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    WHOLE(b, pool->pairs.weight[i].pairing);
    SIGNED(b, pool->pairs.weight[i].weight);
    dom_ratings_bytes_check(b, pool->pairs.weight[i].pairing < pool->pairings &&
                                   pool->pairs.weight[i].weight > 0);
    code_spread(b, &pool->pairs.score[i]);
    code_spread(b, &pool->pairs.points[i]);
}

static void code_outcome(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    SIGNED(b, pool->outcome[i].score);
    SIGNED(b, pool->outcome[i].tie);
}

static void code_table(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    dom_ratings_pool_table *t = &pool->table[i];
    WHOLE(b, t->first);
    WHOLE(b, t->pairs);
    WHOLE(b, t->sets);
    dom_ratings_bytes_check(b, 1 <= t->pairs && t->pairs <= DOM_RATINGS_POOL_SET_PAIRINGS_MAX &&
                                   t->first <= pool->pairs.count &&
                                   t->pairs <= pool->pairs.count - t->first);
}

static void code_outcome_count(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    dom_ratings_outcome_count *t = &pool->outcome_count[i];
    WHOLE(b, t->table);
    WHOLE(b, t->first);
    WHOLE(b, t->sets);
    dom_ratings_bytes_check(b, t->table < pool->tables && t->first <= pool->outcomes &&
                                   pool->table[t->table].pairs <= pool->outcomes - t->first);
}

/* Stores the number of the outcome count plus 1, and 0 for a set without results. */
static void code_order(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i)
{
    uint64_t number = pool->order[i] == DOM_RATINGS_NO_OUTCOME ? 0 : pool->order[i] + (uint64_t)1;
    dom_ratings_bytes_whole(b, &number);
    dom_ratings_bytes_check(b, number <= pool->outcome_counts);
    pool->order[i] = (uint32_t)(number - 1); /* NO_OUTCOME, the largest number, for 0 */
}

/* Write or read the number of items and then each item. Reading allocates them first. */
static void code_all(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t *count, size_t most,
                     bool (*make_room)(dom_ratings_pool *pool, size_t count),
                     void (*code)(dom_ratings_bytes *b, dom_ratings_pool *pool, size_t i))
{
    size_t items = *count;
    dom_ratings_bytes_count(b, &items, most);
    if (b->is_reading)
        dom_ratings_bytes_check(b, make_room(pool, items));
    *count = b->is_broken ? 0 : items;
    for (size_t i = 0; i < *count && !b->is_broken; i++)
        code(b, pool, i);
}

static bool players_room(dom_ratings_pool *pool, size_t count)
{
    pool->player = calloc(count + 1, sizeof *pool->player);
    pool->player_room = count;
    return pool->player != NULL;
}

static bool pairings_room(dom_ratings_pool *pool, size_t count)
{
    pool->pairing = calloc(count + 1, sizeof *pool->pairing);
    pool->pairing_room = count;
    return pool->pairing != NULL;
}

static bool pairs_room(dom_ratings_pool *pool, size_t count)
{
    pool->pairs.weight = calloc(count + 1, sizeof *pool->pairs.weight);
    pool->pairs.score = calloc(count + 1, sizeof *pool->pairs.score);
    pool->pairs.points = calloc(count + 1, sizeof *pool->pairs.points);
    pool->pairs.room = count;
    return pool->pairs.weight && pool->pairs.score && pool->pairs.points;
}

static bool outcomes_room(dom_ratings_pool *pool, size_t count)
{
    pool->outcome = calloc(count + 1, sizeof *pool->outcome);
    pool->outcome_room = count;
    return pool->outcome != NULL;
}

static bool tables_room(dom_ratings_pool *pool, size_t count)
{
    pool->table = calloc(count + 1, sizeof *pool->table);
    pool->table_room = count;
    return pool->table != NULL;
}

static bool outcome_counts_room(dom_ratings_pool *pool, size_t count)
{
    pool->outcome_count = calloc(count + 1, sizeof *pool->outcome_count);
    pool->outcome_count_room = count;
    return pool->outcome_count != NULL;
}

static bool order_room(dom_ratings_pool *pool, size_t count)
{
    pool->order = calloc(count + 1, sizeof *pool->order);
    pool->order_room = count;
    return pool->order != NULL;
}

static void code_pool(dom_ratings_bytes *b, dom_ratings_pool *pool)
{
    size_t sets = (size_t)pool->sets;
    code_all(b, pool, &pool->players, DOM_RATINGS_POOL_PLAYERS_MAX, players_room, code_player);
    code_all(b, pool, &pool->pairings, UINT32_MAX - 1, pairings_room, code_pairing);
    code_all(b, pool, &pool->pairs.count, SIZE_MAX, pairs_room, code_pair);
    code_all(b, pool, &pool->outcomes, SIZE_MAX, outcomes_room, code_outcome);
    code_all(b, pool, &pool->tables, UINT32_MAX - 1, tables_room, code_table);
    code_all(b, pool, &pool->outcome_counts, UINT32_MAX - 1, outcome_counts_room,
             code_outcome_count);
    code_all(b, pool, &sets, SIZE_MAX, order_room, code_order);
    pool->sets = sets;
    WHOLE(b, pool->matches);
}

void dom_ratings_pool_code(dom_ratings_pool **pool, dom_ratings_bytes *b)
{
    if (b->is_reading)
        *pool = dom_ratings_pool_new();
    dom_ratings_bytes_check(b, *pool != NULL);
    if (*pool == NULL)
        return;
    code_pool(b, *pool);
    if (b->is_reading)
        dom_ratings_bytes_check(b, !b->is_broken && dom_ratings_pool_index(*pool));
    if (b->is_reading && b->is_broken)
        dom_ratings_pool_free(pool);
}
