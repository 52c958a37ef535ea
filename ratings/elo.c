#include "ratings/elo.h"

#include <math.h>
#include <stdbool.h>

double dom_ratings_elo_expected(double rating_a, double rating_b)
{
    return 1.0 / (1.0 + pow(10.0, (rating_b - rating_a) / DOM_RATINGS_ELO_SCALE));
}

static double rating_of_entry(const dom_ratings_elo_match *match, int entry, const double rating[])
{
    double sum = 0;
    for (int m = 0; m < match->members; m++)
        sum += rating[match->player[entry][m]];
    return sum / match->members;
}

static bool has_result(const dom_ratings_elo_match *match, int a, int b)
{
    return match->fault == DOM_RATINGS_ELO_NO_FAULT || match->fault == a || match->fault == b;
}

static double score_of(uint8_t own_place, uint8_t other_place)
{
    return own_place < other_place ? 1.0 : own_place == other_place ? 0.5 : 0.0;
}

/* Returns score minus expected score of `a` against `b`. The caller adds it to `a` and subtracts it
 * from `b`, so the sum of all ratings does not change. */
static double pair_gain(const dom_ratings_elo_match *match, int a, int b, const double rating[])
{
    double expected = dom_ratings_elo_expected(rating_of_entry(match, a, rating),
                                               rating_of_entry(match, b, rating));
    return score_of(match->place[a], match->place[b]) - expected;
}

static void rate_match(dom_ratings_elo_match *match, size_t matches, const double rating[])
{
    double weight = DOM_RATINGS_ELO_K / (match->entries - 1.0) / (double)matches;
    for (int e = 0; e < match->entries; e++)
        match->gain[e] = 0;
    for (int a = 0; a < match->entries; a++)
        for (int b = a + 1; b < match->entries; b++)
            if (has_result(match, a, b)) {
                double gain = weight * pair_gain(match, a, b, rating);
                match->gain[a] += gain;
                match->gain[b] -= gain;
            }
}

static void add_gains(const dom_ratings_elo_match *match, double rating[])
{
    for (int e = 0; e < match->entries; e++)
        for (int m = 0; m < match->members; m++)
            rating[match->player[e][m]] += match->gain[e];
}

void dom_ratings_elo_rate_set(dom_ratings_elo_match match[], size_t matches, double rating[])
{
    for (size_t i = 0; i < matches; i++)
        rate_match(&match[i], matches, rating);
    for (size_t i = 0; i < matches; i++)
        add_gains(&match[i], rating);
}
