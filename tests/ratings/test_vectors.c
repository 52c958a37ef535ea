/* Compares the official list with ratings that others published or computed. */
#include "dense.h"
#include "fit.h"
#include "pools.h"
#include "robust.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#define UNIT 173.71779276130073 /* 400 / ln 10 */

TestSuite(ratings_vectors, .fini = free_all);

/* The options for a textbook's maximum: no prior, mean 0. */
static const dom_ratings_list_options bare = {.anchor = DOM_RATINGS_LIST_ANCHOR_MEAN,
                                              .intervals = DOM_RATINGS_INTERVALS_MODEL,
                                              .wants_covariance = true};

static double error_between(const dom_ratings_list *list, uint32_t a, uint32_t b)
{
    size_t n = list->count;
    return sqrt(list->covariance[a * n + a] + list->covariance[b * n + b] -
                2 * list->covariance[a * n + b]);
}

/* ---- choix ---------------------------------------------------------------- */

Test(ratings_vectors, choix_pairs)
{
    dom_ratings_pool *pool = new_pool();
    add_duels(pool, 0, 1, 2, false);
    add_duels(pool, 1, 2, 1, false);
    add_duels(pool, 2, 0, 1, false);
    dom_ratings_list list = fitted(pool, &bare);
    check_near(elo_of(&list, 0), .419617624 * UNIT, 2e-6);
    check_near(elo_of(&list, 1), -.419617624 * UNIT, 2e-6);
    check_near(elo_of(&list, 2), 0, 2e-6);
}

Test(ratings_vectors, choix_cycle_is_flat)
{
    dom_ratings_pool *pool = new_pool();
    for (uint32_t i = 0; i < 3; i++)
        add_duels(pool, i, (i + 1) % 3, 1, false);
    dom_ratings_list list = fitted(pool, &bare);
    for (uint32_t i = 0; i < 3; i++)
        check_near(elo_of(&list, i), 0, 0);
}

/* From (1, .1, .1, .1) ten steps are not enough for a cycle of four, and the solver reports it. */
Test(ratings_vectors, choix_cycle_of_four_takes_more_than_ten_steps)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_fit f;
    int steps;
    for (uint32_t i = 0; i < 4; i++)
        add_duels(pool, i, (i + 1) % 4, 1, false);
    cr_assert(eq(int, dom_ratings_fit_open(&f, pool, &bare), DOM_RATINGS_OK));
    for (int i = 0; i < 4; i++)
        f.beta[i] = i == 0 ? 0 : log(0.1);
    cr_expect(
        eq(int, dom_ratings_solve_mm(&f.spec, f.beta, 10, &steps), DOM_RATINGS_E_CONVERGENCE));
    cr_expect(eq(int, steps, 10));
    cr_expect(eq(int, dom_ratings_solve_mm(&f.spec, f.beta, 10000, &steps), DOM_RATINGS_OK));
    for (int i = 0; i < 4; i++)
        check_near(f.beta[i], 0, 1e-7);
    dom_ratings_fit_close(&f);
}

/* A solver may stop only when nobody is off, whichever player is. */
Test(ratings_vectors, the_error_is_that_of_the_player_who_is_furthest_off)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_fit f;
    for (uint32_t i = 0; i < 4; i++)
        add_duels(pool, i, (i + 1) % 4, 1, false);
    cr_assert(eq(int, dom_ratings_fit_open(&f, pool, &bare), DOM_RATINGS_OK));
    for (int i = 0; i < 4; i++) {
        double off[4] = {0.25, 0.25, 0.25, 0.25};
        off[i] = -1;
        check_near(dom_ratings_model_error(&f.spec, off), 1 / 2.0, 1e-15);
    }
    dom_ratings_fit_close(&f);
}

