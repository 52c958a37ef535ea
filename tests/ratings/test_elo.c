/* Live Elo. The published numbers come from multielo's test suite. */
#include "pools.h"
#include "ratings/elo.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* Returns a match of single players in which entry i is player i. */
static dom_ratings_match match_of(uint8_t entries, const uint8_t places[])
{
    dom_ratings_match match = {.entries = entries, .members = 1, .fault = DOM_RATINGS_NO_FAULT};
    for (uint8_t e = 0; e < entries; e++) {
        match.player[e][0] = e;
        match.place[e] = places[e];
    }
    return match;
}

/* The second member of a single player means nothing, whatever is there. */
static dom_ratings_match match_beside(uint32_t bystander)
{
    dom_ratings_match match = match_of(2, (uint8_t[]){1, 2});
    match.player[0][1] = match.player[1][1] = bystander;
    return match;
}

static double sum_of(const double rating[], size_t players)
{
    double sum = 0;
    for (size_t i = 0; i < players; i++)
        sum += rating[i];
    return sum;
}

Test(elo_rate, single_players_have_no_partner)
{
    double rating[] = {1200, 1000, 800};
    dom_ratings_match match = match_beside(2);
    match.player[1][1] = 1;
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[0], 1207.68809835, 1e-8);
    check_near(rating[1], 992.31190165, 1e-8);
    check_near(rating[2], 800, 0);
}

Test(elo_expected, the_expected_score_is_the_logistic_curve)
{
    check_near(dom_ratings_elo_expected(1200, 1000), 0.75974693, 5e-9);
    check_near(dom_ratings_elo_expected(1000, 1200), 0.24025307, 5e-9);
    check_near(dom_ratings_elo_expected(1200, 800), 0.90909091, 5e-9);
    check_near(dom_ratings_elo_expected(1500, 1500), 0.5, 0);
    /* With D = 800 the curve is the same at half the difference. */
    check_near(dom_ratings_elo_expected(600, 500), 0.640065, 5e-7);
}

Test(elo_expected, the_expected_scores_of_both_sides_sum_to_one)
{
    for (int d = -3000; d <= 3000; d += 7)
        check_near(dom_ratings_elo_expected(1000 + d, 1000) +
                       dom_ratings_elo_expected(1000, 1000 + d),
                   1, 1e-15);
}

/* Rates a set of one match. */
typedef struct {
    uint8_t entries;
    double before[4];
    uint8_t places[4];
    double after[4];
    double tolerance;
} elo_case;

static const elo_case cases[] = {
    {2, {1200, 1000}, {1, 2}, {1207.68809835, 992.31190165}, 5e-9},
    {2, {1000, 1200}, {1, 2}, {1024.31190165, 1175.68809835}, 5e-9},
    {2, {1200, 800}, {1, 2}, {1202.90909091, 797.09090909}, 5e-9},
    {2, {1200, 1000}, {1, 1}, {1191.6880983472654, 1008.3119016527346}, 5e-13},
    {3, {1200, 1000, 900}, {1, 2, 3}, {1206.2597220890, 1001.9149108295, 891.8253670815}, 5e-11},
    {4, {1500, 1500, 1500, 1500}, {1, 2, 3, 4}, {1516, 1505.3333, 1494.6667, 1484}, 5e-5},
    {4, {1500, 1500, 1500, 1500}, {1, 1, 3, 4}, {1510.6667, 1510.6667, 1494.6667, 1484}, 5e-5},
};

Test(elo_set, a_set_of_one_match_gives_the_known_ratings)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const elo_case *c = &cases[i];
        double rating[4];
        memcpy(rating, c->before, sizeof rating);
        dom_ratings_match match = match_of(c->entries, c->places);
        dom_ratings_elo_rate_set(&match, 1, rating);
        for (int e = 0; e < c->entries; e++)
            check_near(rating[e], c->after[e], c->tolerance);
    }
}

