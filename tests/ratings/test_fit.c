/* The solvers of a fit: Newton's method, and MM for where it does not converge. */
#include "fit.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { PLAYERS = 9, MANY = 310 };

static dom_ratings_pool *pool;

static void begin(void)
{
    pool = dom_ratings_pool_new();
}

static void end(void)
{
    dom_ratings_pool_free(&pool);
}

TestSuite(ratings_fit, .init = begin, .fini = end);

static const dom_ratings_list_options options = {
    .prior = 0.5, .anchor_elo = 1000, .anchor = DOM_RATINGS_LIST_ANCHOR_MEAN};

/* Solves a fit of the pool. Returns the ratings, its number of steps and its error. */
static void solve(dom_ratings_solve how, double elo[], int *steps, double *error)
{
    dom_ratings_fit fit;
    cr_assert(eq(int, dom_ratings_fit_open(&fit, pool, &options), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_fit_solve(&fit, how), DOM_RATINGS_OK));
    for (uint32_t i = 0; i < fit.design.players; i++)
        elo[i] = dom_ratings_fit_elo(&fit, i);
    *steps = fit.steps;
    *error = fit.error;
    dom_ratings_fit_close(&fit);
}

/* Player 0 has few points, so it is near its expected score long before the others are. MM
 * continues until every score is expected. */
Test(ratings_fit, both_solvers_agree)
{
    double newton[PLAYERS] = {0}, mm[PLAYERS] = {0}, error[2];
    int steps[2];
    add_score(pool, 0, 1, 1, 0, 30);
    for (uint32_t i = 1; i < PLAYERS - 1; i++)
        add_score(pool, i, i + 1, 30 + (int)i, 0, 20);
    solve(DOM_RATINGS_SOLVE_NEWTON, newton, &steps[0], &error[0]);
    solve(DOM_RATINGS_SOLVE_MM, mm, &steps[1], &error[1]);
    cr_expect(le(int, steps[0], 10));
    cr_expect(ge(int, steps[1], steps[0] + 1));
    cr_expect(le(dbl, error[0], 1e-9));
    cr_expect(le(dbl, error[1], 1e-9));
    for (uint32_t i = 0; i < PLAYERS; i++)
        check_near(mm[i], newton[i], 1e-5);
}

/* With so many players the steps of Newton's method are found in another way; the solution is as
 * good. */
Test(ratings_fit, of_many_players_every_score_is_expected)
{
    double elo[MANY], error;
    int steps;
    chance c = {3};
    for (uint32_t i = 0; i < MANY; i++)
        for (uint32_t k = 1; k <= 4; k++)
            add_score(pool, i, (i + k * k) % MANY, (int)(4 * chance_uniform(&c)), 1,
                      (int)(4 * chance_uniform(&c)));
    for (uint32_t i = 1; i < MANY - 9; i++) /* a player who met nearly all */
        add_score(pool, 0, i, 1, 0, (int)(4 * chance_uniform(&c)));
    solve(DOM_RATINGS_SOLVE_NEWTON, elo, &steps, &error);
    cr_expect(lt(dbl, error, 1e-9));
    cr_expect(lt(int, steps, 10));
}

Test(ratings_fit, mm_refuses_mixed_teams)
{
    dom_ratings_fit fit;
    dom_ratings_match m = team_match(0, 1, 2, 1, true);
    cr_assert(eq(int, dom_ratings_pool_add_set(pool, &m, 1), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_fit_open(&fit, pool, &options), DOM_RATINGS_OK));
    cr_expect(eq(int, dom_ratings_fit_solve(&fit, DOM_RATINGS_SOLVE_MM), DOM_RATINGS_E_INVALID));
    dom_ratings_fit_close(&fit);
}
