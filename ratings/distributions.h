/* The normal and Student's t distribution; private to the library. */
#ifndef DOM_RATINGS_DISTRIBUTIONS_H
#define DOM_RATINGS_DISTRIBUTIONS_H

/* P(Z <= x) and its inverse, 0 < p < 1. */
double dom_ratings_normal_cdf(double x);
double dom_ratings_normal_quantile(double p);

/* The same of Student's t with `degrees` > 0, which need not be whole. 0: normal. */
double dom_ratings_student_cdf(double x, double degrees);
double dom_ratings_student_quantile(double p, double degrees);

#endif
