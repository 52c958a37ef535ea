/* Least squares with one parameter for each player and one for each list and island of it (a
 * column). Players come first, columns after them. */
#include "ratings/all_round.h"

#include "distributions.h"
#include "intervals.h"
#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rating in a list. */
typedef struct {
    const dom_ratings_all_round_list *list;
    const dom_ratings_rating *row;
    size_t player, column; /* parameters */
    double weight;
} observation;

/* The all-round ratings that are being found. Matrices are size x size. */
typedef struct {
    size_t players, columns, size, count;
    observation *at; /* `count`, by column */
    size_t *first;   /* by column: its first observation; one more at the end */
    size_t *part;    /* by parameter: what it is connected with */
    double *inverse; /* of the normal equations */
    double *covariance;
    double *value;     /* the parameters */
    double *all;       /* by player: sum of the weights of its observations */
    double *quantile;  /* by player: 97.5 % quantile of its Student's distribution */
    double *deviation; /* by player: additional variance because it is not in all lists */
    double spread2, free_numbers; /* variance of the deviations, and its degrees of freedom */
    double *work;                 /* room for two matrices and two vectors */
} fit_of_all;

/* ---- observations ------------------------------------------------------------ */

static double weight_of(const dom_ratings_all_round_list lists[], size_t count, uint32_t group)
{
    size_t same = 0;
    for (size_t i = 0; i < count; i++)
        same += lists[i].group == group;
    return 1 / (double)same;
}

/* The rows of a list are sorted by island, so columns follow each other. */
static void observe(fit_of_all *f, const dom_ratings_all_round_list lists[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double weight = weight_of(lists, count, lists[i].group);
        for (size_t k = 0; k < lists[i].list->count; k++) {
            const dom_ratings_rating *row = &lists[i].list->row[k];
            if (k == 0 || row->island != row[-1].island)
                f->first[f->columns++] = f->count;
            f->at[f->count++] = (observation){.list = &lists[i],
                                              .row = row,
                                              .player = lists[i].player[row->player],
                                              .column = f->players + f->columns - 1,
                                              .weight = weight};
            f->all[lists[i].player[row->player]] += weight;
        }
    }
    f->first[f->columns] = f->count;
    f->size = f->players + f->columns;
}

static bool is_there(const fit_of_all *f, size_t player)
{
    return f->all[player] > 0;
}

/* Number the connected parts: each gets the lowest number of its parameters. */
static void connect(fit_of_all *f)
{
    for (size_t i = 0; i < f->size; i++)
        f->part[i] = i;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < f->count; i++) {
            size_t *a = &f->part[f->at[i].player], *b = &f->part[f->at[i].column];
            has_changed |= *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
}

/* ---- least squares ----------------------------------------------------------- */

/* Returns the covariance of two observations of one column, Elo^2. */
static double covariance_of(const observation *a, const observation *b)
{
    return a->list->list->covariance[a->row->player * a->list->players + b->row->player];
}

/* In every part a constant may be added to the players and subtracted from the columns. Terms for
 * that make the equations solvable. */
static double direction(const fit_of_all *f, size_t i)
{
    return i < f->players ? 1 : -1;
}

static dom_ratings_rc solve(fit_of_all *f)
{
    size_t size = f->size;
    double *h = f->inverse, *sums = f->work;
    for (size_t i = 0; i < f->count; i++) {
        const observation *o = &f->at[i];
        h[o->player * size + o->player] += o->weight;
        h[o->column * size + o->column] += o->weight;
        h[o->player * size + o->column] += o->weight;
        h[o->column * size + o->player] += o->weight;
        sums[o->player] += o->weight * o->row->elo;
        sums[o->column] += o->weight * o->row->elo;
    }
    for (size_t i = 0; i < size;
         i++) /* a player without matches has no equation, and is a part alone */
        for (size_t k = 0; k < size; k++)
            if (f->part[i] == f->part[k])
                h[i * size + k] += direction(f, i) * direction(f, k) / (double)size;
    dom_ratings_rc rc = dom_ratings_invert(h, size);
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < size; i++) {
        f->value[i] = 0;
        for (size_t k = 0; k < size; k++)
            f->value[i] += h[i * size + k] * sums[k];
    }
    return rc;
}

