#include "robust.h"

#include "dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sums of u and u u' over the sets of one table. A table concerns few players, so its
 * parameters get local numbers, and the sums are small matrices. */
typedef struct {
    const dom_ratings_model_spec *spec;
    const double *beta, *c;
    double nu;
    size_t count;
    uint32_t *local;  /* by parameter: its local number, UINT32_MAX if it has none */
    uint32_t *global; /* by local number: the parameter */
    double *u, *mean, *sum;
} scores;

enum { LOCAL_MAX = DOM_RATINGS_TERMS_MAX * DOM_RATINGS_POOL_SET_PAIRINGS_MAX + 1 };

/* Give a parameter a local number. */
static void meet(scores *s, uint32_t parameter)
{
    if (s->local[parameter] != UINT32_MAX)
        return;
    s->local[parameter] = (uint32_t)s->count;
    s->global[s->count++] = parameter;
}

static void enter_table(scores *s, const dom_ratings_table *table)
{
    const dom_ratings_design *d = s->spec->design;
    s->count = 0;
    for (uint32_t k = 0; k < table->pairs; k++) {
        const dom_ratings_contrast *c = &d->contrast[table->ask[k].contrast];
        for (int i = 0; i < c->terms; i++)
            meet(s, c->player[i]);
    }
    if (s->spec->has_nu)
        meet(s, (uint32_t)d->players);
    memset(s->sum, 0, s->count * s->count * sizeof *s->sum);
    memset(s->mean, 0, s->count * sizeof *s->mean);
}

static void leave_table(scores *s)
{
    for (size_t i = 0; i < s->count; i++)
        s->local[s->global[i]] = UINT32_MAX;
}

/* Add u and u u' of the sets of one outcome count. u is observed minus expected score. */
static void add_outcomes(scores *s, const dom_ratings_design_outcome *outcome_count)
{
    const dom_ratings_design *d = s->spec->design;
    memset(s->u, 0, s->count * sizeof *s->u);
    for (uint32_t k = 0; k < outcome_count->table->pairs; k++) {
        const dom_ratings_ask *ask = &outcome_count->table->ask[k];
        const dom_ratings_contrast *c = &d->contrast[ask->contrast];
        const dom_ratings_outcome *outcome = &outcome_count->outcome[ask->position];
        dom_ratings_chance chance =
            dom_ratings_chance_of(dom_ratings_contrast_difference(c, s->beta), s->nu);
        double excess = (double)outcome->score / DOM_RATINGS_UNITS - ask->n * chance.score;
        for (int i = 0; i < c->terms; i++)
            s->u[s->local[c->player[i]]] += c->x[i] * excess;
        if (s->spec->has_nu)
            s->u[s->local[d->players]] +=
                (double)outcome->tie / DOM_RATINGS_UNITS - ask->n * chance.tie;
    }
    for (size_t i = 0; i < s->count; i++) {
        s->mean[i] += outcome_count->sets / outcome_count->table->sets * s->u[i];
        for (size_t k = 0; k < s->count; k++)
            s->sum[i * s->count + k] += outcome_count->sets * s->u[i] * s->u[k];
    }
}

/* Returns x' C x. */
static double form(const scores *s, const dom_ratings_contrast *x)
{
    size_t size = s->spec->size;
    double sum = 0;
    for (int i = 0; i < x->terms; i++)
        for (int k = 0; k < x->terms; k++)
            sum += x->x[i] * x->x[k] * s->c[x->player[i] * size + x->player[k]];
    return sum;
}

/* Returns x' times the column of C that belongs to nu. */
static double form_nu(const scores *s, const dom_ratings_contrast *x)
{
    size_t size = s->spec->size;
    double sum = 0;
    for (int i = 0; i < x->terms; i++)
        sum += x->x[i] * s->c[x->player[i] * size + size - 1];
    return sum;
}

/* Returns the mean leverage of a set of this table: the share by which its own result determines
 * what is expected of it. */