/* multielo's step is 2(n-1)/n times ours; these are its cases of three players. */
Test(elo_set, agrees_with_multielo_apart_from_its_convention)
{
    static const elo_case multielo[] = {
        {3, {1200, 900, 1000}, {1, 2, 3}, {1208.34629612, 910.43382278, 981.21988111}, 0},
        {4,
         {1200, 1000, 1100, 900},
         {1, 2, 3, 4},
         {1212.01868209, 1012.15595083, 1087.84404917, 887.98131791},
         0},
        {3, {1200, 1000, 800}, {1, 2, 2}, {1207.06479284, 989.33333333, 803.60187383}, 0},
        {3, {1200, 1000, 800}, {1, 1, 2}, {1196.39812617, 1010.66666667, 792.93520716}, 0},
        {3, {1200, 1000, 800}, {1, 1, 1}, {1185.7314595, 1000, 814.2685405}, 0},
    };
    for (size_t i = 0; i < sizeof multielo / sizeof *multielo; i++) {
        const elo_case *c = &multielo[i];
        double rating[4];
        memcpy(rating, c->before, sizeof rating);
        dom_ratings_match match = match_of(c->entries, c->places);
        dom_ratings_elo_rate_set(&match, 1, rating);
        for (int e = 0; e < c->entries; e++)
            check_near(c->before[e] +
                           (rating[e] - c->before[e]) * 2 * (c->entries - 1) / c->entries,
                       c->after[e], 5e-9);
    }
}

Test(elo_set, a_set_is_rated_from_the_ratings_before_it)
{
    /* One win and one loss: the sum of both changes at 1200 against 1000, each
     * with half of K. Match by match it would be something else. */
    double rating[] = {1200, 1000};
    dom_ratings_match set[] = {match_of(2, (uint8_t[]){1, 2}), match_of(2, (uint8_t[]){2, 1})};
    dom_ratings_elo_rate_set(set, 2, rating);
    check_near(rating[0], 1200 + 32 * (0.5 - dom_ratings_elo_expected(1200, 1000)), 1e-12);
    check_near(rating[1], 1000 - 32 * (0.5 - dom_ratings_elo_expected(1200, 1000)), 1e-12);
}

Test(elo_set, a_set_of_equal_matches_counts_as_one_match)
{
    double once[] = {1100, 1000, 950}, thrice[] = {1100, 1000, 950};
    dom_ratings_match match = match_of(3, (uint8_t[]){2, 1, 3});
    dom_ratings_match set[] = {match, match, match};
    dom_ratings_elo_rate_set(&match, 1, once);
    dom_ratings_elo_rate_set(set, 3, thrice);
    for (int i = 0; i < 3; i++)
        check_near(thrice[i], once[i], 1e-12);
}

Test(elo_set, a_table_is_the_sum_of_its_pairs)
{
    static const double before[] = {1234, 987, 1010, 850, 1400, 1000, 999, 1};
    static const uint8_t places[] = {3, 1, 6, 1, 8, 3, 7, 3};
    double rating[8];
    memcpy(rating, before, sizeof rating);
    dom_ratings_match match = match_of(8, places);
    dom_ratings_elo_rate_set(&match, 1, rating);
    for (int a = 0; a < 8; a++) {
        double gain = 0;
        for (int b = 0; b < 8; b++) {
            double pair[] = {before[a], before[b]};
            dom_ratings_match both = match_of(2, (uint8_t[]){places[a], places[b]});
            dom_ratings_elo_rate_set(&both, 1, pair);
            gain += a == b ? 0 : (pair[0] - before[a]) / 7;
        }
        check_near(rating[a], before[a] + gain, 1e-11);
    }
}

Test(elo_set, a_set_is_worth_at_most_k_points)
{
    double rating[] = {0, 9000, 9000, 9000};
    dom_ratings_match match = match_of(4, (uint8_t[]){1, 2, 3, 4});
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[0], DOM_RATINGS_ELO_K, 1e-9);
}

Test(elo_fault, the_others_have_no_result_among_themselves)
{
    double rating[] = {1200, 1000, 900};
    dom_ratings_match match = match_of(3, (uint8_t[]){1, 3, 1});
    match.fault = 1;
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[0], 1200 + 16 * (1 - dom_ratings_elo_expected(1200, 1000)), 1e-12);
    check_near(rating[2], 900 + 16 * (1 - dom_ratings_elo_expected(900, 1000)), 1e-12);
    check_near(sum_of(rating, 3), 3100, 1e-9);
}