/* Compute the covariance of the parameters, H T H, where T is that of the sums. */
static void propagate(fit_of_all *f)
{
    size_t size = f->size;
    double *t = f->work, *half = f->work + size * size;
    memset(t, 0, size * size * sizeof *t);
    for (size_t c = 0; c < f->columns; c++)
        for (size_t i = f->first[c]; i < f->first[c + 1]; i++)
            for (size_t k = f->first[c]; k < f->first[c + 1]; k++) {
                const observation *a = &f->at[i], *b = &f->at[k];
                double both = a->weight * b->weight * covariance_of(a, b);
                t[a->player * size + b->player] += both;
                t[a->player * size + b->column] += both;
                t[a->column * size + b->player] += both;
                t[a->column * size + b->column] += both;
            }
    dom_ratings_multiply(t, f->inverse, half, size); /* both are symmetric */
    dom_ratings_multiply(half, f->inverse, f->covariance, size);
}

/* ---- deviations -------------------------------------------------------------- */

/* Returns the variance that errors of the ratings give to what the model leaves of an observation:
 * var(e - x'H X'W e). */
static double left_by_errors(const fit_of_all *f, const observation *o)
{
    size_t size = f->size, column = o->column - f->players;
    const double *c = f->covariance, *h = f->inverse;
    double fitted = c[o->player * size + o->player] + 2 * c[o->player * size + o->column] +
                    c[o->column * size + o->column];
    double both = 0;
    for (size_t i = f->first[column]; i < f->first[column + 1]; i++) {
        const observation *p = &f->at[i];
        double along = h[o->player * size + p->player] + h[o->player * size + p->column] +
                       h[o->column * size + p->player] + h[o->column * size + p->column];
        both += along * p->weight * covariance_of(o, p);
    }
    return covariance_of(o, o) - 2 * both + fitted;
}

/* Estimate the variance of the deviations by the method of moments. */
static void find_spread(fit_of_all *f)
{
    double left = 0, free_numbers = (double)f->count;
    for (size_t i = 0; i < f->count; i++) {
        const observation *o = &f->at[i];
        double off = o->row->elo - f->value[o->player] - f->value[o->column];
        left += off * off - left_by_errors(f, o);
    }
    for (size_t i = 0; i < f->size; i++) /* a part with n parameters determines n - 1 of them */
        free_numbers -= f->part[i] != i;
    f->free_numbers = free_numbers;
    f->spread2 = free_numbers > 0 ? fmax(left / free_numbers, 0) : 0;
}

/* Add the variance of players that are not in all lists of their part. */
static void add_deviations(fit_of_all *f)
{
    for (size_t player = 0; player < f->players; player++) {
        double all = 0, sum = 0;
        if (!is_there(f, player))
            continue;
        for (size_t c = 0; c < f->columns; c++)
            if (f->part[f->players + c] == f->part[player])
                all += f->at[f->first[c]].weight;
        for (size_t c = 0; c < f->columns; c++) {
            double weight = f->at[f->first[c]].weight, own = 0;
            if (f->part[f->players + c] != f->part[player])
                continue;
            for (size_t i = f->first[c]; i < f->first[c + 1]; i++)
                own += f->at[i].player == player ? weight : 0;
            double more = own / f->all[player] - weight / all;
            sum += more * more;
        }
        f->deviation[player] = f->spread2 * sum;
        f->covariance[player * f->size + player] += f->deviation[player];
    }
}

/* ---- what is fixed ------------------------------------------------------------ */

/* Returns true if results limit all ratings of a player on both sides. */
static bool is_limited(const fit_of_all *f, size_t player)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].player == player && f->at[i].row->bound != DOM_RATINGS_BOUND_NONE)
            return false;
    return true;
}

/* Fill the share of each player of a part in what is fixed: the anchor, or the mean of the players
 * with limits, or of all if there are none. */
static void share_part(const fit_of_all *f, size_t part, int32_t anchor, double share[])
{
    bool has_anchor = false, has_limited = false;
    double count = 0;
    for (size_t i = 0; i < f->players; i++)
        if (f->part[i] == part && is_there(f, i)) {
            has_anchor |= anchor >= 0 && i == (size_t)anchor;
            has_limited |= is_limited(f, i);
        }
    for (size_t i = 0; i < f->players; i++)
        if (f->part[i] == part && is_there(f, i)) {
            share[i] = has_anchor ? i == (size_t)anchor : !has_limited || is_limited(f, i);
            count += share[i];
        }
    for (size_t i = 0; i < f->players; i++)
        if (f->part[i] == part)
            share[i] /= count > 0 ? count : 1;
}

