/* What both halves of the program `edges` use: intervals of differences, and the exact interval. */
#ifndef TESTS_RATINGS_EDGES_H
#define TESTS_RATINGS_EDGES_H

#include "ratings/list.h"

#include <stdbool.h>

/* The least coverage of all cases, the largest one if no single result is likely, and from which
 * probability on a result is. */
#define COVERAGE_MIN .935
#define COVERAGE_MAX .975
#define LIKELY .02
/* The widest interval allowed, relative to that of Clopper and Pearson over sets. */
#define WIDTH_MAX 1.1

typedef struct {
    double lo, hi; /* of the difference of two ratings, +-INFINITY without a limit */
} range;

/* Print why the program ends, and end it with 2. */
_Noreturn void fail_hard(const char *what);

/* Returns memory of zeros for `count` things. */
void *zeros(size_t count, size_t bytes);

/* Returns the list of a pool, relative to the anchor; clear it. */
dom_ratings_list fit_pool(const dom_ratings_pool *pool, int32_t anchor);

range range_of(const dom_ratings_rating *row);

void add_set(dom_ratings_pool *pool, const dom_ratings_match set[], size_t matches);

/* Returns the expected score of a difference, and back. */
double score_at(double elo);
double elo_at(double score);

/* Returns the interval of Clopper and Pearson (1934) for `won` of `sets` sets. Parts of sets are
 * allowed, by the same quantiles of the beta distribution. */
range exact_range(double won, double sets);

/* Returns how many times as wide as the exact interval `r` is. If one of them lacks a limit, they
 * are compared as expected scores. */
double width_of(range r, range exact);

/* Print the tables of two bots, and of larger lists. Return false if a row is outside its limits.
 */
bool judge_two_bots(bool is_long);
bool judge_networks(bool is_long);

#endif
