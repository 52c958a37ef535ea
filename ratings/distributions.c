#include "distributions.h"

#include <math.h>

double dom_ratings_normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

/* Returns the continued fraction of the incomplete beta function, computed by Lentz's method. */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;
    for (int m = 1; m <= 500; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / (fabs(1 + even * d) < tiny ? tiny : 1 + even * d);
        c = fabs(1 + even / c) < tiny ? tiny : 1 + even / c;
        f *= c * d;
        d = 1 / (fabs(1 + odd * d) < tiny ? tiny : 1 + odd * d);
        c = fabs(1 + odd / c) < tiny ? tiny : 1 + odd / c;
        f *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return f;
}

/* Returns the regularised incomplete beta function I_x(a, b). */
static double beta_share(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double dom_ratings_student_cdf(double x, double degrees)
{
    if (degrees <= 0 || degrees > 1e6)
        return dom_ratings_normal_cdf(x);
    double tail = 0.5 * beta_share(degrees / 2, 0.5, degrees / (degrees + x * x));
    return x > 0 ? 1 - tail : tail;
}

double dom_ratings_student_quantile(double p, double degrees)
{
    double lo = -1, hi = 1;
    while (dom_ratings_student_cdf(lo, degrees) > p && lo > -1e9)
        lo *= 2;
    while (dom_ratings_student_cdf(hi, degrees) < p && hi < 1e9)
        hi *= 2;
    for (int i = 0; i < 100 && hi - lo > 1e-14 * (1 + fabs(hi)); i++) {
        double middle = 0.5 * (lo + hi);
        if (dom_ratings_student_cdf(middle, degrees) < p)
            lo = middle;
        else
            hi = middle;
    }
    return 0.5 * (lo + hi);
}

double dom_ratings_normal_quantile(double p)
{
    return dom_ratings_student_quantile(p, 0);
}

double dom_ratings_f_tail(double x, double above, double below)
{
    return beta_share(below / 2, above / 2, below / (below + above * x));
}