Test(elo_fault, a_fault_between_two_players_is_an_ordinary_loss)
{
    double plain[] = {1100, 1000}, faulty[] = {1100, 1000};
    dom_ratings_match match = match_of(2, (uint8_t[]){2, 1});
    dom_ratings_elo_rate_set(&match, 1, plain);
    match.fault = 0;
    dom_ratings_elo_rate_set(&match, 1, faulty);
    check_near(faulty[0], plain[0], 0);
    check_near(faulty[1], plain[1], 0);
}

/* With one member a second one is not looked at, whatever its number is. */
Test(elo_set, only_members_of_an_entry_are_rated)
{
    double rating[] = {1000, 1000, 1000};
    dom_ratings_match match = match_of(2, (uint8_t[]){1, 2});
    match.player[0][0] = 1;
    match.player[1][0] = 2;
    match.player[0][1] = match.player[1][1] = 0;
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[0], 1000, 0);
    check_near(rating[1], 1016, 1e-9);
    check_near(rating[2], 984, 1e-9);
}

Test(elo_teams, a_team_has_the_mean_rating_and_its_members_gain_equally)
{
    double rating[] = {1300, 1100, 1050, 950};
    dom_ratings_match match = team_match(0, 1, 2, 3, true);
    dom_ratings_elo_rate_set(&match, 1, rating);
    double gain = 32 * (1 - dom_ratings_elo_expected(1200, 1000));
    check_near(rating[0], 1300 + gain, 1e-12);
    check_near(rating[1], 1100 + gain, 1e-12);
    check_near(rating[2], 1050 - gain, 1e-12);
    check_near(rating[3], 950 - gain, 1e-12);
}

Test(elo_teams, a_team_of_one_bot_among_mixed_teams_keeps_the_sum)
{
    double rating[] = {1200, 1000, 900};
    dom_ratings_match match = team_match(0, 0, 1, 2, true);
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[0], 1200 + 64 * (1 - dom_ratings_elo_expected(1200, 950)), 1e-12);
    check_near(sum_of(rating, 3), 3100, 1e-9);
}

/* A small random generator, so that the list is always the same. */
static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 16;
}

static dom_ratings_match random_match(uint32_t *state, uint32_t players)
{
    dom_ratings_match match = {.members = (uint8_t)(1 + next_number(state) % 2)};
    match.entries = (uint8_t)(match.members == 2 ? 2 : 2 + next_number(state) % 7);
    match.fault = (int8_t)(next_number(state) % 4 ? DOM_RATINGS_NO_FAULT
                                                  : (int)(next_number(state) % match.entries));
    uint32_t first = next_number(state);
    for (uint32_t e = 0; e < match.entries; e++) {
        match.place[e] = (uint8_t)(1 + next_number(state) % match.entries);
        for (uint32_t m = 0; m < match.members; m++)
            match.player[e][m] = (first + 2 * e + m) % players;
    }
    return match;
}

Test(elo_list, the_sum_of_all_ratings_never_changes)
{
    enum { PLAYERS = 20, SETS = 20000 };
    double rating[PLAYERS];
    for (int i = 0; i < PLAYERS; i++)
        rating[i] = DOM_RATINGS_ELO_START;
    uint32_t state = 1;
    for (int s = 0; s < SETS; s++) {
        dom_ratings_match set[4];
        size_t matches = 1 + next_number(&state) % 4;
        for (size_t i = 0; i < matches; i++)
            set[i] = random_match(&state, PLAYERS);
        double before = sum_of(rating, PLAYERS);
        dom_ratings_elo_rate_set(set, matches, rating);
        check_near(sum_of(rating, PLAYERS), before, 1e-9);
    }
    check_near(sum_of(rating, PLAYERS), PLAYERS * DOM_RATINGS_ELO_START, 1e-6);
}

Test(elo_list, players_outside_the_set_keep_their_ratings)
{
    double rating[] = {1000, 1111.25, 1000, 877.5};
    dom_ratings_match match = match_of(2, (uint8_t[]){1, 2});
    match.player[1][0] = 2;
    dom_ratings_elo_rate_set(&match, 1, rating);
    check_near(rating[1], 1111.25, 0);
    check_near(rating[3], 877.5, 0);
    check_near(rating[0], 1016, 0);
    check_near(rating[2], 984, 0);
}