/* With independent matches an interval is the normal one. */
Test(ratings_vectors, intervals_of_independent_matches_are_normal)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 30, 0, 20);
    add_score(pool, 1, 2, 25, 0, 25);
    dom_ratings_list list = fitted(pool, &bare);
    for (uint32_t i = 0; i < 3; i++) {
        double half = 1.959963984540054 * sqrt(list.covariance[i * list.count + i]);
        check_near(row_of(&list, i)->elo_hi - elo_of(&list, i), half, 2e-6);
        check_near(elo_of(&list, i) - row_of(&list, i)->elo_lo, half, 2e-6);
    }
}

/* One set of one match for three, all rated equal. Its information is (3 I - J) / 8 and that of the
 * prior I / 4, where J is all ones, so C = 1.6 I + 0.8 J. The leverage is 3 / 8 * 3.2 / 2 = 0.6,
 * and u = (1/2, 0, -1/2). So V = 6.4 u u' + C C / 4 with C C = 2.56 I + 4.48 J. */
Test(ratings_vectors, a_table_of_three_with_one_set_has_the_leverage_of_its_two_free_scores)
{
    static const double expected[] = {3.36, 1.12, -0.48};
    dom_ratings_list_options options = bare;
    dom_ratings_pool *pool = new_pool();
    dom_ratings_match m = {.entries = 3, .members = 1, .fault = DOM_RATINGS_NO_FAULT};
    dom_ratings_fit f;
    double c[9], v[9], g[3];
    for (uint32_t i = 0; i < 3; i++) {
        m.player[i][0] = i;
        m.place[i] = (uint8_t)(i + 1);
    }
    options.prior = 0.5;
    add_match(pool, m);
    cr_assert(eq(int, dom_ratings_fit_open(&f, pool, &options), DOM_RATINGS_OK));
    dom_ratings_model_slopes(&f.spec, f.beta, g, c);
    cr_assert(eq(int, dom_ratings_invert(c, 3), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_robust_covariance(&f.spec, f.beta, c, v), DOM_RATINGS_OK));
    for (size_t i = 0; i < 3; i++)
        check_near(v[i], expected[i], 1e-12);
    dom_ratings_fit_close(&f);
}

/* ---- OpenSpiel, Meeple Pentathlon ------------------------------------------ */

Test(ratings_vectors, openspiel_pentathlon)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 4, 0, 1);
    add_score(pool, 0, 2, 2, 0, 3);
    add_score(pool, 1, 2, 2, 0, 3);
    dom_ratings_list list = fitted(pool, &bare);
    check_near(elo_of(&list, 0), 49.0635713, 1e-6);
    check_near(elo_of(&list, 1), -98.1271426, 1e-6);
    check_near(elo_of(&list, 2), 49.0635713, 1e-6);
}

Test(ratings_vectors, two_wins_of_three_are_120_points)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 2, 0, 1);
    dom_ratings_list list = fitted(pool, &bare);
    check_near(elo_of(&list, 0) - elo_of(&list, 1), 120.4119982656, 2e-6);
}

/* ---- Ordo ----------------------------------------------------------------- */

static dom_ratings_pool *sixty_games(void)
{
    dom_ratings_pool *pool = new_pool();
    add_score(pool, 0, 1, 6, 2, 2);
    add_score(pool, 0, 2, 7, 1, 2);
    add_score(pool, 0, 3, 10, 0, 0);
    add_score(pool, 1, 2, 5, 2, 3);
    add_score(pool, 1, 3, 9, 1, 0);
    add_score(pool, 2, 3, 8, 1, 1);
    return pool;
}

Test(ratings_vectors, ordo_sixty_games)
{
    static const double elo[] = {1742.373025, 1598.314951, 1518.179210, 1141.132814};
    static const double error[] = {69.269007, 61.229574, 60.359670, 96.863124};
    dom_ratings_pool *pool = sixty_games();
    dom_ratings_list_options options = bare;
    options.anchor_elo = 1500;
    dom_ratings_list list = fitted(pool, &options);
    for (uint32_t i = 0; i < 4; i++) {
        check_near(elo_of(&list, i), elo[i], 1e-6);
        check_near(sqrt(list.covariance[i * 4 + i]), error[i], 1e-6);
    }
    check_near(elo_of(&list, 0) - elo_of(&list, 1), 144.058074, 2e-6);
    check_near(error_between(&list, 0, 1), 95.527638, 1e-6);
    check_near(list.row[0].next.los, .9342259, 1e-6);
}

