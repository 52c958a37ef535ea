/* base/random.h - a small random generator: splitmix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014).
 *
 * It is for bots, training and tests, which must play the same game again from the same seed. It
 * is no secret, so the deals of tournaments never come from it (deal/deal.h).
 */
#ifndef DOM_BASE_RANDOM_H
#define DOM_BASE_RANDOM_H

#include "base/check.h"

#include <stdint.h>

/* A generator. It owns nothing and may be copied; any state is a seed. */
typedef struct {
    uint64_t state;
} dom_random;

/* Returns 64 random bits. */
static inline uint64_t dom_random_bits(dom_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Returns a number from 0 to count - 1, all exactly equally likely; the same in every SDK
 * (protocol/SPEC.md, section 4). Pre: count >= 1. */
int dom_random_below(dom_random *random, int count);

/* The same without a division. Probabilities differ by less than count / 2^32. Pre: count >= 1. */
static inline int dom_random_pick(dom_random *random, int count)
{
    dom_check(count >= 1);
    return (int)((dom_random_bits(random) >> 32) * (uint64_t)count >> 32);
}

#endif
