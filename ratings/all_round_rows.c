/* The rows of an all-round list, best first. */
#include "all_round_maker.h"

#include "ranks.h"

#include <math.h>
#include <stdlib.h>

static bool are_near(const void *context, size_t a, size_t b)
{
    const dom_ratings_all_round_maker *m = context;
    return m->island[a] == m->island[b];
}

static bool is_above(const void *context, size_t a, size_t b)
{
    const dom_ratings_all_round_maker *m = context;
    return m->elo[a] > m->elo[b] && m->elo[a] - m->elo[b] > m->below[a * m->count + b];
}

static dom_ratings_difference difference_of(const dom_ratings_all_round_maker *m, size_t a,
                                            size_t b)
{
    return dom_ratings_rounded_difference(
        dom_ratings_difference_of(m->elo[a] - m->elo[b], m->below[a * m->count + b],
                                  m->below[b * m->count + a], fmin(m->degrees[a], m->degrees[b])));
}

static double los_of(const void *context, size_t a, size_t b)
{
    return difference_of(context, a, b).los;
}

/* Returns true for the anchor, for each of several, and for who is alone on its island: no list has
 * a variance for it. */
static bool is_fixed(const dom_ratings_all_round_maker *m, size_t i)
{
    const dom_ratings_knowledge *k =
        &m->known[dom_ratings_all_round_number_of(m, (dom_ratings_compared){i, m->count}) *
                  m->lists];
    bool is_free = false;
    for (size_t v = 0; v < m->lists; v++)
        is_free |= k[v].expected > 0;
    return !is_free;
}

static dom_ratings_all_round_row row_of(const dom_ratings_all_round_maker *m, size_t i,
                                        dom_ratings_rank_range range)
{
    double elo = m->options->anchor_elo + m->elo[i];
    bool has_lo = isfinite(m->lo[i]), has_hi = isfinite(m->hi[i]);
    return (dom_ratings_all_round_row){.player = m->player[i],
                                       .elo = dom_ratings_rounded(elo),
                                       .elo_lo = dom_ratings_rounded(has_lo ? elo - m->lo[i] : elo),
                                       .elo_hi = dom_ratings_rounded(has_hi ? elo + m->hi[i] : elo),
                                       .bound = m->bound[i],
                                       .is_fixed = is_fixed(m, i),
                                       .rank_lo = range.lo,
                                       .rank_hi = range.hi,
                                       .island = m->island[i]};
}

/* A row and which ranked player it is of. */
typedef struct {
    dom_ratings_all_round_row row;
    size_t ranked;
} placed_row;

static int by_rank(const void *a, const void *b)
{
    const dom_ratings_all_round_row *x = &((const placed_row *)a)->row;
    const dom_ratings_all_round_row *y = &((const placed_row *)b)->row;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

static void fill_rows(const dom_ratings_all_round_maker *m, const placed_row placed[],
                      dom_ratings_all_round *out)
{
    size_t n = out->count = m->count;
    out->islands = m->islands;
    for (size_t i = 0; i < n; i++) {
        out->row[i] = placed[i].row;
        out->row[i].has_next = i + 1 < n && placed[i].row.island == placed[i + 1].row.island;
        if (out->row[i].has_next)
            out->row[i].next = difference_of(m, placed[i].ranked, placed[i + 1].ranked);
        for (size_t k = 0; k < n; k++)
            out->covariance[i * n + k] =
                dom_ratings_rounded(m->covariance[placed[i].ranked * n + placed[k].ranked]);
    }
}

dom_ratings_rc dom_ratings_all_round_make_rows(dom_ratings_all_round_maker *m,
                                               dom_ratings_all_round *out)
{
    const dom_ratings_rows rows = {m->count, m, are_near, is_above, los_of};
    dom_ratings_rank_range *range = calloc(m->count + 1, sizeof *range);
    placed_row *placed = calloc(m->count + 1, sizeof *placed);
    out->row = calloc(m->count + 1, sizeof *out->row);
    out->covariance = calloc(m->count * m->count + 1, sizeof *out->covariance);
    dom_ratings_rc rc =
        range && placed && out->row && out->covariance ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK)
        rc = dom_ratings_ranks_find(&rows, m->options->is_simultaneous, range);
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++)
        placed[i] = (placed_row){row_of(m, i, range[i]), i};
    if (rc == DOM_RATINGS_OK) {
        qsort(placed, m->count, sizeof *placed, by_rank);
        fill_rows(m, placed, out);
    }
    free(range);
    free(placed);
    return rc;
}
