/* position_key.h - a number for everything on which the rest of a round and its points depend. */
#ifndef DOM_SEARCH_POSITION_KEY_H
#define DOM_SEARCH_POSITION_KEY_H

#include "rules/round.h"

/* Adds 64 bits to a key. For one key all words give different results, and every bit of a word
 * changes about half of the bits of the result. The first key is 0. */
static inline uint64_t dom_search_key_add(uint64_t key, uint64_t word)
{
    key ^= word; /* the last step of splitmix64, base/random.h */
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
    key = (key ^ key >> 27) * 0x94d049bb133111eb;
    return key ^ key >> 31;
}

/* Returns `key` with the position added. Under the same options, with the same orders of the stock,
 * two positions of the same key have the same future and the same points: hands, stock, open ends
 * and seat on turn agree, and so does what else counts under these options.
 *
 * Different positions have the same key with a probability of 2^-64.
 * Pre: the seat on turn has a choice. */
uint64_t dom_search_position_key(uint64_t key, const dom_round *round);

#endif
