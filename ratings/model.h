/* model.h - the likelihood of results, its derivatives and its maximum.
 *
 * The parameters `beta` are the ratings in natural units, in which ln 10 means 400 Elo. With
 * DOM_RATINGS_MODEL_DAVIDSON the logarithm of the weight nu of draws follows them. With p the ratio
 * of the two sides' worths, e^difference, the chances of win, draw and loss are as p : nu sqrt(p) :
 * 1 (R. Davidson 1970; nu = 0 is Bradley-Terry).
 */
#ifndef DOM_RATINGS_MODEL_H
#define DOM_RATINGS_MODEL_H

#include "design.h"

#include <stdbool.h>

#define DOM_RATINGS_ELO_UNIT 173.71779276130073 /* 400 / ln 10: Elo points of one natural unit */

/* Results of which only a quadratic approximation of the log-likelihood is known:
 * slope'd - d'Pd / 2 with d = beta - centre and P the precision. */
typedef struct {
    double *centre, *slope; /* `size` numbers each */
    double *precision;      /* size x size, symmetric */
} dom_ratings_rest;

/* The results and the prior that are fitted. */
typedef struct {
    const dom_ratings_design *design;
    const dom_ratings_rest *rest; /* further results; NULL: none */
    double prior;                 /* wins and losses of the ghost against every player */
    bool has_nu;
    size_t size;        /* number of parameters: players, and 1 more for nu */
    const double *tilt; /* `size` numbers that are added to the gradient, as if the scores were
                           changed by them; NULL: none */
} dom_ratings_model_spec;

/* Expected values for one match between two sides whose ratings differ by a given number. */
typedef struct {
    double score, tie;               /* mean score, and chance of a draw */
    double spread, tie_spread, both; /* their variances and covariance */
} dom_ratings_chance;

/* Returns the expected values for the positive side. nu >= 0. */
dom_ratings_chance dom_ratings_chance_of(double difference, double nu);
/* Returns the sum of x * value over the terms. Inline, because it is called for every result of
 * every outcome count. */
static inline double dom_ratings_contrast_value(const dom_ratings_contrast *c, const double beta[])
{
    double sum = 0;
    for (int i = 0; i < c->terms; i++)
        sum += c->x[i] * beta[c->player[i]];
    return sum;
}

/* Returns the difference of the two sides' ratings. */
static inline double dom_ratings_contrast_difference(const dom_ratings_contrast *c,
                                                     const double beta[])
{
    return c->offset + dom_ratings_contrast_value(c, beta);
}

/* Returns the weight of draws; 0 if it is not a parameter. */
double dom_ratings_tie_weight(const dom_ratings_model_spec *spec, const double beta[]);

/* Returns the log-likelihood of the results of the design, without the prior and without constants.
 */
double dom_ratings_log_likelihood(const dom_ratings_model_spec *spec, const double beta[]);

/* Returns the function that is maximised: the log-likelihood with the rest, the prior and the tilt,
 * without constants. */
double dom_ratings_objective(const dom_ratings_model_spec *spec, const double beta[]);

/* Compute the gradient g of the log-likelihood and the information h, its negative second
 * derivative (size x size, symmetric), both with the rest and the prior. Without a prior h has no
 * information about a shift of all ratings, nor about a player without matches; constants are added
 * there, so that h can be inverted. */
void dom_ratings_model_slopes(const dom_ratings_model_spec *spec, const double beta[], double g[],
                              double h[]);

/* Returns the information that the prior alone has about a rating theta. */
double dom_ratings_prior_information(const dom_ratings_model_spec *spec, double theta, double nu);

/* Returns the largest |observed - expected| score of a player, divided by max(1, its matches). */
double dom_ratings_model_error(const dom_ratings_model_spec *spec, const double g[]);

/* Maximise the objective by Newton's method, starting from `beta`.
 *
 * steps  receives the number of steps made
 *
 * Returns DOM_RATINGS_OK; E_CONVERGENCE after `steps_max` steps or if a step fails, with `beta` at
 * the last point; or E_NOMEM. */
dom_ratings_rc dom_ratings_newton(const dom_ratings_model_spec *spec, double beta[], int steps_max,
                                  int *steps);
/* The same without allocating memory. `work` has room for dom_ratings_newton_work(size) numbers. */
size_t dom_ratings_newton_work(size_t size);
dom_ratings_rc dom_ratings_newton_in(const dom_ratings_model_spec *spec, double beta[],
                                     int steps_max, int *steps, double work[]);
/* Maximise by minorise-maximise (D. Hunter, MM algorithms for generalized Bradley-Terry models,
 * 2004). Returns as dom_ratings_newton, and E_INVALID if there are teams of different players or nu
 * is a parameter. */
dom_ratings_rc dom_ratings_solve_mm(const dom_ratings_model_spec *spec, double beta[],
                                    int steps_max, int *steps);

#endif