static double leverage(const scores *s, const dom_ratings_table *table)
{
    size_t size = s->spec->size;
    double trace = 0;
    for (uint32_t k = 0; k < table->pairs; k++) {
        const dom_ratings_contrast *c = &s->spec->design->contrast[table->ask[k].contrast];
        dom_ratings_chance chance =
            dom_ratings_chance_of(dom_ratings_contrast_difference(c, s->beta), s->nu);
        trace += table->ask[k].n * chance.spread * form(s, c);
        if (s->spec->has_nu)
            trace += table->ask[k].n *
                     (chance.tie_spread * s->c[size * size - 1] + 2 * chance.both * form_nu(s, c));
    }
    double about = fmin(table->pairs, (double)s->count - 1);
    return fmin(fmax(trace / about, 0), 1 - 1e-6);
}

/* Subtract the mean of the table's sets from each of them, and correct for its one degree of
 * freedom: sum u u' becomes G/(G-1) (sum u u' - G mean mean'). */
static void centre(scores *s, double sets)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->count; k++) {
            double *sum = &s->sum[i * s->count + k];
            *sum = (*sum - sets * s->mean[i] * s->mean[k]) * sets / (sets - 1);
        }
}

/* Add what a table contributes to m. */
static void add_table(scores *s, const dom_ratings_table *table, double m[])
{
    if (table->sets <= 0)
        return;
    enter_table(s, table);
    for (uint32_t i = 0; i < table->outcome_counts; i++)
        add_outcomes(s, &s->spec->design->outcome_count[table->outcome_count + i]);
    double weight = 1;
    if (table->sets >= 2)
        centre(s, table->sets);
    else
        weight = 1 / (1 - leverage(s, table));
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->count; k++)
            m[s->global[i] * s->spec->size + s->global[k]] += weight * s->sum[i * s->count + k];
    leave_table(s);
}

static void add_prior(const dom_ratings_model_spec *spec, const double beta[], double nu,
                      double m[])
{
    size_t size = spec->size;
    for (size_t i = 0; i < spec->design->players; i++) {
        m[i * size + i] += dom_ratings_prior_information(spec, beta[i], nu);
        if (spec->has_nu)
            m[size * size - 1] += 2 * spec->prior * dom_ratings_chance_of(beta[i], nu).tie_spread;
    }
}

/* Compute m = M + P. */
static void collect(scores *s, double m[])
{
    const dom_ratings_design *d = s->spec->design;
    memset(m, 0, s->spec->size * s->spec->size * sizeof *m);
    for (size_t i = 0; i < s->spec->size; i++)
        s->local[i] = UINT32_MAX;
    for (size_t t = 0; t < d->tables; t++)
        add_table(s, &d->table[t], m);
    add_prior(s->spec, s->beta, s->nu, m);
}

dom_ratings_rc dom_ratings_robust_covariance(const dom_ratings_model_spec *spec,
                                             const double beta[], const double c[], double v[])
{
    size_t size = spec->size;
    size_t places = size < LOCAL_MAX ? size : LOCAL_MAX;
    scores s = {.spec = spec,
                .beta = beta,
                .c = c,
                .nu = dom_ratings_tie_weight(spec, beta),
                .local = malloc(size * sizeof *s.local),
                .global = malloc(places * sizeof *s.global),
                .u = malloc(places * sizeof *s.u),
                .mean = malloc(places * sizeof *s.mean),
                .sum = malloc(places * places * sizeof *s.sum)};
    double *m = malloc(2 * size * size * sizeof *m);
    bool ok = s.local && s.global && s.u && s.mean && s.sum && m;
    if (ok) {
        collect(&s, m);
        dom_ratings_multiply(m, c, m + size * size, size); /* both are symmetric */
        ok = dom_ratings_multiply_symmetric(m + size * size, c, v, size) == DOM_RATINGS_OK;
    }
    free(s.local);
    free(s.global);
    free(s.u);
    free(s.mean);
    free(s.sum);
    free(m);
    return ok ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
}
