#include "results/points_spread.h"

#include <math.h>

void dom_results_points_spread_add(dom_results_points_spread *spread,
                                   const dom_ratings_match *match)
{
    for (int a = 0; dom_ratings_match_has_points(match) && a < match->entries; a++)
        for (int b = a + 1; b < match->entries; b++, spread->pairs++) {
            double difference = (double)(match->points[a] - match->points[b]);
            spread->squares += difference * difference;
        }
}

int64_t dom_results_points_spread_scale(const dom_results_points_spread *spread, double unit)
{
    return (int64_t)fmax(1, round(sqrt(unit * unit * spread->squares / fmax(1, spread->pairs))));
}
