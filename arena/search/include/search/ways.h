/* search/ways.h - counts the ways to fill groups of slots with tiles, and picks one of them at
 * random.
 *
 * It is a part of dom_search_belief. search/belief.h says what the belief is for; programs have no
 * need of what is declared here.
 *
 * Tiles that may go to the same groups form a *class*. Class by class and group by group, a *step*
 * decides how many tiles of the class go to the group. The number of ways from a step on depends
 * only on the room that is left in the groups and on how many tiles of the class are left. It is
 * computed once for each such state and kept in a table. A random way goes through the steps, and
 * each step takes a number with the probability of the ways that begin with it.
 *
 * Example: two groups have room for 2 tiles each, A of seat 1 and B of seat 2. Of 6 tiles, 2 may go
 * to B or stay in the stock, and 4 may go to A or B or stay.
 *     step 0: j tiles of the first class go to B: C(2,j) ways, for j = 0, 1, 2
 *     step 1: 2 of the four go to A, since no later class can fill it: C(4,2) = 6 ways
 *     step 2: the 2 - j that B still needs come from the 2 that are left: C(2,2-j) ways
 * The sum is 1*6*1 + 2*6*2 + 1*6*1 = 36 ways. In a random one, j is 1 with probability 24 / 36.
 *
 * A tile that was laid cannot have been drawn later. If `before` of a group's `slots` had been
 * filled by then, and u of them belong to tiles that were laid earlier, then before - u of the
 * slots - u that are left can be those of the tile. So the way counts (before - u) / (slots - u)
 * times.
 */
#ifndef DOM_SEARCH_WAYS_H
#define DOM_SEARCH_WAYS_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_SEARCH_STEPS_MAX = 512,
    DOM_SEARCH_BINS_MAX = 64,
    DOM_SEARCH_TABLE_BITS = 13,
    DOM_SEARCH_STATES_MAX = 1 << DOM_SEARCH_TABLE_BITS
};

/* How many tiles of a class go to a group. */
typedef struct {
    uint8_t group;
    uint8_t class_size; /* of the class that begins with this step; 0: one that began before */
    uint8_t shift;      /* of the group's room in a state                                */
    uint8_t mask;       /* the largest number that fits there                            */
    uint8_t slots;      /* of the group                                                  */
    uint8_t before;     /* of these, those that were there when the tile was laid        */
    uint8_t coming;     /* tiles of later classes that may go to the group               */
    bool takes_rest;    /* the last step of a class of which nothing may stay out        */
} dom_search_step;

/* A state and the number of ways from it. */
typedef struct {
    uint64_t key; /* 0: the entry is empty */
    double ways;
} dom_search_state;

typedef struct {
    uint16_t step_count;
    uint16_t state_count;
    uint8_t bin_count;
    uint8_t bits;  /* of all rooms in a state            */
    bool is_full;  /* something did not fit              */
    double total;  /* ways from the beginning            */
    uint64_t room; /* of all groups at the beginning     */
    dom_search_step step[DOM_SEARCH_STEPS_MAX];
    dom_search_step bin[DOM_SEARCH_BINS_MAX]; /* what its steps have in common; `coming` counts
                                                 all */
    dom_search_state state[DOM_SEARCH_STATES_MAX];
} dom_search_ways;

/* Tiles that may go to the same groups. */
typedef struct {
    uint8_t size;
    uint64_t groups; /* one bit for each group                                       */
    uint8_t newest;  /* the group of which only `before` slots were there; 255: none */
    uint8_t before;
    bool may_stay_out;
} dom_search_class;

/* Begins: no groups and no classes. */
void dom_search_ways_begin(dom_search_ways *ways);

/* Adds a group with `room` empty slots of `slots`. The slots that are not empty belong to tiles
 * that are in no class. */
void dom_search_ways_add_group(dom_search_ways *ways, int group, int slots, int room);

/* Adds a class. Groups that were not added are not considered. Call it after all groups were added,
 * and for tiles that were laid in the order of time. */
void dom_search_ways_add_class(dom_search_ways *ways, const dom_search_class *tiles);

/* Counts the ways to fill all groups exactly. Returns false if they are too many states for the
 * table; then `total` has no meaning. */
bool dom_search_ways_count(dom_search_ways *ways);

/* Picks a way, all with equal probability: step i takes[i] tiles. Pre: total > 0. */
void dom_search_ways_pick(const dom_search_ways *ways, dom_random *random,
                          uint8_t takes[static DOM_SEARCH_STEPS_MAX]);

#endif
