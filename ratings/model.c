/* The likelihood is a sum over pairings, because all results of a pairing have the same expected
 * score. Newton's method solves with LAPACK and halves a step that would lower the likelihood. */
#include "model.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECT_MAX = 300 }; /* parameters; with more, steps are faster than a factorisation */

static const double error_max = 1e-9;                       /* of a score, per match */
static const double step_max = 1e-6 / DOM_RATINGS_ELO_UNIT; /* of a rating */

/* All worths are divided by the larger one, so nothing overflows. */
dom_ratings_chance dom_ratings_chance_of(double difference, double nu)
{
    double weak = exp(-fabs(difference));
    double tie = nu * exp(-fabs(difference) / 2);
    double all = 1 + weak + tie;
    double win = (difference > 0 ? 1 : weak) / all;
    tie /= all;
    double score = win + tie / 2;
    return (dom_ratings_chance){.score = score,
                                .tie = tie,
                                .spread = win + tie / 4 - score * score,
                                .tie_spread = tie * (1 - tie),
                                .both = tie * (0.5 - score)};
}

/* Returns log(e^(a/2) + e^(-a/2) + nu), a = |difference|: the normalisation of win, loss and
 * draw. */
static double log_chances(double difference, double nu)
{
    double a = fabs(difference);
    return a / 2 + log1p(exp(-a) + nu * exp(-a / 2));
}

double dom_ratings_tie_weight(const dom_ratings_model_spec *spec, const double beta[])
{
    return spec->has_nu ? exp(beta[spec->design->players]) : 0;
}

double dom_ratings_log_likelihood(const dom_ratings_model_spec *spec, const double beta[])
{
    const dom_ratings_design *d = spec->design;
    double nu = dom_ratings_tie_weight(spec, beta);
    double sum = 0;
    for (size_t i = 0; i < d->contrasts; i++) {
        const dom_ratings_contrast *c = &d->contrast[i];
        if (c->n <= 0) /* not played yet, in a history */
            continue;
        double difference = dom_ratings_contrast_difference(c, beta);
        sum += (c->score - c->n / 2) * difference - c->n * log_chances(difference, nu);
        if (spec->has_nu)
            sum += c->tie * beta[d->players];
    }
    return sum;
}

/* Returns slope'd - d'Pd / 2 of the rest. */
static double log_likelihood_of_rest(const dom_ratings_rest *rest, size_t size, const double beta[])
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) {
        double row = 0;
        for (size_t k = 0; k < size; k++)
            row += rest->precision[i * size + k] * (beta[k] - rest->centre[k]);
        sum += (rest->slope[i] - row / 2) * (beta[i] - rest->centre[i]);
    }
    return sum;
}

/* The ghost has rating 0, and `prior` wins and losses against every player. */
double dom_ratings_objective(const dom_ratings_model_spec *spec, const double beta[])
{
    double nu = dom_ratings_tie_weight(spec, beta);
    double sum = dom_ratings_log_likelihood(spec, beta);
    if (spec->rest)
        sum += log_likelihood_of_rest(spec->rest, spec->size, beta);
    for (size_t i = 0; i < spec->design->players; i++)
        sum -= 2 * spec->prior * log_chances(beta[i], nu);
    for (size_t i = 0; spec->tilt && i < spec->size; i++)
        sum += spec->tilt[i] * beta[i];
    return sum;
}

double dom_ratings_prior_information(const dom_ratings_model_spec *spec, double theta, double nu)
{
    return 2 * spec->prior * dom_ratings_chance_of(theta, nu).spread;
}

