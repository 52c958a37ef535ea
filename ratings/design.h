/* A pool in canonical order, as the fit reads it; private to the library. */
#ifndef DOM_RATINGS_DESIGN_H
#define DOM_RATINGS_DESIGN_H

#include "pool_parts.h"

/* A pairing with all its results, in matches. The difference of the sides' ratings
 * is the sum of x * rating. */
typedef struct {
    uint32_t player[DOM_RATINGS_TERMS_MAX];
    double x[DOM_RATINGS_TERMS_MAX];
    int terms;
    double n, score, tie;
} dom_ratings_contrast;

typedef struct {
    uint32_t contrast;
    uint32_t position; /* of its outcome in a outcome count                           */
    double n;
} dom_ratings_ask;

typedef struct {
    dom_ratings_ask *ask; /* by contrast                                              */
    uint32_t pairs, source;
    double sets;
    uint32_t outcome_count, outcome_counts; /* where they begin, how many                    */
} dom_ratings_table;

typedef struct {
    const dom_ratings_outcome *outcome;
    const dom_ratings_table *table;
    uint32_t source; /* in the pool                                            */
    double sets;
} dom_ratings_design_outcome;

typedef struct {
    size_t players, contrasts, tables, outcome_counts;
    dom_ratings_contrast *contrast;            /* by players                                     */
    dom_ratings_table *table;                  /* by contrasts and weights                       */
    dom_ratings_design_outcome *outcome_count; /* by table and outcome                           */
    dom_ratings_ask *ask;                      /* storage of the tables                          */
    double *matches;                           /* weighted matches of each player, for tolerances */
} dom_ratings_design;

/* Returns DOM_RATINGS_OK or E_NOMEM; the pool must outlive the design. */
dom_ratings_rc dom_ratings_design_make(dom_ratings_design *design, const dom_ratings_pool *pool);
void dom_ratings_design_clear(dom_ratings_design *design);

/* Sum the results of all contrasts, from as many sets of each outcome count as `sets` says. */
void dom_ratings_design_sum(dom_ratings_design *design, const double sets[]);

/* As if the pool had only so many sets of each outcome count. */
void dom_ratings_design_recount(dom_ratings_design *design, const double sets[]);

#endif
