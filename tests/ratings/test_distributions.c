/* The distributions behind intervals and tests. The expected values are those of scipy 1.10. */
#include "distributions.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

/* Checks a value within a billionth of itself, and small ones within 1e-13. */
static void check_value(double found, double expected)
{
    double off = fabs(found - expected);
    cr_expect(off <= 1e-9 * fabs(expected) + 1e-13, "%.15g is not %.15g", found, expected);
}

static const struct {
    double x, degrees, p;
} student[] = {
    {1.5, 3, 0.8847080673775886}, {-2, 10.5, 0.03601690007848414}, {0, 7, 0.5},
    {4, 1, 0.9220208696226307},   {-40, 2, 0.0003122073360923703}, {0.01, 200, 0.5039843724233594},
    {8, 5, 0.9997535466697137},   {3, 0, 0.9986501019683699},      {3, 2e6, 0.9986501019683699},
};

Test(ratings_distributions, students_t)
{
    for (size_t i = 0; i < sizeof student / sizeof *student; i++)
        check_value(dom_ratings_student_cdf(student[i].x, student[i].degrees), student[i].p);
}

static const struct {
    double p, degrees, x;
} quantiles[] = {
    {.975, 1, 12.706204736432095}, {.975, 3, 3.182446305284263},  {.025, 10, -2.2281388519649385},
    {.9, 2.5, 1.730250928807177},  {.999, 30, 3.385184866818216}, {.975, 0, 1.959963984540054},
};

Test(ratings_distributions, quantiles_invert_the_distribution)
{
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++)
        check_value(dom_ratings_student_quantile(quantiles[i].p, quantiles[i].degrees),
                    quantiles[i].x);
    check_value(dom_ratings_normal_quantile(0.025), -1.959963984540054);
    check_value(dom_ratings_normal_cdf(-1.96), 0.024997895148220435);
    check_value(dom_ratings_normal_cdf(-8), 6.22096057427174e-16);
}

static const struct {
    double x, above, below, p;
} tails[] = {
    {3, 2, 10, 0.095367431640625},         {0.4, 5, 7.5, 0.8355171486332627}, {1, 1, 1, 0.5},
    {12, 3, 40, 9.654458319372911e-06},    {0.02, 8, 3, 0.999984156569319},   {0, 3, 4, 1},
    {2.2, 30, 300, 0.0004711604966388303},
};

Test(ratings_distributions, tails_of_f)
{
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++)
        check_value(dom_ratings_f_tail(tails[i].x, tails[i].above, tails[i].below), tails[i].p);
}