/* Add the results of one pairing to the gradient and the information. */
static void add_contrast(const dom_ratings_model_spec *spec, const dom_ratings_contrast *c,
                         const double beta[], double nu, double g[], double h[])
{
    size_t size = spec->size;
    dom_ratings_chance chance = dom_ratings_chance_of(dom_ratings_contrast_difference(c, beta), nu);
    double excess = c->score - c->n * chance.score;
    for (int i = 0; i < c->terms; i++) {
        g[c->player[i]] += c->x[i] * excess;
        double weighted = c->x[i] * c->n * chance.spread;
        for (int k = 0; k < c->terms; k++)
            h[c->player[i] * size + c->player[k]] += weighted * c->x[k];
    }
    if (!spec->has_nu)
        return;
    size_t last = size - 1;
    g[last] += c->tie - c->n * chance.tie;
    h[last * size + last] += c->n * chance.tie_spread;
    for (int i = 0; i < c->terms; i++) {
        double both = c->x[i] * c->n * chance.both;
        h[c->player[i] * size + last] += both;
        h[last * size + c->player[i]] += both;
    }
}

/* Add the results against the ghost. */
static void add_ghost(const dom_ratings_model_spec *spec, const double beta[], double nu,
                      double g[], double h[])
{
    size_t size = spec->size;
    size_t last = size - 1;
    double n = 2 * spec->prior;
    for (size_t i = 0; i < spec->design->players; i++) {
        dom_ratings_chance chance = dom_ratings_chance_of(beta[i], nu);
        g[i] += n * (0.5 - chance.score);
        h[i * size + i] += n * chance.spread;
        if (!spec->has_nu)
            continue;
        g[last] -= n * chance.tie;
        h[last * size + last] += n * chance.tie_spread;
        h[i * size + last] += n * chance.both;
        h[last * size + i] += n * chance.both;
    }
}

/* Add the rest. */
static void add_rest(const dom_ratings_rest *rest, size_t size, const double beta[], double g[],
                     double h[])
{
    for (size_t i = 0; i < size; i++) {
        g[i] += rest->slope[i];
        for (size_t k = 0; k < size; k++) {
            g[i] -= rest->precision[i * size + k] * (beta[k] - rest->centre[k]);
            h[i * size + k] += rest->precision[i * size + k];
        }
    }
}

void dom_ratings_model_slopes(const dom_ratings_model_spec *spec, const double beta[], double g[],
                              double h[])
{
    const dom_ratings_design *d = spec->design;
    double nu = dom_ratings_tie_weight(spec, beta);
    memset(g, 0, spec->size * sizeof *g);
    memset(h, 0, spec->size * spec->size * sizeof *h);
    for (size_t i = 0; i < d->contrasts; i++)
        if (d->contrast[i].n > 0)
            add_contrast(spec, &d->contrast[i], beta, nu, g, h);
    if (spec->rest)
        add_rest(spec->rest, spec->size, beta, g, h);
    if (spec->prior > 0)
        add_ghost(spec, beta, nu, g, h);
    for (size_t i = 0; spec->tilt && i < spec->size; i++)
        g[i] += spec->tilt[i];
    for (size_t i = 0; spec->prior <= 0 && i < d->players; i++) {
        for (size_t k = 0; k < d->players; k++)
            h[i * spec->size + k] += 1.0 / (double)d->players;
        h[i * spec->size + i] += d->matches[i] <= 0;
    }
}

double dom_ratings_model_error(const dom_ratings_model_spec *spec, const double g[])
{
    double most = 0, all = 0;
    for (size_t i = 0; i < spec->design->players; i++) {
        most = fmax(most, fabs(g[i]) / fmax(1, spec->design->matches[i]));
        all += spec->design->matches[i] / 2;
    }
    return spec->has_nu ? fmax(most, fabs(g[spec->size - 1]) / fmax(1, all)) : most;
}

/* Without a ghost, shift the ratings to mean 0. */
static void recentre(const dom_ratings_model_spec *spec, double beta[])
{
    double sum = 0;
    if (spec->prior > 0)
        return;
    for (size_t i = 0; i < spec->design->players; i++)
        sum += beta[i];
    for (size_t i = 0; i < spec->design->players; i++)
        beta[i] -= sum / (double)spec->design->players;
}

/* ---- Newton --------------------------------------------------------------- */

/* Move `beta` by `step`, halved until the likelihood does not fall. Returns the largest change of a
 * parameter, or -1 if no part of the step helps. */