/* On Ordo's scale 76 % are 202 points, not 200.24. Its anchor only shifts the list. */
Test(ratings_vectors, ordo_with_an_anchor)
{
    static const double elo[] = {2106.5219, 1961.1984, 1880.3586, 1500};
    dom_ratings_pool *pool = sixty_games();
    dom_ratings_list_options options = bare;
    options.anchor = 3;
    dom_ratings_list list = fitted(pool, &options);
    double scale = 202 / log(.76 / .24) / UNIT;
    for (uint32_t i = 0; i < 4; i++)
        check_near(1500 + scale * elo_of(&list, i), elo[i], 1e-4);
    check_near(list.covariance[15], 0, 1e-9);
}

/* ---- R, BradleyTerry2 ------------------------------------------------------ */

/* Returns the log-likelihood of a model in which every pair has a percentage of its own. */
static double free_log_likelihood(const int (*pairs)[4], size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 2; k < 4; k++)
            if (pairs[i][k] > 0)
                sum += pairs[i][k] * log((double)pairs[i][k] / (pairs[i][2] + pairs[i][3]));
    return sum;
}

static dom_ratings_pool *pool_of(const int (*pairs)[4], size_t count)
{
    dom_ratings_pool *pool = new_pool();
    for (size_t i = 0; i < count; i++)
        add_score(pool, (uint32_t)pairs[i][0], (uint32_t)pairs[i][1], pairs[i][2], 0, pairs[i][3]);
    return pool;
}

/* Citations between Biometrika, Communications in Statistics, JASA and JRSS B. */
static const int citations[][4] = {{0, 1, 730, 33}, {0, 2, 498, 320}, {0, 3, 221, 284},
                                   {1, 2, 68, 813}, {1, 3, 17, 276},  {2, 3, 142, 325}};

Test(ratings_vectors, bradley_terry_citations)
{
    static const double theta[] = {0, -2.9490724968, -0.4795697698, 0.2689540558};
    static const double error[] = {0, .1025453354, .0605887292, .0708299651};
    dom_ratings_pool *pool = pool_of(citations, 6);
    dom_ratings_list_options options = bare;
    options.anchor = 0;
    dom_ratings_list list = fitted(pool, &options);
    for (uint32_t i = 0; i < 4; i++) {
        check_near(elo_of(&list, i) / UNIT, theta[i], 1e-6 * (1 + fabs(theta[i])));
        check_near(sqrt(list.covariance[i * 4 + i]) / UNIT, error[i], 1e-9);
    }
    check_near(2 * (free_log_likelihood(citations, 6) - list.log_likelihood), 4.29338397, 1e-7);
}

