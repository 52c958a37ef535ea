/* distributions.h - the normal distribution, Student's t and F, for intervals and probabilities. */
#ifndef DOM_RATINGS_DISTRIBUTIONS_H
#define DOM_RATINGS_DISTRIBUTIONS_H

/* The standard normal distribution: P(Z <= x), and its inverse for 0 < p < 1. */
double dom_ratings_normal_cdf(double x);
double dom_ratings_normal_quantile(double p);

/* The same for Student's t with `degrees` degrees of freedom, which may be a fraction. 0 degrees,
 * and more than a million, mean the normal distribution. */
double dom_ratings_student_cdf(double x, double degrees);
double dom_ratings_student_quantile(double p, double degrees);

/* The F distribution: P(F > x) with `above` and `below` degrees of freedom, both above 0. */
double dom_ratings_f_tail(double x, double above, double below);

#endif
