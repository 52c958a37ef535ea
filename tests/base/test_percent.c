/* Shares as percentages: only everything is 100, and only nothing is 0. */
#include "base/percent.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    double share;
    int digits;
    const char *text, *chance;
} shares[] = {
    {0, 1, "0.0", "0.1"},         {0.5, 1, "50.0", "50.0"},       {0.9994, 1, "99.9", "99.9"},
    {0.99951, 1, "99.9", "99.9"}, {1 - 1e-16, 1, "99.9", "99.9"}, {1, 1, "100.0", "99.9"},
    {0.994, 0, "99", "99"},       {0.9999, 0, "99", "99"},        {1, 0, "100", "99"},
    {0.0006, 1, "0.1", "0.1"},    {0.0004, 1, "0.1", "0.1"},      {1e-16, 0, "1", "1"},
    {0.0149, 0, "1", "1"},        {0.0161, 1, "1.6", "1.6"},
};

Test(percent, only_everything_is_100_and_only_nothing_is_0)
{
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%.*f", shares[i].digits,
                       dom_percent(shares[i].share, shares[i].digits));
        cr_expect(eq(str, text, (char *)shares[i].text), "%zu", i);
        (void)snprintf(text, sizeof text, "%.*f", shares[i].digits,
                       dom_percent_chance(shares[i].share, shares[i].digits));
        cr_expect(eq(str, text, (char *)shares[i].chance), "%zu", i);
    }
}

Test(percent, a_share_and_the_rest_add_up_to_100)
{
    for (int i = 0; i <= 2000; i++)
        for (int digits = 0; digits < 3; digits++) {
            char one[16], rest[16];
            double share = i / 2000.0;
            (void)snprintf(one, sizeof one, "%.*f", digits, dom_percent(share, digits));
            (void)snprintf(rest, sizeof rest, "%.*f", digits, dom_percent(1 - share, digits));
            cr_expect(epsilon_eq(dbl, atof(one) + atof(rest), 100, 1e-9), "%g: %s %s", share, one,
                      rest);
        }
}
