/* The tree of a round, CFR+ and best responses, on rounds that can be checked otherwise. */
#include "cfr.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>

static tree t;

static double *strategy_of(int hand)
{
    tree_build(&t, hand, NULL, NULL);
    return tree_alloc(t.actions, sizeof(double));
}

static void clear(double *strategy)
{
    free(strategy);
    tree_clear(&t);
}

Test(yardstick_tree, every_deal_is_there_once)
{
    static const size_t deals[] = {0, 10 * 9, 45 * 28, 120 * 35, 210 * 15};
    for (int hand = 1; hand <= 3; hand++) {
        tree_build(&t, hand, NULL, NULL);
        cr_assert(eq(sz, t.deals, deals[hand]));
        tree_clear(&t);
    }
}

Test(yardstick_tree, a_subtree_is_followed_by_the_next_one)
{
    tree_build(&t, 2, NULL, NULL);
    size_t at = 0;
    for (size_t d = 0; d < t.deals; at += t.node[t.root[d++]].size)
        cr_assert(eq(sz, t.root[d], at));
    cr_assert(eq(sz, at, t.nodes));
    tree_clear(&t);
}

Test(yardstick_tree, nodes_of_an_information_set_have_its_actions_and_one_level)
{
    tree_build(&t, 3, NULL, NULL);
    int *level = tree_alloc(t.sets, sizeof *level);
    for (size_t n = 0; n < t.nodes; n++) {
        const tree_node *node = &t.node[n];
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
    tree_clear(&t);
}

/* With one tile each, nobody has a choice. If the other tile fits, its holder goes out too late:
 * the leader has gone out with his lead and gets the other's pips, 3 on average. */
Test(yardstick_cfr, with_one_tile_the_leader_gets_the_pips_of_the_other)
{
    double *strategy = strategy_of(1), size;
    cr_assert(eq(sz, t.sets, 0));
    cr_assert(fabs(cfr_value(&t, strategy, &size) - 3) < 1e-12);
    cr_assert(fabs(cfr_exploitability(&t, strategy)) < 1e-12);
    clear(strategy);
}

/* Returns the expected points of `seat` if it plays action choice[set] in its own sets. */
static double play(const double strategy[], const int choice[], int seat, size_t at)
{
    const tree_node *node = &t.node[at];
    if (node->set < 0)
        return seat == 0 ? node->points : -node->points;
    const tree_set *set = &t.set[node->set];
    double sum = 0;
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        double share =
            set->seat == seat ? i == choice[node->set] : strategy[set->first + (size_t)i];
        sum += share > 0 ? share * play(strategy, choice, seat, child) : 0;
        child += t.node[child].size;
    }
    return sum;
}

static double play_all(const double strategy[], const int choice[], int seat)
{
    double sum = 0;
    for (size_t d = 0; d < t.deals; d++)
        sum += play(strategy, choice, seat, t.root[d]);
    return sum / (double)t.deals;
}

/* Climbs from the first actions to a pure strategy that no change in a single information set
 * improves. In a game that is played through in order that is a best response. */
static double climb(const double strategy[], int seat)
{
    int *choice = tree_alloc(t.sets, sizeof *choice);
    double best = play_all(strategy, choice, seat);
    for (bool has_risen = true; has_risen;) {
        has_risen = false;
        for (size_t s = 0; s < t.sets; s++)
            for (int i = 0, was = choice[s]; t.set[s].seat == seat && i < t.set[s].count; i++) {
                choice[s] = i;
                double value = play_all(strategy, choice, seat);
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

Test(yardstick_cfr, a_best_response_is_what_climbing_finds)
{
    double *strategy = strategy_of(2);
    cfr_uniform(&t, strategy);
    for (int seat = 0; seat < 2; seat++)
        cr_assert(fabs(cfr_best_response(&t, strategy, seat) - climb(strategy, seat)) < 1e-9);
    clear(strategy);
}

Test(yardstick_cfr, an_equilibrium_cannot_be_exploited)
{
    double *strategy = strategy_of(3), size;
    cfr_solve(&t, 100, strategy);
    (void)cfr_value(&t, strategy, &size);
    cr_assert(cfr_exploitability(&t, strategy) < size / 1000);
    clear(strategy);
}

Test(yardstick_cfr, more_iterations_are_nearer_to_an_equilibrium)
{
    double *strategy = strategy_of(3);
    double before = INFINITY;
    for (int iterations = 5; iterations <= 45; iterations *= 3) {
        cfr_solve(&t, iterations, strategy);
        double now = cfr_exploitability(&t, strategy);
        cr_assert(now < before / 3 && now > -1e-12, "%d iterations: %f", iterations, now);
        before = now;
    }
    clear(strategy);
}

Test(yardstick_cfr, uniform_play_is_exploited_and_no_answer_gains_less_than_the_value)
{
    double *strategy = strategy_of(3), size;
    cfr_uniform(&t, strategy);
    double value = cfr_value(&t, strategy, &size);
    cr_assert(cfr_best_response(&t, strategy, 0) > value);
    cr_assert(cfr_best_response(&t, strategy, 1) > -value);
    cr_assert(cfr_exploitability(&t, strategy) > 1);
    clear(strategy);
}