/* Returns the sum of share * value over the players of a part. */
static double sum_of(const fit_of_all *f, size_t part, const double share[], const double value[])
{
    double sum = 0;
    for (size_t i = 0; i < f->players; i++)
        sum += f->part[i] == part ? share[i] * value[i] : 0;
    return sum;
}

/* Make values and covariance of the players relative to what is fixed. `along` has room for a
 * number for each parameter. */
static void fix(fit_of_all *f, int32_t anchor, double share[], double along[])
{
    size_t size = f->size;
    for (size_t part = 0; part < f->size; part++) {
        share_part(f, part, anchor, share);
        double mean = sum_of(f, part, share, f->value);
        for (size_t i = 0; i < f->players; i++)
            if (f->part[i] == part) {
                along[i] = sum_of(f, part, share, f->covariance + i * size);
                f->value[i] -= mean;
            }
        double both = sum_of(f, part, share, along);
        for (size_t i = 0; i < f->players; i++)
            for (size_t k = 0; f->part[i] == part && k < f->players; k++)
                if (f->part[k] == part)
                    f->covariance[i * size + k] += both - along[i] - along[k];
    }
}

/* ---- lines -------------------------------------------------------------------- */

/* Returns the degrees of freedom of a rating, combined from those of its lists and of the
 * deviations; 0 if there are none. */
static double degrees_of(const fit_of_all *f, size_t player)
{
    double sum = f->deviation[player];
    double squares = sum > 0 ? sum * sum / f->free_numbers : 0;
    for (size_t i = 0; i < f->count; i++) {
        const observation *o = &f->at[i];
        double share = o->weight / f->all[player], variance = share * share * covariance_of(o, o);
        if (o->player != player || variance <= 0 || o->row->degrees <= 0)
            continue;
        sum += variance;
        squares += variance * variance / o->row->degrees;
    }
    return squares > 0 ? sum * sum / squares : 0;
}

static dom_ratings_bound bound_of(const fit_of_all *f, size_t player)
{
    bool has_lo = true, has_hi = true;
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].player == player) {
            has_lo &= dom_ratings_bound_has_lo(f->at[i].row->bound);
            has_hi &= dom_ratings_bound_has_hi(f->at[i].row->bound);
        }
    if (has_lo)
        return has_hi ? DOM_RATINGS_BOUND_NONE : DOM_RATINGS_BOUND_BELOW;
    return has_hi ? DOM_RATINGS_BOUND_ABOVE : DOM_RATINGS_BOUND_BOTH;
}

static dom_ratings_all_round_row row_of(const fit_of_all *f, size_t player, const double share[],
                                        double anchor_elo)
{
    double variance = fmax(f->covariance[player * f->size + player], 0);
    double half = f->quantile[player] * sqrt(variance);
    double elo = anchor_elo + f->value[player];
    dom_ratings_bound bound = bound_of(f, player);
    dom_ratings_all_round_row row = {
        .player = (uint32_t)player,
        .elo = dom_ratings_rounded(elo),
        .elo_lo = dom_ratings_rounded(dom_ratings_bound_has_lo(bound) ? elo - half : elo),
        .elo_hi = dom_ratings_rounded(dom_ratings_bound_has_hi(bound) ? elo + half : elo),
        .bound = bound,
        .is_fixed = share[player] >= 1};
    for (size_t i = 0; i < f->count; i++)
        row.lists += f->at[i].player == player;
    return row;
}

/* Returns true if the 95 % interval of the difference of two lines lies above 0. */
static bool is_above(const fit_of_all *f, const dom_ratings_all_round_row *a,
                     const dom_ratings_all_round_row *b)
{
    size_t size = f->size;
    const double *c = f->covariance;
    if (a->elo <= b->elo || !dom_ratings_bound_has_lo(a->bound) ||
        !dom_ratings_bound_has_hi(b->bound))
        return false;
    double variance = c[a->player * size + a->player] + c[b->player * size + b->player] -
                      2 * c[a->player * size + b->player];
    /* Fewer degrees of freedom have the larger quantile. */
    double quantile = fmax(f->quantile[a->player], f->quantile[b->player]);
    return a->elo - b->elo > quantile * sqrt(fmax(variance, 0));
}

static void find_ranks(const fit_of_all *f, dom_ratings_all_round *out)
{
    for (size_t i = 0; i < out->count; i++) {
        dom_ratings_all_round_row *row = &out->row[i];
        row->rank_lo = 1;
        for (size_t k = 0; k < out->count; k++)
            if (out->row[k].island == row->island) {
                row->rank_lo += is_above(f, &out->row[k], row);
                row->rank_hi += !is_above(f, row, &out->row[k]);
            }
    }
}

