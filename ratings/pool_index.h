/* pool_index.h - a hash table that finds the pairings, tables and outcome counts of a pool.
 *
 * One table with open addressing holds all three kinds. A slot has the number of an item and its
 * mark, which is the kind and 30 bits of a hash of the item. Different items may have the same
 * mark, so the caller compares each item that it gets:
 *
 *     uint32_t mark = dom_ratings_index_mark(DOM_RATINGS_INDEX_PAIRING, hash), found;
 *     for (size_t at = 0; (found = dom_ratings_index_next(index, mark, &at)) != UINT32_MAX;)
 *         if (pairing[found] is the one that is looked for)
 *             return found;
 *     dom_ratings_index_put(index, mark, number of the new one);
 *
 * All zero is an empty index. Release it with free(index.slot).
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
    uint32_t item; /* its number + 1; 0: the slot is free */
} dom_ratings_index_slot;

typedef struct {
    dom_ratings_index_slot *slot;
    size_t room, count; /* number of slots, a power of two or 0; used slots */
} dom_ratings_index;

/* Make room for `more` items, so that a third of the slots is still free with them. Returns false
 * if memory ran out; the index is then unchanged. */
bool dom_ratings_index_reserve(dom_ratings_index *index, size_t more);

/* Add an item. Pre: room was made for it, and item < UINT32_MAX. */
void dom_ratings_index_put(dom_ratings_index *index, uint32_t mark, uint32_t item);

/* Returns the mark of an item. */
static inline uint32_t dom_ratings_index_mark(dom_ratings_index_kind kind, uint64_t hash)
{
    return (uint32_t)hash << 2 | (uint32_t)kind;
}

/* Returns the next item with this mark, or UINT32_MAX if there is no other one. *at starts as 0 and
 * counts the slots that were visited. Pre: the index has slots. */
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
