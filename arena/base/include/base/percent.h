/* base/percent.h - shares as percentages for people. */
#ifndef DOM_BASE_PERCENT_H
#define DOM_BASE_PERCENT_H

/* Returns a share, 0 to 1, as a percentage that is to be printed with so many digits after the
 * point. Only the share 1 is 100 and only the share 0 is 0: with one digit, 0.9999 gives 99.9 and
 * 0.0001 gives 0.1. The percentages of a share and of the rest, as they are printed, add up to 100:
 * 0.575 gives 58 and 0.425 gives 42. */
double dom_percent(double share, int digits);

/* The same for a probability that was estimated, such as a likelihood of superiority. The
 * result is never 100 or 0, because an estimate is never certain. */
double dom_percent_chance(double chance, int digits);

#endif
