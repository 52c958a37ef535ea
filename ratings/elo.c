#include "ratings/elo.h"

#include <math.h>
#include <string.h>

double dom_ratings_elo_expected(double rating_a, double rating_b)
{
    return 1.0 / (1.0 + pow(10.0, (rating_b - rating_a) / DOM_RATINGS_ELO_SCALE));
}

static double rating_of_entry(const dom_ratings_match *match, int entry, const double rating[])
{
    double sum = 0;
    for (int m = 0; m < match->members; m++)
        sum += rating[match->player[entry][m]];
    return sum / match->members;
}

/* Returns score minus expected score of `a` against `b`. The caller adds it to `a` and subtracts it
 * from `b`, so the sum of all ratings does not change. */
static double pair_gain(const dom_ratings_match *match, int a, int b, const double rating[])
{
    double expected = dom_ratings_elo_expected(rating_of_entry(match, a, rating),
                                               rating_of_entry(match, b, rating));
    return dom_ratings_match_half_points(match->place[a], match->place[b]) / 2.0 - expected;
}

static void rate_match(double gain[], const dom_ratings_match *match, size_t matches,
                       const double rating[])
{
    double weight = DOM_RATINGS_ELO_K / (match->entries - 1.0) / (double)matches;
    for (int a = 0; a < match->entries; a++)
        for (int b = a + 1; b < match->entries; b++)
            if (dom_ratings_match_has_result(match, a, b)) {
                double won = weight * pair_gain(match, a, b, rating);
                gain[a] += won;
                gain[b] -= won;
            }
}

static void add_gains(const double gain[], const dom_ratings_match *match, double rating[])
{
    for (int e = 0; e < match->entries; e++)
        for (int m = 0; m < match->members; m++)
            rating[match->player[e][m]] += gain[e];
}

void dom_ratings_elo_rate_set(const dom_ratings_match match[], size_t matches, double rating[])
{
    /* What each match gives to each member of an entry. */
    double gain[DOM_RATINGS_POOL_SET_MATCHES_MAX][DOM_RATINGS_MATCH_ENTRIES_MAX];
    for (size_t i = 0; i < matches; i++) {
        memset(gain[i], 0, sizeof gain[i]);
        rate_match(gain[i], &match[i], matches, rating);
    }
    for (size_t i = 0; i < matches; i++)
        add_gains(gain[i], &match[i], rating);
}