static double move(const dom_ratings_model_spec *spec, double beta[], const double step[],
                   double next[])
{
    double before = dom_ratings_objective(spec, beta);
    double slack = 1e-12 * (1 + fabs(before));
    double part = 2;
    for (int halvings = 0; halvings < 60; halvings++) {
        part /= 2;
        for (size_t i = 0; i < spec->size; i++)
            next[i] = beta[i] + part * step[i];
        double after = dom_ratings_objective(spec, next);
        if (!(after >= before - slack))
            continue;
        double most = 0;
        for (size_t i = 0; i < spec->size; i++)
            most = fmax(most, fabs(next[i] - beta[i]));
        memcpy(beta, next, spec->size * sizeof *beta);
        recentre(spec, beta);
        return most;
    }
    return -1;
}

/* Each player met few others in a large list, so h is nearly all zeros. Write the entries of such a
 * row, and their columns, one after the other at its beginning. `entries` gets the number of both,
 * or 0 for a row that is left as it is, and `diagonal` that of h. `room` is for one row. */
static void pack_rows(double h[], size_t size, double entries[], double diagonal[], double room[])
{
    for (size_t i = 0; i < size; i++) {
        double *row = h + i * size;
        size_t count = 0;
        diagonal[i] = row[i];
        for (size_t k = 0; k < size && count + 2 <= size; k++)
            if (row[k] != 0) {
                room[count++] = row[k];
                room[count++] = (double)k;
            }
        bool is_packed = count + 2 <= size;
        entries[i] = is_packed ? (double)count : 0;
        if (is_packed)
            memcpy(row, room, count * sizeof *row);
    }
}

/* Returns the product of a row and p. */
static double times_row(const double row[], double entries, const double p[], size_t size)
{
    double sum = 0;
    for (size_t k = 0; entries == 0 && k < size; k++)
        sum += row[k] * p[k];
    for (size_t k = 0; k < (size_t)entries; k += 2)
        sum += row[k] * p[(size_t)row[k + 1]];
    return sum;
}

/* Replace g by the solution x of h x = g, in steps along conjugate directions (M. Hestenes and E.
 * Stiefel 1952) with the diagonal of h as preconditioner. `work` has room for five vectors, and h
 * is destroyed. Each step takes a time in proportion to the entries of h, and some dozens are
 * enough. Returns false if h is not positive. */
static bool solve_in_steps(double h[], double g[], double work[], size_t size)
{
    double *x = work, *p = x + size, *q = p + size, *entries = q + size, *diagonal = entries + size;
    double rest = 0, first = 0;
    pack_rows(h, size, entries, diagonal, x);
    for (size_t i = 0; i < size; i++) {
        x[i] = 0;
        p[i] = g[i] / diagonal[i];
        rest += g[i] * p[i];
    }
    for (size_t step = 0; step < size && rest > first * 1e-24; step++) {
        double along = 0, before = rest;
        first = fmax(first, rest);
        for (size_t i = 0; i < size; i++) {
            q[i] = times_row(h + i * size, entries[i], p, size);
            along += p[i] * q[i];
        }
        if (!(along > 0))
            return false;
        rest = 0;
        for (size_t i = 0; i < size; i++) {
            x[i] += before / along * p[i];
            g[i] -= before / along * q[i];
            rest += g[i] * g[i] / diagonal[i];
        }
        for (size_t i = 0; i < size; i++)
            p[i] = g[i] / diagonal[i] + rest / before * p[i];
    }
    memcpy(g, x, size * sizeof *g);
    return true;
}

/* Replace the gradient g by the Newton step. `work` has room for five vectors, and h is
 * destroyed. Returns false if H is singular. */
static bool find_step(const dom_ratings_model_spec *spec, double h[], double g[], double work[])
{
    lapack_int size = (lapack_int)spec->size;
    if (spec->size > DIRECT_MAX)
        return solve_in_steps(h, g, work, spec->size);
    return LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', size, 1, h, size, g, size) == 0;
}

size_t dom_ratings_newton_work(size_t size)
{
    return (size + 6) * size;
}

