/* The second opinion: ratings from whole rankings, beside those of R's package PlackettLuce. */
#include "pools.h"
#include "ratings/list.h"
#include "ratings/plackett_luce.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#define UNIT 173.71779276130073 /* 400 / ln 10 */

static dom_ratings_rankings *rankings;
static dom_ratings_plackett_luce found;

static void end(void)
{
    dom_ratings_plackett_luce_clear(&found);
    dom_ratings_rankings_free(&rankings);
    free_all();
}

TestSuite(ratings_plackett_luce, .fini = end);

/* The places of players 0, 1, ... in a match, 0 for a player who was not there. */
static dom_ratings_match places(const char *place)
{
    dom_ratings_match m = {.members = 1, .fault = DOM_RATINGS_NO_FAULT};
    for (uint32_t i = 0; place[i]; i++)
        if (place[i] != '0') {
            m.player[m.entries][0] = i;
            m.place[m.entries++] = (uint8_t)(place[i] - '0');
        }
    return m;
}

/* Replaces the rankings by those of `count` matches. */
static void rank(const char *const text[], size_t count)
{
    dom_ratings_rankings_free(&rankings);
    rankings = dom_ratings_rankings_new();
    for (size_t i = 0; i < count; i++) {
        dom_ratings_match m = places(text[i]);
        cr_assert(eq(int, dom_ratings_rankings_add(rankings, &m), DOM_RATINGS_OK));
    }
}

/* Replaces what was found. */
static void fit(double prior)
{
    dom_ratings_plackett_luce_clear(&found);
    cr_assert(eq(int, dom_ratings_plackett_luce_fit(&found, rankings, prior), DOM_RATINGS_OK));
}

static void refuse(double prior, dom_ratings_rc wanted)
{
    dom_ratings_plackett_luce none;
    cr_expect(eq(int, dom_ratings_plackett_luce_fit(&none, rankings, prior), wanted));
    cr_expect(none.elo == NULL);
}

/* apple, banana, orange */
static const char *const fruit[] = {"120", "312", "211", "123", "211", "102"};

Test(ratings_plackett_luce, agrees_with_the_package_of_the_same_name)
{
    static const struct {
        double prior, banana, orange, tie;
    } expected[] = {{.5, .2867987, -.4636687, -1.0701129}, {0, .34404905, -.55556434, -.73464511}};
    rank(fruit, 6);
    for (size_t i = 0; i < 2; i++) {
        fit(expected[i].prior);
        cr_assert(eq(sz, found.players, 3));
        check_near((found.elo[1] - found.elo[0]) / UNIT, expected[i].banana, 1e-7);
        check_near((found.elo[2] - found.elo[0]) / UNIT, expected[i].orange, 1e-7);
        check_near(log(found.tie[2]), expected[i].tie, 1e-7);
        check_near(found.tie[1], 1, 0);
        check_near(found.tie[3], 0, 0);
    }
}

Test(ratings_plackett_luce, a_perfect_winner_has_a_finite_rating_with_a_prior_only)
{
    static const char *const text[] = {"1234", "1324"};
    static const double expected[] = {0, -2.1604318, -2.1604318, -4.1764832};
    rank(text, 2);
    fit(.5);
    for (size_t i = 0; i < 4; i++)
        check_near((found.elo[i] - found.elo[0]) / UNIT, expected[i], 1e-7);
    refuse(0, DOM_RATINGS_E_SEPARATED);
}

/* 0 and 1 beat each other, so do 2 and 3, but these two pairs never changed places. */
Test(ratings_plackett_luce, without_prior_everybody_must_be_behind_everybody)
{
    static const char *const text[] = {"1200", "2100", "0012", "0021", "1020", "0201", "2010"};
    for (size_t count = 4; count <= 7; count++) {
        rank(text, count);
        if (count > 5)
            fit(0);
        else
            refuse(0, DOM_RATINGS_E_SEPARATED);
    }
}

/* Only ties connect 2 with the others. */
Test(ratings_plackett_luce, a_tie_connects_both_ways)
{
    static const char *const text[] = {"12", "21", "011", "0112", "0221", "2001", "1002"};
    rank(text, 7);
    fit(0);
    check_near(found.elo[0] + found.elo[1] + found.elo[2] + found.elo[3], 0, 1e-6);
}

/* Two players a match: the models of Bradley and Terry, and of Davidson. */
Test(ratings_plackett_luce, of_two_players_it_is_the_model_of_the_list)
{
    static const char *const text[] = {"120", "120", "210", "012", "021", "012",
                                       "102", "201", "110", "011", "101", "011"};
    for (size_t count = 8; count <= 12; count += 4) {
        rank(text, count);
        dom_ratings_pool *pool = new_pool();
        for (size_t i = 0; i < count; i++)
            add_match(pool, places(text[i]));
        dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
        options.prior = 0;
        options.anchor_elo = 0;
        options.model = count == 12 ? DOM_RATINGS_MODEL_DAVIDSON : DOM_RATINGS_MODEL_HALVES;
        dom_ratings_list list = fitted(pool, &options);
        fit(0);
        for (size_t i = 0; i < 3; i++)
            check_near(found.elo[i], list.elo[i], 1e-5);
        check_near(found.tie[2], list.tie_nu, 1e-6);
        check_near(found.log_likelihood, list.log_likelihood, 1e-7);
    }
}

