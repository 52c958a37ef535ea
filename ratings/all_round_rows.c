/* The rows of an all-round list, best first. */
#include "all_round_maker.h"

#include "ranks.h"

#include <math.h>
#include <stdlib.h>

static dom_ratings_difference difference_of(const dom_ratings_all_round_maker *m, size_t a,
                                            size_t b)
{
    return dom_ratings_rounded_difference(
        dom_ratings_difference_of(m->elo[a] - m->elo[b], m->below[a * m->count + b],
                                  m->below[b * m->count + a], fmin(m->degrees[a], m->degrees[b])));
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

/* Returns a row without its ranks. */
static dom_ratings_all_round_row row_of(const dom_ratings_all_round_maker *m, size_t i)
{
    double elo = m->options->anchor_elo + m->elo[i];
    bool has_lo = isfinite(m->lo[i]), has_hi = isfinite(m->hi[i]);
    return (dom_ratings_all_round_row){.player = m->player[i],
                                       .elo = dom_ratings_rounded(elo),
                                       .elo_lo = dom_ratings_rounded(has_lo ? elo - m->lo[i] : elo),
                                       .elo_hi = dom_ratings_rounded(has_hi ? elo + m->hi[i] : elo),
                                       .bound = m->bound[i],
                                       .is_fixed = is_fixed(m, i),
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

/* ---- ranks ---------------------------------------------------------------- */

/* The rows that are compared, best first. */
typedef struct {
    const dom_ratings_all_round_maker *m;
    const placed_row *placed;
} ranked_rows;

static bool are_near(const void *context, size_t a, size_t b)
{
    const ranked_rows *c = context;
    return c->placed[a].row.island == c->placed[b].row.island;
}

static double los_of(const void *context, size_t a, size_t b)
{
    const ranked_rows *c = context;
    size_t x = c->placed[a].ranked, y = c->placed[b].ranked;
    double elo = c->m->elo[x] - c->m->elo[y];
    return dom_ratings_los_of(elo,
                              c->m->below[elo < 0 ? y * c->m->count + x : x * c->m->count + y]);
}

static dom_ratings_rc find_ranks(const dom_ratings_all_round_maker *m, placed_row placed[])
{
    const ranked_rows compared = {m, placed};
    const dom_ratings_rows rows = {m->count, &compared, are_near, los_of};
    dom_ratings_rank_range *range = malloc((m->count + 1) * sizeof *range);
    dom_ratings_rc rc = range ? dom_ratings_ranks_find(&rows, m->options->is_simultaneous, range)
                              : DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++) {
        placed[i].row.rank_lo = range[i].lo;
        placed[i].row.rank_hi = range[i].hi;
        placed[i].row.joint_hi = range[i].joint_hi;
        placed[i].row.tier = range[i].tier;
    }
    free(range);
    return rc;
}

/* ---- rows ----------------------------------------------------------------- */

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
    placed_row *placed = calloc(m->count + 1, sizeof *placed);
    out->row = calloc(m->count + 1, sizeof *out->row);
    out->covariance = calloc(m->count * m->count + 1, sizeof *out->covariance);
    dom_ratings_rc rc =
        placed && out->row && out->covariance ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < m->count; i++)
        placed[i] = (placed_row){row_of(m, i), i};
    if (rc == DOM_RATINGS_OK) {
        qsort(placed, m->count, sizeof *placed, by_rank);
        rc = find_ranks(m, placed);
    }
    if (rc == DOM_RATINGS_OK)
        fill_rows(m, placed, out);
    free(placed);
    return rc;
}
