#include "base/random.h"

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
