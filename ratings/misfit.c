/* A test of fit by Pearson, with the first-order correction of J. Rao and A. Scott. */
#include "misfit.h"

#include "distributions.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

/* Pairings with fewer expected wins, or losses, say nothing about fit: one surprise in them would
 * outweigh all other pairings. */
static const double expected_min = 2;

static bool counts(const dom_ratings_contrast *c, const dom_ratings_chance *chance)
{
    double rare = chance->score < 0.5 ? chance->score : 1 - chance->score;
    return c->n * rare >= expected_min;
}

/* Returns the sum of (observed - expected)^2 / variance over the pairings that count. */
static double pearson(const dom_ratings_design *d, const dom_ratings_chance chance[],
                      double *pairings)
{
    double sum = 0;
    *pairings = 0;
    for (size_t i = 0; i < d->contrasts; i++) {
        const dom_ratings_contrast *c = &d->contrast[i];
        if (!counts(c, &chance[i]))
            continue;
        double excess = c->score - c->n * chance[i].score;
        sum += excess * excess / (c->n * chance[i].spread);
        ++*pairings;
    }
    return sum;
}

/* ---- what chance alone gives -------------------------------------------------- */

/* Computes the expected value of the sum. Let e_c be the excess of pairing c in one set, D_c the
 * variance of its excess in all sets if all matches were independent, x_c its contrast, C the
 * inverse information and V the covariance of the ratings. What the fit leaves of all excess of c
 * has the variance
 *
 *     sum over sets of var(e_c)  -  2 D_c sum over sets of cov(e_c, x_c'C X'e)  +  D_c^2 x_c'V x_c
 */
typedef struct {
    const dom_ratings_fit *fit;
    const dom_ratings_intervals_of *intervals;
    double *form; /* x_c'C x_k of the pairings of one table */
    double *mean; /* mean excess of the pairings of one table */
    double sum, degrees;
} expectation;

/* Returns x'Ay for an A of size x size. */
static double form_of(const dom_ratings_contrast *x, const double a[], size_t size,
                      const dom_ratings_contrast *y)
{
    double sum = 0;
    for (int i = 0; i < x->terms; i++)
        for (int k = 0; k < y->terms; k++)
            sum += x->x[i] * y->x[k] * a[x->player[i] * size + y->player[k]];
    return sum;
}

static const dom_ratings_contrast *contrast_of(const expectation *x, const dom_ratings_ask *ask)
{
    return &x->fit->design.contrast[ask->contrast];
}

/* Returns the excess of a pairing in a set that ended like `o`. */
static double excess_of(const expectation *x, const dom_ratings_design_outcome *o, uint32_t pair)
{
    const dom_ratings_ask *ask = &o->table->ask[pair];
    return (double)o->outcome[ask->position].score / DOM_RATINGS_UNITS -
           ask->n * x->intervals->chance[ask->contrast].score;
}

static void enter_table(expectation *x, const dom_ratings_table *table)
{
    const dom_ratings_design *d = &x->fit->design;
    for (uint32_t c = 0; c < table->pairs; c++) {
        x->mean[c] = 0;
        for (uint32_t i = 0; i < table->outcome_counts && table->sets >= 2; i++) {
            const dom_ratings_design_outcome *o = &d->outcome_count[table->outcome_count + i];
            x->mean[c] += o->sets / table->sets * excess_of(x, o, c);
        }
        for (uint32_t k = 0; k < table->pairs; k++)
            x->form[c * table->pairs + k] =
                form_of(contrast_of(x, &table->ask[c]), x->intervals->inverse, x->fit->spec.size,
                        contrast_of(x, &table->ask[k]));
    }
}

/* Add the sets that ended like `o`. The variance of a table with one set is the square of its
 * excess; that of more sets is estimated about their mean. */
static void add_sets(expectation *x, const dom_ratings_design_outcome *o)
{
    const dom_ratings_table *table = o->table;
    double sets = table->sets >= 2 ? o->sets * table->sets / (table->sets - 1) : o->sets;
    for (uint32_t c = 0; c < table->pairs; c++) {
        const dom_ratings_contrast *contrast = contrast_of(x, &table->ask[c]);
        const dom_ratings_chance *chance = &x->intervals->chance[table->ask[c].contrast];
        if (!counts(contrast, chance))
            continue;
        double e = excess_of(x, o, c) - x->mean[c], along = 0;
        for (uint32_t k = 0; k < table->pairs; k++)
            along += x->form[c * table->pairs + k] * (excess_of(x, o, k) - x->mean[k]);
        x->sum += sets * (e * e / (contrast->n * chance->spread) - 2 * e * along);
    }
}

