/* Limits as a player sees a list, beside the limits of the whole list. */
#include "fit.h"
#include "limits.h"
#include "nearby.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

enum { PLAYERS_MAX = 60 };

static dom_ratings_pool *pool;
static dom_ratings_fit fit;
static double w[PLAYERS_MAX + 1]; /* and the weight of draws */

static void solve(bool has_draws)
{
    dom_ratings_list_options options = {.anchor = DOM_RATINGS_LIST_ANCHOR_MEAN,
                                        .prior = 0.5,
                                        .model = has_draws ? DOM_RATINGS_MODEL_DAVIDSON
                                                           : DOM_RATINGS_MODEL_HALVES};
    cr_assert(eq(int, dom_ratings_fit_open(&fit, pool, &options), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_fit_solve(&fit, DOM_RATINGS_SOLVE_NEWTON), DOM_RATINGS_OK));
}

static void begin(void)
{
    pool = dom_ratings_pool_new();
}

static void end(void)
{
    dom_ratings_fit_close(&fit);
    dom_ratings_pool_free(&pool);
}

TestSuite(ratings_nearby, .init = begin, .fini = end);

/* Weights of a rating minus the mean of all. */
static void choose_rating(uint32_t player)
{
    for (uint32_t i = 0; i < fit.design.players; i++)
        w[i] = (i == player) - 1.0 / (double)fit.design.players;
}

/* Returns the distance of a limit from the ratings of the list, of one search. */
static double distance(const dom_ratings_model_spec *spec, const double beta[],
                       const double weight[], double work[], bool is_upper)
{
    dom_ratings_combined_list list = {.spec = spec,
                                      .beta = beta,
                                      .w = weight,
                                      .dispersion = 1,
                                      .step = 1,
                                      .share = 1,
                                      .work = work};
    dom_ratings_combination of = {.list = &list, .count = 1, .error = 0.5};
    double limit = 0, value = 0;
    cr_assert(dom_ratings_limit_find(&of, is_upper, &limit));
    for (size_t i = 0; i < spec->size; i++)
        value += weight[i] * beta[i];
    return fabs(limit - value);
}

/* Returns the distance as the player sees the list, divided by that of the whole list. */
static double ratio_of(uint32_t player, bool is_upper)
{
    dom_ratings_normal normal;
    dom_ratings_nearby nearby;
    double *work = malloc(dom_ratings_limit_work(fit.spec.size) * sizeof *work);
    cr_assert(eq(int, dom_ratings_normal_open(&normal, &fit.spec, fit.beta), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_nearby_see(&nearby, &normal, player, w), DOM_RATINGS_OK));
    double whole = distance(&fit.spec, fit.beta, w, work, is_upper);
    double seen = distance(&nearby.spec, nearby.beta, nearby.w, nearby.work, is_upper);
    cr_expect(lt(dbl, 0.1, whole));
    dom_ratings_normal_close(&normal);
    free(work);
    return seen / whole;
}

static void add_star(int draws)
{
    for (uint32_t other = 1; other < 6; other++)
        add_score(pool, 0, other, 3 + (int)other, draws, 2);
}

/* All results are the player's own, so nothing is approximated. */
Test(ratings_nearby, a_player_that_sees_all_results_has_the_limits_of_the_list)
{
    add_star(0);
    solve(false);
    choose_rating(0);
    check_near(ratio_of(0, false), 1, 1e-6);
    check_near(ratio_of(0, true), 1, 1e-6);
}

Test(ratings_nearby, the_weight_of_draws_is_seen_too)
{
    add_star(4);
    solve(true);
    choose_rating(0);
    check_near(ratio_of(0, false), 1, 1e-6);
    check_near(ratio_of(0, true), 1, 1e-6);
}

/* Every player meets the six nearest in a circle. */
static void add_ring(void)
{
    for (uint32_t i = 0; i < PLAYERS_MAX; i++)
        for (uint32_t step = 1; step <= 3; step++)
            add_score(pool, i, (i + step) % PLAYERS_MAX, 2 + (int)(i + step) % 3, 0,
                      2 + (int)(i * 7 + step) % 4);
}

