#include "ratings/luck.h"

#include "distributions.h"

#include <math.h>
#include <stdbool.h>

enum { SETS_MIN = 4 };

static const double magnitude_max = 1e12;

static bool are_valid(const double value[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(value[i]) <= magnitude_max))
            return false;
    return true;
}

static double mean_of(const double value[], size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i] / (double)count;
    return sum;
}

/* Returns the sum of products of the deviations from the means. */
static double products(const double a[], double mean_a, const double b[], double mean_b,
                       size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (a[i] - mean_a) * (b[i] - mean_b);
    return sum;
}

static double half_width(double variance, double degrees)
{
    return dom_ratings_student_quantile(0.975, degrees) * sqrt(variance);
}

dom_ratings_rc dom_ratings_luck_adjust(dom_ratings_luck *out, const double points[],
                                       const double control[], size_t sets, double expected)
{
    *out = (dom_ratings_luck){0};
    if (sets < SETS_MIN || !are_valid(points, sets) || !are_valid(control, sets) ||
        !are_valid(&expected, 1))
        return DOM_RATINGS_E_INVALID;
    double n = (double)sets;
    double mean = mean_of(points, sets), luck = mean_of(control, sets);
    double pp = products(points, mean, points, mean, sets);
    double pc = products(points, mean, control, luck, sets);
    double cc = products(control, luck, control, luck, sets);
    double before = pp / (n - 1) / n;
    double coefficient = cc > 0 ? pc / cc : 0;
    double left = fmax(pp - coefficient * pc, 0);
    /* The variance of a regression line, at the control's expected value. */
    double off = luck - expected;
    double after = cc > 0 ? left / (n - 2) * (1 / n + off * off / cc) : before;
    double degrees = cc > 0 ? n - 2 : n - 1;
    out->points = mean;
    out->points_lo = mean - half_width(before, n - 1);
    out->points_hi = mean + half_width(before, n - 1);
    out->coefficient = coefficient;
    out->adjusted = mean - coefficient * off;
    out->adjusted_lo = out->adjusted - half_width(after, degrees);
    out->adjusted_hi = out->adjusted + half_width(after, degrees);
    out->factor = after > 0 ? before / after : 0;
    return DOM_RATINGS_OK;
}