/* The American League East of 1987, home and away matches together. */
Test(ratings_vectors, bradley_terry_baseball)
{
    enum { BAL, BOS, CLE, DET, MIL, NY, TOR };
    static const int seasons[][4] = {
        {MIL, DET, 7, 6},  {MIL, TOR, 9, 4}, {MIL, NY, 7, 6},  {MIL, BOS, 7, 6},  {MIL, CLE, 9, 4},
        {MIL, BAL, 11, 2}, {DET, TOR, 7, 6}, {DET, NY, 5, 8},  {DET, BOS, 11, 2}, {DET, CLE, 9, 4},
        {DET, BAL, 9, 4},  {TOR, NY, 7, 6},  {TOR, BOS, 7, 6}, {TOR, CLE, 8, 5},  {TOR, BAL, 12, 1},
        {NY, BOS, 6, 7},   {NY, CLE, 7, 6},  {NY, BAL, 10, 3}, {BOS, CLE, 7, 6},  {BOS, BAL, 12, 1},
        {CLE, BAL, 6, 7}};
    static const double theta[] = {
        0, 1.1076977054, .6838527692, 1.4364084318, 1.5813558767, 1.2476178451, 1.2944851239};
    static const double error[] = {0, .3338779, .3318764, .3395682, .3432557, .3358606, .3366691};
    dom_ratings_pool *pool = pool_of(seasons, 21);
    dom_ratings_list_options options = bare;
    options.anchor = BAL;
    dom_ratings_list list = fitted(pool, &options);
    for (uint32_t i = 0; i < 7; i++) {
        check_near(elo_of(&list, i) / UNIT, theta[i], 1e-6);
        check_near(sqrt(list.covariance[i * 7 + i]) / UNIT, error[i], 1e-6);
    }
}

/* ---- Davidson 1970, chocolate pudding ---------------------------------------- */

static dom_ratings_pool *puddings(void)
{
    static const int rows[][5] = {{1, 2, 19, 22, 16}, {1, 3, 16, 19, 12}, {2, 3, 19, 19, 10},
                                  {1, 4, 18, 23, 13}, {2, 4, 23, 19, 9},  {3, 4, 19, 20, 15},
                                  {1, 5, 13, 19, 18}, {2, 5, 16, 20, 12}, {3, 5, 16, 15, 17},
                                  {4, 5, 17, 14, 16}, {1, 6, 18, 21, 12}, {2, 6, 22, 20, 12},
                                  {3, 6, 13, 18, 10}, {4, 6, 14, 19, 18}, {5, 6, 11, 21, 12}};
    dom_ratings_pool *pool = new_pool();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add_score(pool, (uint32_t)rows[i][0] - 1, (uint32_t)rows[i][1] - 1, rows[i][2], rows[i][4],
                  rows[i][3]);
    return pool;
}

Test(ratings_vectors, davidson_puddings)
{
    static const double theta[] = {0, .220241923, .152977716, .175144907, .133865220, .377134901};
    static const double error[] = {0, .187217, .193518, .188211, .192705, .192406};
    dom_ratings_pool *pool = puddings();
    dom_ratings_list_options options = bare;
    options.anchor = 0;
    options.model = DOM_RATINGS_MODEL_DAVIDSON;
    dom_ratings_list list = fitted(pool, &options);
    check_near(list.tie_nu, .746822956, 1e-6);
    check_near(list.log_likelihood, -809.70951009, 1e-7);
    for (uint32_t i = 0; i < 6; i++) {
        check_near(elo_of(&list, i) / UNIT, theta[i], 1e-7);
        check_near(sqrt(list.covariance[i * 6 + i]) / UNIT, error[i], 1e-6);
    }
}

/* ---- the ghost ------------------------------------------------------------ */

Test(ratings_vectors, perfect_scores_stay_finite)
{
    static const int wins[] = {1, 3, 10};
    static const double apart[] = {262.77, 406.73, 580.51};
    for (int i = 0; i < 3; i++) {
        dom_ratings_pool *pool = new_pool();
        add_duels(pool, 0, 1, wins[i], false);
        dom_ratings_list list = fitted(pool, NULL);
        check_near(elo_of(&list, 0) - elo_of(&list, 1), apart[i], 0.005);
    }
}

Test(ratings_vectors, without_prior_a_perfect_score_is_refused)
{
    dom_ratings_pool *pool = new_pool();
    dom_ratings_list list;
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = i + 1; k < 4; k++)
            add_score(pool, i, k, i == 1 && k == 2 ? 1 : 2, 0, i == 1 && k == 2 ? 1 : 0);
    cr_expect(eq(int, dom_ratings_list_fit(&list, pool, &bare), DOM_RATINGS_E_SEPARATED));
}