Test(ratings_nearby, in_a_ring_of_players_the_limits_are_nearly_those_of_the_list)
{
    add_ring();
    solve(false);
    for (uint32_t i = 0; i < PLAYERS_MAX; i += 7) {
        choose_rating(i);
        check_near(ratio_of(i, false), 1, 0.03);
        check_near(ratio_of(i, true), 1, 0.03);
    }
}

/* The formula of Zou and Donner, from both intervals and their correlation. */
Test(ratings_nearby, in_a_large_list_a_gap_follows_from_both_ratings)
{
    dom_ratings_list list;
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.wants_covariance = true;
    add_ring();
    solve(false); /* for the end of the case */
    cr_assert(eq(int, dom_ratings_list_fit(&list, pool, &options), DOM_RATINGS_OK));
    for (size_t i = 0; i + 1 < list.count; i += 9) {
        const dom_ratings_rating *a = &list.row[i], *b = &list.row[i + 1];
        size_t n = PLAYERS_MAX;
        double correlation = list.covariance[a->player * n + b->player] /
                             sqrt(list.covariance[a->player * n + a->player] *
                                  list.covariance[b->player * n + b->player]);
        double lo = a->elo - a->elo_lo, hi = b->elo_hi - b->elo;
        double below = sqrt(lo * lo + hi * hi - 2 * correlation * lo * hi);
        check_near(a->next.elo - a->next.lo, below, 1e-3);
        cr_expect(lt(dbl, 0.001, fabs(correlation)));
    }
    dom_ratings_list_clear(&list);
}

Test(ratings_nearby, weights_of_players_that_are_no_opponents_count)
{
    add_ring();
    solve(false);
    for (uint32_t i = 0; i < PLAYERS_MAX; i++)
        w[i] = (i == 0) - (double)(i == PLAYERS_MAX / 2);
    check_near(ratio_of(0, false), 1, 0.03);
    check_near(ratio_of(0, true), 1, 0.03);
}

Test(ratings_nearby, a_view_has_the_player_its_opponents_and_the_sum_of_the_others)
{
    dom_ratings_normal normal;
    dom_ratings_nearby nearby;
    add_ring();
    solve(false);
    choose_rating(9);
    cr_assert(eq(int, dom_ratings_normal_open(&normal, &fit.spec, fit.beta), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_nearby_see(&nearby, &normal, 9, w), DOM_RATINGS_OK));
    cr_expect(eq(sz, nearby.spec.size, 1 + 6 + 1));
    cr_expect(eq(sz, nearby.design.contrasts, 6));
    check_near(nearby.beta[0], fit.beta[9], 0);
    check_near(nearby.w[0], 1 - 1.0 / PLAYERS_MAX, 1e-15);
    check_near(nearby.w[7], 1, 0);
    double far = 0;
    for (uint32_t i = 0; i < PLAYERS_MAX; i++)
        far += i + 3 < 9 || i > 9 + 3 ? w[i] * fit.beta[i] : 0;
    check_near(nearby.beta[7], far, 1e-12);
    dom_ratings_normal_close(&normal);
}

/* What is known of the sum of one view serves the next one. */
Test(ratings_nearby, a_view_is_the_same_after_that_of_another_player)
{
    dom_ratings_normal fresh, used;
    dom_ratings_nearby first, again;
    add_ring();
    solve(false);
    cr_assert(eq(int, dom_ratings_normal_open(&fresh, &fit.spec, fit.beta), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_normal_open(&used, &fit.spec, fit.beta), DOM_RATINGS_OK));
    choose_rating(9);
    cr_assert(eq(int, dom_ratings_nearby_see(&again, &used, 9, w), DOM_RATINGS_OK));
    choose_rating(10);
    cr_assert(eq(int, dom_ratings_nearby_see(&again, &used, 10, w), DOM_RATINGS_OK));
    cr_assert(eq(int, dom_ratings_nearby_see(&first, &fresh, 10, w), DOM_RATINGS_OK));
    cr_expect(eq(sz, used.others, 2));
    cr_expect(eq(sz, fresh.others, 0));
    size_t size = first.spec.size;
    for (size_t i = 0; i < size * size; i++)
        check_near(again.rest.precision[i], first.rest.precision[i],
                   1e-9 * fabs(first.rest.precision[i]) + 1e-9);
    dom_ratings_normal_close(&fresh);
    dom_ratings_normal_close(&used);
}
