#include "ranks.h"

#include <stdlib.h>

/* A comparison is sure by itself if its doubt is below this. */
static const double doubt_alone = 0.05;

/* The comparisons of every two rows. */
typedef struct {
    const dom_ratings_rows *rows;
    double *doubt;  /* by pair: the probability that so large a difference comes from chance */
    double *sorted; /* those of the rows that can be compared, the surest first */
    size_t near;    /* number of them */
} comparisons;

/* Returns the number of a pair. Pre: a < b. */
static size_t pair_of(size_t a, size_t b)
{
    return b * (b - 1) / 2 + a;
}

static bool are_near(const comparisons *c, size_t a, size_t b)
{
    return c->rows->are_near(c->rows->context, a, b);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void compare(comparisons *c)
{
    for (size_t b = 1; b < c->rows->count; b++)
        for (size_t a = 0; a < b; a++)
            if (are_near(c, a, b))
                c->sorted[c->near++] = c->doubt[pair_of(a, b)] =
                    2 * (1 - c->rows->los(c->rows->context, a, b));
    qsort(c->sorted, c->near, sizeof *c->sorted, by_size);
}

/* Returns the doubt that sure comparisons stay below if all hold together, by Holm's procedure:
 * that of the first comparison that fails. */
static double joint_doubt(const comparisons *c)
{
    size_t sure = 0;
    while (sure < c->near && c->sorted[sure] < doubt_alone / (double)(c->near - sure))
        sure++;
    return sure < c->near ? c->sorted[sure] : doubt_alone;
}

/* Counts the comparisons of a row with those before it.
 *
 * last  by row: the last row that is not surely below it */
static void count_before(const comparisons *c, size_t row, bool is_simultaneous, double joint,
                         dom_ratings_rank_range out[], size_t last[])
{
    for (size_t i = 0; i < row; i++) {
        if (!are_near(c, i, row))
            continue;
        double doubt = c->doubt[pair_of(i, row)];
        bool is_sure = doubt < (is_simultaneous ? joint : doubt_alone), is_joint = doubt < joint;
        out[row].lo += is_sure;
        out[row].hi++;
        out[row].joint_hi++;
        out[i].hi += !is_sure;
        out[i].joint_hi += !is_joint;
        last[i] = is_joint ? last[i] : row;
    }
}

/* A tier ends with a row if no row up to it reaches further. */
static void number_tiers(const comparisons *c, const size_t last[], dom_ratings_rank_range out[])
{
    size_t reach = 0;
    for (size_t i = 0; i < c->rows->count; i++) {
        bool is_same = i > 0 && are_near(c, i - 1, i);
        out[i].tier = is_same ? out[i - 1].tier + (reach < i) : 1;
        reach = last[i] > reach ? last[i] : reach;
    }
}

static void fill(const comparisons *c, bool is_simultaneous, dom_ratings_rank_range out[],
                 size_t last[])
{
    double joint = joint_doubt(c);
    for (size_t i = 0; i < c->rows->count; i++) {
        out[i] = (dom_ratings_rank_range){.lo = 1, .hi = 1, .joint_hi = 1};
        last[i] = i;
        count_before(c, i, is_simultaneous, joint, out, last);
    }
    number_tiers(c, last, out);
}

dom_ratings_rc dom_ratings_ranks_find(const dom_ratings_rows *rows, bool is_simultaneous,
                                      dom_ratings_rank_range out[])
{
    size_t pairs = rows->count > 1 ? pair_of(0, rows->count) : 0;
    comparisons c = {.rows = rows};
    size_t *last = malloc((rows->count + 1) * sizeof *last);
    c.doubt = malloc((pairs + 1) * sizeof *c.doubt);
    c.sorted = malloc((pairs + 1) * sizeof *c.sorted);
    bool is_made = last && c.doubt && c.sorted;
    if (is_made) {
        compare(&c);
        fill(&c, is_simultaneous, out, last);
    }
    free(last);
    free(c.doubt);
    free(c.sorted);
    return is_made ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
}
