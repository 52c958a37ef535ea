/* The likelihood and its maximum; private to the library.
 *
 * Parameters are the ratings in natural units (400 Elo are ln 10) and, where draws
 * have a parameter, the logarithm of its weight nu behind them.
 */
#ifndef DOM_RATINGS_MODEL_H
#define DOM_RATINGS_MODEL_H

#include "design.h"

#include <stdbool.h>

#define DOM_RATINGS_ELO_UNIT 173.71779276130073 /* 400 / ln 10: Elo points of one natural unit */

typedef struct {
    const dom_ratings_design *design;
    double prior;
    bool has_nu;
    size_t size; /* parameters: players, and nu                                */
} dom_ratings_model_spec;

/* What is expected of one match between sides `difference` apart. */
typedef struct {
    double score, tie;               /* means                                          */
    double spread, tie_spread, both; /* variances and covariance               */
} dom_ratings_chance;

dom_ratings_chance dom_ratings_chance_of(double difference, double nu);
/* Called for every result of every set, so it is to be inlined. */
static inline double dom_ratings_difference(const dom_ratings_contrast *c, const double beta[])
{
    double sum = 0;
    for (int i = 0; i < c->terms; i++)
        sum += c->x[i] * beta[c->player[i]];
    return sum;
}

double dom_ratings_nu(const dom_ratings_model_spec *spec, const double beta[]);

/* Log-likelihood of the results, without the prior. */
double dom_ratings_log_likelihood(const dom_ratings_model_spec *spec, const double beta[]);

/* Score equations g and information h (size x size, symmetric), prior included; without
 * prior the direction of all ratings together is filled up. */
void dom_ratings_model_slopes(const dom_ratings_model_spec *spec, const double beta[], double g[],
                              double h[]);

/* The prior's own share of the information of a rating. */
double dom_ratings_prior_information(const dom_ratings_model_spec *spec, double theta, double nu);

/* Largest |observed - expected| score over max(1, matches). */
double dom_ratings_model_error(const dom_ratings_model_spec *spec, const double g[]);

/* Maximise from where `beta` is. Returns DOM_RATINGS_OK, E_CONVERGENCE after `steps_max` steps,
 * with `beta` where it got, or E_NOMEM.
 *
 * steps  written: how many were made. */
dom_ratings_rc dom_ratings_newton(const dom_ratings_model_spec *spec, double beta[], int steps_max,
                                  int *steps);
/* Minorise-maximise (Hunter 2004): for single players without nu. E_INVALID for others. */
dom_ratings_rc dom_ratings_mm(const dom_ratings_model_spec *spec, double beta[], int steps_max,
                              int *steps);

/* Replace the symmetric positive definite matrix by its inverse. */
dom_ratings_rc dom_ratings_invert(double h[], size_t size);

#endif
