#include "base/percent.h"

/* Returns the largest percentage below 100 that is printed as itself. */
static double most_below(int digits)
{
    double step = 1;
    for (int i = 0; i < digits; i++)
        step /= 10;
    return 100 - step;
}

double dom_percent_chance(double chance, int digits)
{
    return 100 * chance > most_below(digits) ? most_below(digits) : 100 * chance;
}

double dom_percent(double share, int digits)
{
    return share < 1 ? dom_percent_chance(share, digits) : 100 * share;
}
