/* search/population.h - worlds that explain what the others chose.
 *
 *     static dom_search_population worlds;
 *     dom_random random = {.state = 7};
 *     if (dom_search_populate(&worlds, &belief, 200, &random) == DOM_OK)
 *         for (int i = 0; i < worlds.count; i++)
 *             ... worlds.world[i] counts with worlds.weight[i] ...
 *
 * The belief of a seat says which worlds are possible (search/belief.h). Not all of them explain
 * equally well what the others did. The *chance* of a world is the probability with which the
 * reference policy (search/reference.h) makes the recorded choices of the other seats with the
 * hands of that world. A population has worlds in proportion to their chances: the weighted mean of
 * a number over the population estimates its mean over all worlds, each with its chance.
 *
 * Example: another seat laid 3-1 though 6-6 fitted too. The policy lays a double first, so a world
 * in which the seat holds 6-6 has a chance of 0.05 where others have 0.95, and it is 19 times rarer
 * in the population.
 *
 * How it works. Worlds are drawn uniformly, and each gets its chance as its weight. The *effective*
 * number of worlds is the square of the sum of their weights, divided by the sum of the squares. If
 * it is at least half of all, that is enough. After many choices of several seats it is not: a few
 * worlds would have nearly all the weight. Then the worlds are improved step by step. At first
 * their chances count to the power of 1/2^n, with the smallest n for which half of the worlds are
 * effective, and this power is doubled until it is 1. At each power
 *
 *   - worlds are copied or dropped in proportion to their weights;
 *   - then each world is changed in small moves: two hidden tiles, in hands or in the stock, change
 *     places if the record still follows from the world, always if its chance gets larger, else
 *     with the probability by which it gets smaller (Metropolis).
 *
 * This is a sampler of Del Moral, Doucet and Jasra, "Sequential Monte Carlo samplers" (Journal of
 * the Royal Statistical Society B 68, 2006), with the moves of Gilks and Berzuini, "Following a
 * moving target" (the same, 63, 2001).
 *
 * Worlds with even and with odd numbers are two halves that have nothing to do with each other: a
 * copy stays in its half.
 */
#ifndef DOM_SEARCH_POPULATION_H
#define DOM_SEARCH_POPULATION_H

#include "search/belief.h"

enum { DOM_SEARCH_POPULATION_MAX = 1024 };

/* Worlds. It has no pointers into itself and takes some 1 MiB, so it is best not made anew for
 * every choice. */
typedef struct {
    int count;
    dom_search_world world[DOM_SEARCH_POPULATION_MAX];
    double weight[DOM_SEARCH_POPULATION_MAX]; /* positive; only their ratios matter */
    /* The number of the first world that is equal to this one because both are copies of one world
     * and were not changed since; its own number if there is none. An estimate must not count the
     * copies of a world as several independent ones. */
    uint16_t first_copy[DOM_SEARCH_POPULATION_MAX];
    double chance[DOM_SEARCH_POPULATION_MAX];   /* 1 for uniform worlds */
    uint32_t origin[DOM_SEARCH_POPULATION_MAX]; /* for the functions below */
} dom_search_population;

/* Returns the probability with which the reference policy makes the choices of the round so far
 * that are not those of `seat`, in a world. Returns 0 if the record does not follow from the world,
 * and where the probability is too small for a number. */
double dom_search_world_chance(const dom_search_belief *belief, const dom_search_world *world,
                               int seat);

/* Draws worlds in proportion to their chances, for the seat of the belief. A world whose chance is
 * too small for a number is left out, so there may be fewer than `count`. The same state of
 * `random` gives the same worlds on every machine.
 *
 * count  worlds to draw: 2..DOM_SEARCH_POPULATION_MAX
 * Returns DOM_OK, or DOM_E_LIMIT if fewer than two were found. Then *worlds must not be read. It is
 * possible where dom_search_sample fails, or where the choices of the others are so improbable that
 * their probability is no number above 0. */
dom_rc dom_search_populate(dom_search_population *worlds, const dom_search_belief *belief,
                           int count, dom_random *random);

/* Draws worlds that all count the same: nothing is assumed about how the others choose. Otherwise
 * like dom_search_populate. */
dom_rc dom_search_populate_uniformly(dom_search_population *worlds, const dom_search_belief *belief,
                                     int count, dom_random *random);

#endif
