/* intervals.h - covariance and 95 % intervals of the ratings of a solved fit.
 *
 * ratings/list.h explains the intervals.
 */
#ifndef DOM_RATINGS_INTERVALS_H
#define DOM_RATINGS_INTERVALS_H

#include "fit.h"
#include "limits.h"

/* With more players than this, the limits of a rating come from the likelihood as the player sees
 * it (nearby.h). And the interval of a difference, which is found as that of a rating is, follows
 * from the intervals of both ratings, because there are n (n - 1) / 2 differences. */
enum { DOM_RATINGS_DIRECT_MAX = 50 };

/* Covariance and intervals by player, relative to what is fixed on its island (fit.h). */
typedef struct {
    size_t players;
    double *covariance; /* players x players, Elo^2; 0 between islands */
    double *degrees;    /* degrees of freedom, 1 or more; 0 with DOM_RATINGS_INTERVALS_MODEL */
    double *lo, *hi; /* distance of each limit from the rating, Elo, 0 or more; INFINITY if results
                        give no such limit */
    dom_ratings_bound *bound;   /* what the limits say */
    dom_ratings_chance *chance; /* by contrast: what is expected of a match */
    double *inverse;            /* of the information: spec.size x spec.size, natural units */
    double *work;               /* private to intervals.c */
} dom_ratings_intervals_of;

/* Allocate memory for the players of the fit. Returns DOM_RATINGS_OK or E_NOMEM. Call
 * dom_ratings_intervals_close in any case. */
dom_ratings_rc dom_ratings_intervals_open(dom_ratings_intervals_of *out,
                                          const dom_ratings_fit *fit);
void dom_ratings_intervals_close(dom_ratings_intervals_of *out);

/* Compute the covariance of a solved fit, its inverse information and the chances, and no limits.
 * Returns DOM_RATINGS_OK, E_CONVERGENCE or E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_prepare(dom_ratings_intervals_of *out,
                                             const dom_ratings_fit *fit,
                                             dom_ratings_intervals kind);

/* What the sets of a list say about one combination w'beta. Variances are in natural units. */
typedef struct {
    double expected;   /* variance if all matches were independent, with the prior */
    double observed;   /* variance by the sets */
    double dispersion; /* of the results alone: observed / expected */
    double matches, step;
    double degrees; /* of freedom, 1 or more: the events of evidence.h */
} dom_ratings_knowledge;

/* With fewer degrees of freedom, few results decide, and limits come from the likelihood. */
enum { DOM_RATINGS_DEGREES_MANY = 60 };

/* Study a combination of a prepared list, with weights w, C w = g and its variance by the sets, in
 * natural units. */
dom_ratings_knowledge dom_ratings_intervals_study(const dom_ratings_intervals_of *intervals,
                                                  const dom_ratings_fit *fit, const double w[],
                                                  const double g[], double observed);

/* Returns the dispersion for limits.h. The uncertainty of the dispersion widens the interval as
 * Student's t with `degrees` does, but no further than sets whose matches all come out alike. */
double dom_ratings_wide_dispersion(const dom_ratings_knowledge *k, double degrees);

/* Returns the distance of one limit of a combination from its estimate, Elo; INFINITY if results
 * give none. */
double dom_ratings_limit_distance(const dom_ratings_combination *of, bool is_upper);

/* Find the distances of both limits that may exist; if only one exists, that one with what limits.h
 * says of a single limit. */
void dom_ratings_limit_distances(dom_ratings_combination *of, dom_ratings_bound bound, double *lo,
                                 double *hi);

/* Compute everything for a solved fit. If a rating in a mean turns out to have no limit, the mean
 * becomes that of the others (dom_ratings_fit_narrow_means). Returns DOM_RATINGS_OK, E_CONVERGENCE
 * or E_NOMEM. */
dom_ratings_rc dom_ratings_intervals_find(dom_ratings_intervals_of *out, dom_ratings_fit *fit,
                                          const dom_ratings_list_options *options);

/* Returns what the limits say about a rating: its bound if results give no lower or upper limit. */
dom_ratings_bound dom_ratings_intervals_bound(const dom_ratings_intervals_of *intervals,
                                              uint32_t player);

/* Returns the probability that `a` is stronger than `b`, which is on the same island: the `los` of
 * their difference, in about half of the time. */
double dom_ratings_intervals_los(const dom_ratings_intervals_of *intervals,
                                 const dom_ratings_fit *fit, uint32_t a, uint32_t b);

/* Returns the difference of two ratings of one island, not rounded. */
dom_ratings_difference dom_ratings_intervals_difference(const dom_ratings_intervals_of *intervals,
                                                        const dom_ratings_fit *fit, uint32_t a,
                                                        uint32_t b);

/* Returns the probability that a difference of `elo` is above 0, from the distance of its limit on
 * the side of 0: the lower one if `elo` is 0 or more, else the upper one; INFINITY if results give
 * none. */
double dom_ratings_los_of(double elo, double distance);

/* Returns the bound of a rating of which results give these limits. */
dom_ratings_bound dom_ratings_bound_of(bool has_lo, bool has_hi);

/* Returns a difference with the distances of its limits, Elo; INFINITY if results give none. */
dom_ratings_difference dom_ratings_difference_of(double elo, double below, double above,
                                                 double degrees);

/* Returns the distance of the lower limit of a difference a - b, from that of the lower limit of
 * `a`, that of the upper limit of `b`, and their variances and covariance (G. Zou and A. Donner
 * 2008). */
double dom_ratings_distance_of_two(double lo, double hi, double variance_a, double variance_b,
                                   double covariance);

/* Return x, or all numbers of a difference, rounded to a millionth, as lists show them; -0 becomes
 * 0. */
double dom_ratings_rounded(double x);
dom_ratings_difference dom_ratings_rounded_difference(dom_ratings_difference d);

#endif
