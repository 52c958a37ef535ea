#include "domino/bot.h"

#include "base/check.h"

/* splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014. */
uint64_t dom_random_bits(dom_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Mixes one more number into the state. */
static void stir(dom_random *random, uint64_t number)
{
    random->state ^= number;
    random->state = dom_random_bits(random);
}

dom_random dom_random_of(const dom_msg_ask *ask)
{
    dom_random random = {0};
    stir(&random, (uint64_t)ask->seed);
    stir(&random, ask->view.round);
    stir(&random, ask->view.history_count);
    stir(&random, ask->view.drawn); /* a second draw of a turn adds no event */
    return random;
}

int dom_random_below(dom_random *random, int count)
{
    dom_check(count >= 1);
    uint64_t n = (uint64_t)count;
    uint64_t surplus = (0 - n) % n; /* 2^64 mod n: smaller words are skipped */
    uint64_t bits;
    do
        bits = dom_random_bits(random);
    while (bits < surplus);
    return (int)(bits % n);
}
