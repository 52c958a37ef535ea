/* ranks.h - rank ranges of the rows of a list, from comparisons of every two of them.
 *
 * ratings/list.h explains rank ranges and the procedure with which all comparisons hold together.
 */
#ifndef DOM_RATINGS_RANKS_H
#define DOM_RATINGS_RANKS_H

#include "ratings/rc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of a list, which are numbered from 0. */
typedef struct {
    size_t count;
    const void *context; /* of the functions */
    /* Returns true if the rows can be compared. */
    bool (*are_near)(const void *context, size_t a, size_t b);
    /* Returns true if the 95 % interval of the difference of `a` to `b` lies above 0. */
    bool (*is_above)(const void *context, size_t a, size_t b);
    /* Returns the probability that `a` is stronger. */
    double (*los)(const void *context, size_t a, size_t b);
} dom_ratings_rows;

/* The best and the worst rank of a row. */
typedef struct {
    uint32_t lo, hi;
} dom_ratings_rank_range;

/* Find the rank ranges.
 *
 * is_simultaneous  all comparisons hold together with 95 %
 * out              rows->count of them
 *
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_ranks_find(const dom_ratings_rows *rows, bool is_simultaneous,
                                      dom_ratings_rank_range out[]);

#endif
