/* walk.h - a sequential test (ratings/sprt.h) as a walk of the points on whole numbers, computed
 * exactly.
 *
 * After n sets of classes 0..c - 1 the points are the sum of the classes, 0..n (c - 1). The test
 * stops where its rule, applied to the most likely distribution with these points, accepts a
 * hypothesis. For a true difference the sets have the most likely distribution with that mean. So
 * the variance of a set changes with the difference, as it does between a close and a clear result,
 * and a step of the walk is as large as a set. A Brownian motion neglects both, and errs
 * by it in short tests. Only the uncertainty of the distribution's shape is left out.
 */
#ifndef DOM_RATINGS_WALK_H
#define DOM_RATINGS_WALK_H

#include "sprt_parts.h"

#include <stdbool.h>

/* Most points of a walk: 256 sets of two matches. */
enum { DOM_RATINGS_WALK_POINTS_MAX = 1024 };

typedef struct {
    dom_ratings_distribution seen; /* with the part of a set that the test begins with */
    int sets, points;              /* where the test is */
    /* By number of sets, below `sets`: the test accepts H0 with so many points or less, and H1 with
     * so many or more. */
    int lower[DOM_RATINGS_WALK_POINTS_MAX], upper[DOM_RATINGS_WALK_POINTS_MAX];
} dom_ratings_walk;

/* Prepare the walk of a test with at least one set. Returns false if it has too many points, or if
 * it compares differences: their distant classes are so unlikely that the most likely distribution
 * exaggerates them, and the intervals would hold the truth in 99 % of all tests. */
bool dom_ratings_walk_begin(dom_ratings_walk *walk, const dom_ratings_sprt *test);

/* Returns the probability of a worse outcome if the true difference is `elo`
 * (dom_ratings_sprt_estimate). The share `ties` of the outcomes with the same sets and points
 * counts as worse. */
double dom_ratings_walk_worse(const dom_ratings_walk *walk, double elo, double ties);

#endif
