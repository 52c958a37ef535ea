#include "base/percent.h"

#include <stdint.h>

double dom_percent_chance(double chance, int digits)
{
    double percent = 100 * chance;
    double step = 1; /* the smallest percentage above 0 that is printed with so many digits */
    for (int i = 0; i < digits; i++)
        step /= 10;
    return percent < step ? step : percent > 100 - step ? 100 - step : percent;
}

double dom_percent(double share, int digits)
{
    double parts = 1; /* of a percent */
    for (int i = 0; i < digits; i++)
        parts *= 10;
    if (share <= 0 || share >= 1)
        return 100 * share;
    double larger =
        share < 0.5 ? 1 - share : share; /* a half of 57.5 and 42.5 goes to the larger */
    double percent = dom_percent_chance(
        (double)(int64_t)(100 * larger * parts + 0.5 + 1e-9) / parts / 100, digits);
    return share < 0.5 ? 100 - percent : percent;
}
