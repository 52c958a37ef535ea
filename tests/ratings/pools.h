/* Helpers that make pools for tests. */
#ifndef TESTS_RATINGS_POOLS_H
#define TESTS_RATINGS_POOLS_H

#include "ratings/list.h"

/* Returns a match of two single players in which `a` got place `place_a`. */
dom_ratings_match duel(uint32_t a, uint32_t b, uint8_t place_a, uint8_t place_b);

/* Returns a match of the partners a and b against c and d. */
dom_ratings_match team_match(uint32_t a, uint32_t b, uint32_t c, uint32_t d, bool first_wins);

/* Add `count` sets of one match each: a beats b, or with `is_draw` a draw. */
void add_duels(dom_ratings_pool *pool, uint32_t a, uint32_t b, int count, bool is_draw);

/* Add sets of one match each: wins of a, draws, wins of b. */
void add_score(dom_ratings_pool *pool, uint32_t a, uint32_t b, int wins, int draws, int losses);

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