dom_ratings_rc dom_ratings_newton_in(const dom_ratings_model_spec *spec, double beta[],
                                     int steps_max, int *steps, double work[])
{
    double *h = work, *g = h + spec->size * spec->size, *along = g + spec->size;
    double *next = along + spec->size;
    double moved = INFINITY;
    for (*steps = 0;; (*steps)++) {
        dom_ratings_model_slopes(spec, beta, g, h);
        if (moved < step_max && dom_ratings_model_error(spec, g) <= error_max)
            return DOM_RATINGS_OK;
        if (*steps == steps_max || !find_step(spec, h, g, along))
            return DOM_RATINGS_E_CONVERGENCE;
        moved = move(spec, beta, g, next);
        if (moved < 0)
            return DOM_RATINGS_E_CONVERGENCE;
    }
}

dom_ratings_rc dom_ratings_newton(const dom_ratings_model_spec *spec, double beta[], int steps_max,
                                  int *steps)
{
    double *work = malloc(dom_ratings_newton_work(spec->size) * sizeof *work);
    if (work == NULL)
        return DOM_RATINGS_E_NOMEM;
    dom_ratings_rc rc = dom_ratings_newton_in(spec, beta, steps_max, steps, work);
    free(work);
    return rc;
}

/* ---- minorise-maximise ---------------------------------------------------- */

/* Compute for every player its score `won`, and `share`, the sum of n / (its worth + that of the
 * other). */
static void mm_sums(const dom_ratings_model_spec *spec, const double worth[], double won[],
                    double share[])
{
    const dom_ratings_design *d = spec->design;
    for (size_t i = 0; i < d->players; i++) { /* the ghost's worth is 1 */
        won[i] = spec->prior;
        share[i] = 2 * spec->prior / (worth[i] + 1);
    }
    for (size_t i = 0; i < d->contrasts; i++) {
        const dom_ratings_contrast *c = &d->contrast[i];
        uint32_t a = c->player[0], b = c->player[1];
        double part = c->n / (worth[a] + worth[b]);
        won[a] += c->score;
        won[b] += c->n - c->score;
        share[a] += part;
        share[b] += part;
    }
}

/* Returns true if every player has the expected score. */
static bool mm_is_there(const dom_ratings_model_spec *spec, const double worth[],
                        const double won[], const double share[])
{
    for (size_t i = 0; i < spec->design->players; i++)
        if (fabs(won[i] - worth[i] * share[i]) > error_max * fmax(1, spec->design->matches[i]))
            return false;
    return true;
}

static dom_ratings_rc mm(const dom_ratings_model_spec *spec, double beta[], int steps_max,
                         int *steps, double worth[], double won[], double share[])
{
    size_t players = spec->design->players;
    double moved = INFINITY;
    for (*steps = 0;; (*steps)++) {
        for (size_t i = 0; i < players; i++)
            worth[i] = exp(beta[i]);
        mm_sums(spec, worth, won, share);
        if (moved < step_max && mm_is_there(spec, worth, won, share))
            return DOM_RATINGS_OK;
        if (*steps == steps_max)
            return DOM_RATINGS_E_CONVERGENCE;
        moved = 0;
        for (size_t i = 0; i < players; i++) {
            double next = share[i] > 0 ? log(won[i] / share[i]) : 0;
            moved = fmax(moved, fabs(next - beta[i]));
            beta[i] = next;
        }
        recentre(spec, beta);
    }
}

dom_ratings_rc dom_ratings_solve_mm(const dom_ratings_model_spec *spec, double beta[],
                                    int steps_max, int *steps)
{
    const dom_ratings_design *d = spec->design;
    bool is_simple = !spec->has_nu;
    for (size_t i = 0; i < d->contrasts; i++)
        is_simple &= d->contrast[i].terms == 2 && d->contrast[i].offset == 0 &&
                     fabs(d->contrast[i].x[0]) > 0.75;
    if (!is_simple)
        return DOM_RATINGS_E_INVALID;
    double *work = malloc(3 * d->players * sizeof *work);
    if (work == NULL)
        return DOM_RATINGS_E_NOMEM;
    dom_ratings_rc rc =
        mm(spec, beta, steps_max, steps, work, work + d->players, work + 2 * d->players);
    free(work);
    return rc;
}
