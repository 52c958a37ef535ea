/* A pool in canonical order, as the fit reads it; private to the library. */
#ifndef DOM_RATINGS_DESIGN_H
#define DOM_RATINGS_DESIGN_H

#include "pool_parts.h"

/* A pairing with all its results, in matches. The difference of the sides' ratings
 * is the sum of x * rating. */
typedef struct {
    uint32_t player[DOM_TERMS_MAX];
    double x[DOM_TERMS_MAX];
    int terms;
    double n, score, tie;
} dom_contrast;

typedef struct {
    uint32_t contrast;
    uint32_t position; /* of its outcome in a tally                           */
    double n;
} dom_ask;

typedef struct {
    dom_ask *ask; /* by contrast                                              */
    uint32_t cells, source;
    double sets;
    uint32_t tally, tallies; /* where they begin, how many                    */
} dom_table;

typedef struct {
    const dom_outcome *outcome;
    const dom_table *table;
    uint32_t source; /* in the pool                                            */
    double sets;
} dom_tally;

typedef struct {
    size_t players, contrasts, tables, tallies;
    dom_contrast *contrast; /* by players                                     */
    dom_table *table;       /* by contrasts and weights                       */
    dom_tally *tally;       /* by table and outcome                           */
    dom_ask *ask;           /* storage of the tables                          */
    double *matches;        /* weighted matches of each player, for tolerances */
} dom_design;

/* Returns DOM_RATINGS_OK or E_NOMEM; the pool must outlive the design. */
dom_ratings_rc dom_design_make(dom_design *design, const dom_pool *pool);
void dom_design_clear(dom_design *design);

/* Sum the results of all contrasts, from as many sets of each tally as `sets` says. */
void dom_design_sum(dom_design *design, const double sets[]);

/* As if the pool had only so many sets of each tally. */
void dom_design_recount(dom_design *design, const double sets[]);

#endif