static int by_rank(const void *a, const void *b)
{
    const dom_ratings_all_round_row *x = a, *y = b;
    if (x->island != y->island)
        return x->island < y->island ? -1 : 1;
    if (x->elo != y->elo)
        return x->elo > y->elo ? -1 : 1;
    return x->player < y->player ? -1 : 1;
}

/* Parts are numbered as islands in the order of their first players, that of the anchor first. */
static void number_islands(const fit_of_all *f, dom_ratings_all_round *out, int32_t anchor)
{
    bool has_anchor = anchor >= 0 && (size_t)anchor < f->players && is_there(f, (size_t)anchor);
    size_t first = has_anchor ? f->part[anchor] : f->size;
    out->islands = has_anchor;
    for (size_t part = 0; part < f->size; part++) {
        bool is_there = false;
        for (size_t i = 0; i < out->count; i++)
            is_there |= f->part[out->row[i].player] == part;
        uint32_t island = part == first ? 1 : out->islands + 1;
        out->islands += is_there && part != first;
        for (size_t i = 0; i < out->count; i++)
            if (f->part[out->row[i].player] == part)
                out->row[i].island = island;
    }
}

static void fill_rows(fit_of_all *f, dom_ratings_all_round *out, int32_t anchor, double anchor_elo,
                      const double share[])
{
    for (size_t i = 0; i < f->players; i++)
        if (is_there(f, i)) {
            f->quantile[i] = dom_ratings_student_quantile(0.975, degrees_of(f, i));
            out->row[out->count++] = row_of(f, i, share, anchor_elo);
        }
    number_islands(f, out, anchor);
    qsort(out->row, out->count, sizeof *out->row, by_rank);
    find_ranks(f, out);
    out->spread = dom_ratings_rounded(sqrt(f->spread2));
}

/* ---- the whole ---------------------------------------------------------------- */

static bool allocate(fit_of_all *f, const dom_ratings_all_round_list lists[], size_t count)
{
    size_t rows = 0, columns = 0;
    for (size_t i = 0; i < count; i++) {
        rows += lists[i].list->count;
        columns += lists[i].list->islands;
    }
    size_t size = f->players + columns;
    f->at = calloc(rows + 1, sizeof *f->at);
    f->first = calloc(columns + 1, sizeof *f->first);
    f->part = calloc(size + 1, sizeof *f->part);
    f->inverse = calloc(size * size + 1, sizeof *f->inverse);
    f->covariance = calloc(size * size + 1, sizeof *f->covariance);
    f->value = calloc(size + 1, sizeof *f->value);
    f->all = calloc(f->players + 1, sizeof *f->all);
    f->quantile = calloc(f->players + 1, sizeof *f->quantile);
    f->deviation = calloc(f->players + 1, sizeof *f->deviation);
    f->work = calloc(2 * size * size + 2 * size + 1, sizeof *f->work);
    return f->at && f->first && f->part && f->inverse && f->covariance && f->value && f->all &&
           f->quantile && f->deviation && f->work;
}

static void release(fit_of_all *f)
{
    free(f->at);
    free(f->first);
    free(f->part);
    free(f->inverse);
    free(f->covariance);
    free(f->value);
    free(f->all);
    free(f->quantile);
    free(f->deviation);
    free(f->work);
}

dom_ratings_rc dom_ratings_all_round_fit(dom_ratings_all_round *out,
                                         const dom_ratings_all_round_list lists[], size_t count,
                                         size_t players, int32_t anchor, double anchor_elo)
{
    fit_of_all f = {.players = players};
    dom_ratings_rc rc = allocate(&f, lists, count) ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
    *out = (dom_ratings_all_round){.row = calloc(players + 1, sizeof *out->row)};
    if (out->row == NULL)
        rc = DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK) {
        observe(&f, lists, count);
        connect(&f);
        rc = solve(&f);
    }
    if (rc == DOM_RATINGS_OK) {
        double *share = f.work, *along = f.work + f.size;
        propagate(&f);
        find_spread(&f);
        add_deviations(&f);
        memset(share, 0, f.size * sizeof *share);
        fix(&f, anchor, share, along);
        fill_rows(&f, out, anchor, anchor_elo, share);
    } else {
        dom_ratings_all_round_clear(out);
    }
    release(&f);
    return rc;
}

void dom_ratings_all_round_clear(dom_ratings_all_round *all)
{
    free(all->row);
    *all = (dom_ratings_all_round){0};
}
