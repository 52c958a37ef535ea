#include "chance.h"

/* Mixes seed and stream, because neighbouring ones would otherwise be parts of one sequence. */
dom_random dom_chance_of(uint64_t seed, uint64_t stream)
{
    dom_random of_seed = {seed};
    dom_random of_stream = {dom_random_bits(&of_seed) + stream};
    return (dom_random){dom_random_bits(&of_stream)};
}
