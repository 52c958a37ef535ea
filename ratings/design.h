/* design.h - a pool in canonical order, in the form that the fit reads.
 *
 * A pool numbers its pairings, tables and outcome counts in the order in which they appeared. A
 * design has the same items sorted by their content, with weights as matches instead of units. So
 * sums are taken in the same order whatever the order of the sets was, and the list has the same
 * bytes.
 */
#ifndef DOM_RATINGS_DESIGN_H
#define DOM_RATINGS_DESIGN_H

#include "pool_parts.h"

/* A pairing with the sum of all its results. The difference of the ratings of its two sides is the
 * sum of x * rating over its terms. Example: player 4 against the team of 7 and 9 has x = 1, -1/2,
 * -1/2. */
typedef struct {
    uint32_t player[DOM_RATINGS_TERMS_MAX];
    double x[DOM_RATINGS_TERMS_MAX];
    double offset; /* is added to the sum: what the given ratings of anchors make (fit.h); else 0 */
    int terms;
    double n, score, tie; /* matches, score of the positive side, draws; weighted */
} dom_ratings_contrast;

/* One pairing of a table. */
typedef struct {
    uint32_t contrast;
    uint32_t position; /* index of its outcome within an outcome count */
    double n;          /* weight in a set, in matches */
} dom_ratings_ask;

/* A table with its pairings. */
typedef struct {
    dom_ratings_ask *ask;   /* its pairings, sorted by contrast */
    uint32_t pairs, source; /* number of pairings; number of the table in the pool */
    double sets, matches;   /* number of sets; matches of one set */
    uint32_t outcome_count, outcome_counts; /* index of its first outcome count; their number */
} dom_ratings_table;

/* An outcome count (ratings/pool.h has an example). */
typedef struct {
    const dom_ratings_outcome *outcome; /* one for each pairing of the table */
    const dom_ratings_table *table;
    uint32_t source; /* its number in the pool */
    double sets;
} dom_ratings_design_outcome;

/* The whole pool. */
typedef struct {
    size_t players, contrasts, tables, outcome_counts;
    dom_ratings_contrast *contrast;            /* sorted by players */
    dom_ratings_table *table;                  /* sorted by contrasts and weights */
    dom_ratings_design_outcome *outcome_count; /* sorted by table and outcome */
    dom_ratings_ask *ask;                      /* storage for the tables */
    double *matches;                           /* weighted matches of each player, for tolerances */
} dom_ratings_design;

/* Make the design of a pool, which it borrows. Returns DOM_RATINGS_OK; release the design with
 * dom_ratings_design_clear. Or E_NOMEM, with the design empty. */
dom_ratings_rc dom_ratings_design_make(dom_ratings_design *design, const dom_ratings_pool *pool);
/* Free the memory and set everything to zero. */
void dom_ratings_design_clear(dom_ratings_design *design);

/* Compute n, score and tie of every contrast, and the matches of every player.
 *
 * sets  number of sets of each outcome count of the design */
void dom_ratings_design_sum(dom_ratings_design *design, const double sets[]);

/* Change the design as if the pool had these numbers of sets, for histories. */
void dom_ratings_design_recount(dom_ratings_design *design, const double sets[]);

#endif