/* All five share the first place in half of the matches. By symmetry the ratings are equal, so that
 * a tie of all weighs as much as the five players alone: d_5 = 5. Ties of others never occurred. */
Test(ratings_plackett_luce, a_tie_of_all_has_a_weight_of_its_own)
{
    static const char *const text[] = {"11111", "12345", "51234", "45123", "34512",
                                       "23451", "11111", "11111", "11111", "11111"};
    static const double expected[] = {0, 1, 0, 0, 0, 5};
    rank(text, 10);
    fit(0);
    for (size_t k = 1; k < 6; k++)
        check_near(found.tie[k], expected[k], 1e-7);
    for (size_t i = 0; i < 5; i++)
        check_near(found.elo[i], 0, 1e-6);
}

/* Everybody was last as often as first, in one match of eight and one the other way round; then
 * with the last two tied. */
Test(ratings_plackett_luce, eight_players_can_be_ranked)
{
    static const char *const text[] = {"12345678", "87654321", "12345677", "77654321"};
    rank(text, 4);
    fit(.5);
    for (size_t i = 0; i < 4; i++)
        check_near(found.elo[i], found.elo[7 - i], 1e-6);
    cr_expect(lt(dbl, found.elo[0] + 10, found.elo[3]), "nobody is last in the middle");
}

Test(ratings_plackett_luce, is_aligned_with_the_list_at_the_anchor_or_the_mean)
{
    static const double list[] = {1000, 1100, 900, 5000};
    rank(fruit, 6);
    fit(.5);
    dom_ratings_plackett_luce_align(&found, list, 1);
    check_near(found.elo[1], 1100, 1e-9);
    check_near((found.elo[2] - found.elo[0]) / UNIT, -.4636687, 1e-7);
    dom_ratings_plackett_luce_align(&found, list, DOM_RATINGS_LIST_ANCHOR_MEAN);
    check_near(found.elo[0] + found.elo[1] + found.elo[2], 3000, 1e-9);
    check_near((found.elo[2] - found.elo[0]) / UNIT, -.4636687, 1e-7);
    dom_ratings_plackett_luce_align(&found, list, 3); /* who is not there is no anchor */
    check_near(found.elo[0] + found.elo[1] + found.elo[2], 3000, 1e-9);
}

Test(ratings_plackett_luce, neither_order_nor_seats_of_matches_matter)
{
    double once[3], log_likelihood;
    rank(fruit, 6);
    fit(0);
    memcpy(once, found.elo, sizeof once);
    log_likelihood = found.log_likelihood;
    rank(NULL, 0);
    for (size_t i = 0; i < 600; i++) {
        dom_ratings_match m = places(fruit[5 - i % 6]), turned = m;
        for (int e = 0; e < m.entries; e++) {
            turned.player[e][0] = m.player[m.entries - 1 - e][0];
            turned.place[e] = m.place[m.entries - 1 - e];
        }
        cr_assert(eq(int, dom_ratings_rankings_add(rankings, &turned), DOM_RATINGS_OK));
    }
    fit(0);
    for (size_t i = 0; i < 3; i++)
        check_near(found.elo[i], once[i], 1e-7);
    check_near(found.log_likelihood, 100 * log_likelihood, 1e-6);
}

Test(ratings_plackett_luce, a_known_player_without_a_ranking_has_the_rating_of_the_ghost)
{
    rank(fruit, 6);
    dom_ratings_rankings_players(rankings, 5);
    fit(0.5);
    cr_assert(eq(sz, found.players, 5));
    check_near(found.elo[4], 0, 1e-6);
}

Test(ratings_plackett_luce, matches_with_a_fault_are_left_out)
{
    dom_ratings_match m = places("123");
    m.fault = 2;
    rank(NULL, 0);
    cr_assert(eq(int, dom_ratings_rankings_add(rankings, &m), DOM_RATINGS_OK));
    refuse(0.5, DOM_RATINGS_E_EMPTY);
}

static void refuse_match(dom_ratings_match m, dom_ratings_rc wanted)
{
    cr_expect(eq(int, dom_ratings_rankings_add(rankings, &m), wanted));
}

Test(ratings_plackett_luce, bad_numbers_are_refused)
{
    dom_ratings_match good = places("12345678"), m = good;
    rank(fruit, 6);
    m.members = 2;
    refuse_match(m, DOM_RATINGS_E_INVALID);
    m = good, m.entries = 1;
    refuse_match(m, DOM_RATINGS_E_INVALID);
    m = good, m.entries = 9;
    refuse_match(m, DOM_RATINGS_E_INVALID);
    m = good, m.place[7] = 0;
    refuse_match(m, DOM_RATINGS_E_INVALID);
    m = good, m.player[7][0] = DOM_RATINGS_POOL_PLAYERS_MAX;
    refuse_match(m, DOM_RATINGS_E_LIMIT);
    refuse(-1, DOM_RATINGS_E_INVALID);
    refuse(1000.5, DOM_RATINGS_E_INVALID);
    refuse(NAN, DOM_RATINGS_E_INVALID);
    fit(0);
    cr_expect(eq(sz, found.players, 3)); /* nothing of the refused matches counts */
}
