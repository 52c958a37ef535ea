/* chance.h - a generator for each stream of a seed. */
#ifndef DOM_LIBRARY_CHANCE_H
#define DOM_LIBRARY_CHANCE_H

#include "base/random.h"

/* Returns the generator of stream `stream` of a seed. */
dom_random dom_chance_of(uint64_t seed, uint64_t stream);

#endif
