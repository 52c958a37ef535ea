/* ranks.h - rank ranges and tiers of the rows of a list, from comparisons of every two of them.
 *
 * ratings/list.h explains rank ranges, tiers, and the procedure with which all comparisons hold
 * together.
 */
#ifndef DOM_RATINGS_RANKS_H
#define DOM_RATINGS_RANKS_H

#include "ratings/rc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of a list, which are numbered from 0. Rows that can be compared are neighbours, and
 * among them the better one comes first. */
typedef struct {
    size_t count;
    const void *context; /* of the functions */
    /* Returns true if the rows can be compared. */
    bool (*are_near)(const void *context, size_t a, size_t b);
    /* Returns the probability that `a` is stronger than `b`, which can be compared and comes later.
     * It is above 97.5 % if and only if the 95 % interval of their difference lies above 0. */
    double (*los)(const void *context, size_t a, size_t b);
} dom_ratings_rows;

/* The place of a row among those that can be compared with it. */
typedef struct {
    uint32_t lo, hi;   /* the best and the worst rank */
    uint32_t joint_hi; /* the worst rank if all comparisons hold together with 95 % */
    uint32_t tier;     /* its tier, from 1 */
} dom_ratings_rank_range;

/* Find the rank ranges and tiers. `los` is called once for every two rows.
 *
 * is_simultaneous  in `lo` and `hi` all comparisons hold together with 95 %, as they always do in
 *                  `joint_hi` and `tier`
 * out              rows->count of them
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_ranks_find(const dom_ratings_rows *rows, bool is_simultaneous,
                                      dom_ratings_rank_range out[]);

#endif