static void add_table(expectation *x, const dom_ratings_table *table)
{
    if (table->sets <= 0)
        return;
    enter_table(x, table);
    for (uint32_t i = 0; i < table->outcome_counts; i++)
        add_sets(x, &x->fit->design.outcome_count[table->outcome_count + i]);
    x->degrees += fmax(table->sets - 1, 0);
}

static void add_ratings(expectation *x)
{
    const dom_ratings_design *d = &x->fit->design;
    for (size_t i = 0; i < d->contrasts; i++) {
        const dom_ratings_contrast *c = &d->contrast[i];
        const dom_ratings_chance *chance = &x->intervals->chance[i];
        if (counts(c, chance))
            x->sum += c->n * chance->spread *
                      form_of(c, x->intervals->covariance, x->intervals->players, c) /
                      (DOM_RATINGS_ELO_UNIT * DOM_RATINGS_ELO_UNIT);
    }
}

/* Returns false if memory ran out. */
static bool expect(expectation *x)
{
    const dom_ratings_design *d = &x->fit->design;
    size_t pairs = 1;
    for (size_t t = 0; t < d->tables; t++)
        pairs = d->table[t].pairs > pairs ? d->table[t].pairs : pairs;
    x->form = malloc(pairs * pairs * sizeof *x->form);
    x->mean = malloc(pairs * sizeof *x->mean);
    bool ok = x->form && x->mean;
    for (size_t t = 0; ok && t < d->tables; t++)
        add_table(x, &d->table[t]);
    if (ok)
        add_ratings(x);
    free(x->form);
    free(x->mean);
    return ok;
}

/* ---- degrees of freedom ------------------------------------------------------ */

/* Find how many combinations of ratings the pairings that count determine: the rank of X'X. With
 * two players a pairing these are the players minus the groups of connected players. Returns false
 * if memory ran out. */
static bool find_rank(const dom_ratings_design *d, const dom_ratings_chance chance[], double *rank)
{
    size_t size = d->players;
    double *gram = calloc(size * size, sizeof *gram), *work = malloc(2 * size * sizeof *work);
    lapack_int *pivot = malloc(size * sizeof *pivot), found = 0;
    bool ok = gram && work && pivot;
    if (ok) {
        for (size_t i = 0; i < d->contrasts; i++) {
            const dom_ratings_contrast *c = &d->contrast[i];
            for (int a = 0; counts(c, &chance[i]) && a < c->terms; a++)
                for (int b = 0; b < c->terms; b++)
                    gram[c->player[a] * size + c->player[b]] += c->x[a] * c->x[b];
        }
        /* LAPACKE_dpstrf would allocate the work space itself, and print if it cannot. Its result
         * only says whether the rank is full. */
        (void)LAPACKE_dpstrf_work(LAPACK_COL_MAJOR, 'L', (lapack_int)size, gram, (lapack_int)size,
                                  pivot, &found, 1e-9 * (double)d->contrasts, work);
        *rank = found;
    }
    free(gram);
    free(work);
    free(pivot);
    return ok;
}

dom_ratings_rc dom_ratings_misfit_find(dom_ratings_misfit *out, const dom_ratings_fit *fit,
                                       const dom_ratings_intervals_of *intervals)
{
    const dom_ratings_design *d = &fit->design;
    double pairings, rank, sum = pearson(d, intervals->chance, &pairings);
    expectation x = {.fit = fit, .intervals = intervals};
    if (!find_rank(d, intervals->chance, &rank) || !expect(&x))
        return DOM_RATINGS_E_NOMEM;
    *out = (dom_ratings_misfit){.p = 1};
    if (pairings <= rank || x.sum <= 0 || x.degrees < 1)
        return DOM_RATINGS_OK;
    out->degrees = pairings - rank;
    out->chi_square = sum * out->degrees / x.sum;
    out->p = dom_ratings_f_tail(out->chi_square / out->degrees, out->degrees, x.degrees);
    return DOM_RATINGS_OK;
}
