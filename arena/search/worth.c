/* What a finished round is worth to a side: search/position.h. */
#include "search/position.h"

#include "rules/match.h"

/* Returns the points of all sides together. Partners have the same points and count once. */
static int32_t points_of_all(const dom_options *options, const int32_t points[])
{
    int32_t sum = 0;
    int32_t sides = dom_side_count(options);
    for (int side = 0; side < sides; side++) /* in teams the seats 0 and 1 are of different sides */
        sum += points[side];
    return sum;
}

int32_t dom_search_worth(const dom_round *round, int seat)
{
    const dom_options *options = round->options;
    dom_round_result result = dom_round_score(round);
    int32_t all = points_of_all(options, result.points);
    /* (sides - 1) x own points, minus the points of the others */
    int32_t worth = dom_side_count(options) * result.points[seat] - all;
    return options->objective == DOM_OBJECTIVE_LOW ? -worth : worth;
}
