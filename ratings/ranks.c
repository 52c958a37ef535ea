#include "ranks.h"

#include <math.h>
#include <stdlib.h>

/* Returns the probability that so large a difference comes from chance. */
static double doubt_of(const dom_ratings_rows *rows, size_t a, size_t b)
{
    double los = rows->los(rows->context, a, b);
    return 2 * fmin(los, 1 - los);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Find the largest doubt that a sure comparison may have by Holm's procedure; -1 if none is sure.
 */
static dom_ratings_rc find_doubt_max(const dom_ratings_rows *rows, double *most)
{
    size_t pairs = 0;
    double *doubt = malloc((rows->count * rows->count / 2 + 1) * sizeof *doubt);
    if (doubt == NULL)
        return DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = i + 1; k < rows->count; k++)
            if (rows->are_near(rows->context, i, k))
                doubt[pairs++] = doubt_of(rows, i, k);
    qsort(doubt, pairs, sizeof *doubt, by_size);
    *most = -1;
    for (size_t i = 0; i < pairs && doubt[i] <= 0.05 / (double)(pairs - i); i++)
        *most = doubt[i];
    free(doubt);
    return DOM_RATINGS_OK;
}

/* Returns true if `a` is surely stronger than `b`. A doubt of 1 and more allows every comparison
 * that is sure by itself. */
static bool is_sure(const dom_ratings_rows *rows, double doubt_max, size_t a, size_t b)
{
    return rows->is_above(rows->context, a, b) &&
           (doubt_max >= 1 || doubt_of(rows, a, b) <= doubt_max);
}

dom_ratings_rc dom_ratings_ranks_find(const dom_ratings_rows *rows, bool is_simultaneous,
                                      dom_ratings_rank_range out[])
{
    double doubt_max = 1;
    dom_ratings_rc rc = is_simultaneous ? find_doubt_max(rows, &doubt_max) : DOM_RATINGS_OK;
    if (rc != DOM_RATINGS_OK)
        return rc;
    for (size_t i = 0; i < rows->count; i++)
        out[i] = (dom_ratings_rank_range){.lo = 1};
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < rows->count; k++) {
            bool is_near = rows->are_near(rows->context, i, k);
            bool is_above = is_near && is_sure(rows, doubt_max, i, k);
            out[k].lo += is_above;
            out[i].hi += is_near && !is_above;
        }
    return DOM_RATINGS_OK;
}
