/* Helpers that make pools for tests. */
#ifndef TESTS_RATINGS_POOLS_H
#define TESTS_RATINGS_POOLS_H

#include "ratings/list.h"

/* Returns `pool`, which is freed at the end of the test. */
dom_ratings_pool *free_later(dom_ratings_pool *pool);

/* Makes a pool that is freed at the end of the test. */
dom_ratings_pool *new_pool(void);

/* Returns the list of a pool, or fails the test. It is cleared at the end of the test. */
dom_ratings_list fitted(const dom_ratings_pool *pool, const dom_ratings_list_options *options);

/* Frees these pools and lists: the .fini of a suite, also between the rounds of a long test. */
void free_all(void);

/* Returns a match of two single players in which `a` got place `place_a`. */
dom_ratings_match duel(uint32_t a, uint32_t b, uint8_t place_a, uint8_t place_b);

/* Returns a match of the partners a and b against c and d. */
dom_ratings_match team_match(uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool first_wins);

/* Adds a set of this match. */
void add_match(dom_ratings_pool *pool, dom_ratings_match match);

/* Adds a set of two matches with exchanged seats; says whether a wins the first and the second. */
void add_both(dom_ratings_pool *pool, uint32_t a, uint32_t b, bool first, bool second);

/* Add `count` sets of one match each: a beats b, or with `is_draw` a draw. */
void add_duels(dom_ratings_pool *pool, uint32_t a, uint32_t b, int count, bool is_draw);

/* Add sets of one match each: wins of a, draws, wins of b. */
void add_score(dom_ratings_pool *pool, uint32_t a, uint32_t b, int wins, int draws, int losses);

/* Adds 20 sets of four matches, in which player 0 beats 1, 2 and 3, who are equal. In so many of
 * the matches it is behind one of them. */
void add_tables(dom_ratings_pool *pool, int losses);

/* Returns the rating of a player; NaN, which no test accepts, if the list does not have it. */
double elo_of(const dom_ratings_list *list, uint32_t player);
const dom_ratings_rating *row_of(const dom_ratings_list *list, uint32_t player);

void check_near(double found, double expected, double tolerance);

/* A random generator with the same numbers on every machine. */
typedef struct {
    uint64_t state;
} chance;
double chance_uniform(chance *c); /* [0, 1)                                   */
double chance_normal(chance *c);

#endif
