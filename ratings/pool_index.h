/* ratings/pool_index.h - finding what a pool has already; private to the library.
 *
 * One table by open addressing for its pairings, its tables and its outcome counts: a slot holds
 * the item's number and a mark, made of what is searched and 30 bits of a hash of the item.
 * Whoever searches compares each item of the same mark with what it looks for:
 *
 *     uint32_t mark = dom_ratings_index_mark(DOM_RATINGS_INDEX_PAIRING, hash), found;
 *     for (size_t at = 0; (found = dom_ratings_index_next(index, mark, &at)) != UINT32_MAX;)
 *         if (pairing[found] is the one)
 *             return found;
 *     dom_ratings_index_put(index, mark, number of the new one);
 *
 * All zero is the empty index; free(index.slot) is its end.
 */
#ifndef DOM_RATINGS_POOL_INDEX_H
#define DOM_RATINGS_POOL_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DOM_RATINGS_INDEX_PAIRING,
    DOM_RATINGS_INDEX_TABLE,
    DOM_RATINGS_INDEX_OUTCOME
} dom_ratings_index_kind;

typedef struct {
    uint32_t mark;
    uint32_t item; /* its number + 1; 0: the slot is free                      */
} dom_ratings_index_slot;

typedef struct {
    dom_ratings_index_slot *slot;
    size_t room, count; /* room: a power of two, or 0                          */
} dom_ratings_index;

/* Make room for `more` items, with a third of the slots free then. Returns false, with the index as
 * it was, when out of memory. */
bool dom_ratings_index_reserve(dom_ratings_index *index, size_t more);

/* Pre: there is room, and item < UINT32_MAX. */
void dom_ratings_index_put(dom_ratings_index *index, uint32_t mark, uint32_t item);

static inline uint32_t dom_ratings_index_mark(dom_ratings_index_kind kind, uint64_t hash)
{
    return (uint32_t)hash << 2 | (uint32_t)kind;
}

/* The next item with this mark, UINT32_MAX when there is no other. `at` counts the slots that were
 * looked at, from 0. Pre: there is room. */
static inline uint32_t dom_ratings_index_next(const dom_ratings_index *index, uint32_t mark,
                                              size_t *at)
{
    for (;;) {
        const dom_ratings_index_slot *slot =
            &index->slot[((mark >> 2) + (*at)++) & (index->room - 1)];
        if (slot->item == 0)
            return UINT32_MAX;
        if (slot->mark == mark)
            return slot->item - 1;
    }
}

#endif
