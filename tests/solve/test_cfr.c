/* The tree of a round, CFR+ and best responses, on rounds that can be checked otherwise. */
#include "solve/cfr.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static dom_solve_tree t;

static void build(const char *format, int hand)
{
    static char game[100];
    dom_err err;
    (void)snprintf(game, sizeof game, format, hand);
    cr_assert(eq(int, dom_solve_tree_build(&t, game, 1000000, NULL, NULL, &err), DOM_OK), "%s",
              err.text);
}

static const char block[] = "block-2 set_max=3 hand=%d lead_first=seat0";

static double *strategy_of(int hand)
{
    build(block, hand);
    return dom_solve_alloc(t.actions, sizeof(double));
}

static void clear(double *strategy)
{
    free(strategy);
    dom_solve_tree_clear(&t);
}

Test(solve_tree, every_deal_is_there_once)
{
    static const size_t deals[] = {0, 10 * 9, 45 * 28, 120 * 35, 210 * 15};
    for (int hand = 1; hand <= 3; hand++) {
        build(block, hand);
        cr_assert(eq(sz, t.deals, deals[hand]));
        dom_solve_tree_clear(&t);
    }
}

Test(solve_tree, probabilities_of_the_deals_and_draws_add_up)
{
    build("draw-2 set_max=3 doubles=false hand=%d", 2);
    cr_assert(eq(sz, t.node[0].size, t.nodes));
    for (size_t n = 0; n < t.nodes; n++) {
        double sum = 0;
        size_t child = n + 1;
        for (; child < n + t.node[n].size; child += t.node[child].size)
            sum += t.node[child].chance;
        cr_assert(eq(sz, child, n + t.node[n].size));
        cr_assert(t.node[n].set != DOM_SOLVE_CHANCE || fabs(sum - 1) < 1e-9);
    }
    dom_solve_tree_clear(&t);
}

Test(solve_tree, nodes_of_an_information_set_have_its_actions_and_one_level)
{
    build(block, 3);
    int *level = dom_solve_alloc(t.sets, sizeof *level);
    for (size_t n = 0; n < t.nodes; n++) {
        const dom_solve_node *node = &t.node[n];
        if (node->set < 0)
            continue;
        size_t child = n + 1;
        for (int i = 0; i < t.set[node->set].count; i++)
            child += t.node[child].size;
        cr_assert(eq(sz, child, n + node->size));
        cr_assert(level[node->set] == 0 || level[node->set] == node->level + 1);
        level[node->set] = node->level + 1;
    }
    free(level);
    dom_solve_tree_clear(&t);
}

/* With one tile each, nobody has a choice. If the other tile fits, its holder goes out too late:
 * the leader has gone out with his lead and gets the other's pips, 3 on average. */
Test(solve_cfr, with_one_tile_the_leader_gets_the_pips_of_the_other)
{
    double *strategy = strategy_of(1), size;
    cr_assert(eq(sz, t.sets, 0));
    cr_assert(fabs(dom_solve_value(&t, strategy, &size) - 3) < 1e-12);
    cr_assert(fabs(dom_solve_exploitability(&t, strategy)) < 1e-12);
    clear(strategy);
}

/* Returns the expected points of `seat` if it plays action choice[set] in its own sets. */
static double play(const double strategy[], const int choice[], int seat, size_t at)
{
    const dom_solve_node *node = &t.node[at];
    if (node->set == DOM_SOLVE_END)
        return seat == 0 ? node->points : -node->points;
    const dom_solve_set *set = node->set >= 0 ? &t.set[node->set] : NULL;
    double sum = 0;
    size_t child = at + 1;
    for (int i = 0; child < at + node->size; i++, child += t.node[child].size) {
        double share = t.node[child].chance;
        if (set)
            share = set->seat == seat ? i == choice[node->set] : strategy[set->first + (size_t)i];
        sum += share > 0 ? share * play(strategy, choice, seat, child) : 0;
    }
    return sum;
}

/* Climbs from the first actions to a pure strategy that no change in a single information set
 * improves. In a game that is played through in order that is a best response. */
static double climb(const double strategy[], int seat)
{
    int *choice = dom_solve_alloc(t.sets, sizeof *choice);
    double best = play(strategy, choice, seat, 0);
    for (bool has_risen = true; has_risen;) {
        has_risen = false;
        for (size_t s = 0; s < t.sets; s++)
            for (int i = 0, was = choice[s]; t.set[s].seat == seat && i < t.set[s].count; i++) {
                choice[s] = i;
                double value = play(strategy, choice, seat, 0);
                if (value > best + 1e-12) {
                    best = value;
                    was = i;
                    has_risen = true;
                }
                choice[s] = was;
            }
    }
    free(choice);
    return best;
}

Test(solve_cfr, a_best_response_is_what_climbing_finds)
{
    double *strategy = strategy_of(2);
    dom_solve_uniform(&t, strategy);
    for (int seat = 0; seat < 2; seat++)
        cr_assert(fabs(dom_solve_best_response(&t, strategy, seat) - climb(strategy, seat)) < 1e-9);
    clear(strategy);
}

Test(solve_cfr, an_equilibrium_cannot_be_exploited)
{
    double *strategy = strategy_of(3), size;
    dom_solve_equilibrium(&t, 100, strategy);
    (void)dom_solve_value(&t, strategy, &size);
    cr_assert(dom_solve_exploitability(&t, strategy) < size / 1000);
    clear(strategy);
}

Test(solve_cfr, more_iterations_are_nearer_to_an_equilibrium)
{
    double *strategy = strategy_of(3);
    double before = INFINITY;
    for (int iterations = 5; iterations <= 45; iterations *= 3) {
        dom_solve_equilibrium(&t, iterations, strategy);
        double now = dom_solve_exploitability(&t, strategy);
        cr_assert(now < before / 3 && now > -1e-12, "%d iterations: %f", iterations, now);
        before = now;
    }
    clear(strategy);
}

Test(solve_cfr, uniform_play_is_exploited_and_no_answer_gains_less_than_the_value)
{
    double *strategy = strategy_of(3), size;
    dom_solve_uniform(&t, strategy);
    double value = dom_solve_value(&t, strategy, &size);
    cr_assert(dom_solve_best_response(&t, strategy, 0) > value);
    cr_assert(dom_solve_best_response(&t, strategy, 1) > -value);
    cr_assert(dom_solve_exploitability(&t, strategy) > 1);
    clear(strategy);
}

/* A draw is a moment of chance after a choice, and two draws of a turn are one event. */
Test(solve_cfr, a_game_with_draws_is_solved)
{
    double size;
    build("draw-2 set_max=3 doubles=false hand=%d lead_first=seat0", 2);
    double *strategy = dom_solve_alloc(t.actions, sizeof *strategy);
    dom_solve_uniform(&t, strategy);
    for (int seat = 0; seat < 2; seat++)
        cr_assert(fabs(dom_solve_best_response(&t, strategy, seat) - climb(strategy, seat)) < 1e-9);
    dom_solve_equilibrium(&t, 200, strategy);
    (void)dom_solve_value(&t, strategy, &size);
    cr_assert(dom_solve_exploitability(&t, strategy) < size / 1000);
    clear(strategy);
}
