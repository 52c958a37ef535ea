#include "base/percent.h"

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
    return share > 0 && share < 1 ? dom_percent_chance(share, digits) : 100 * share;
}
