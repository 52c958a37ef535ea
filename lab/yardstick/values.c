/* Compares values of actions, as the arena estimates them (search/value.h), with exact ones: one
 * round of block for two with the double-three set, where all deals can be listed.
 *
 *     yardstick-values [--hand N] [--worlds N] [--every N] [--seed N]
 *
 *     yardstick-values --hand 4 --worlds 200 --every 10     every tenth situation
 *
 * Prints two rows of a table in Markdown: for weighted and for uniform worlds. A row compares each
 * value with the exact one of its own kind and, so that a wrong one would be seen, with that of the
 * other kind. docs/explanation/analysis.md explains the columns. Exits with 1 if values differ by
 * more than their variances say, with 2 if an argument is wrong.
 */
#include "solve/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/value.h"

enum { HAND_MAX = 4, NODES_MAX = 10000000 };

/* Limits of a row. A variance is itself estimated, and too small where no world with a rare result
 * was drawn. */
static const double most_ratio = 1.15;   /* of squared deviations to variances */
static const double least_inside = 0.93; /* of the values in their 95 % intervals */
static const double least_other = 4;     /* of the squares to those of the other kind */

typedef struct {
    long hand, worlds, every, seed;
    bool is_uniform; /* what is estimated */
} settings;

/* Exact numbers of all actions of all information sets, in the places of a strategy. */
typedef struct {
    const dom_solve_tree *tree;
    double *policy;   /* probabilities under the reference policy               */
    double *value[2]; /* [is_uniform]: values for the seat that chooses         */
    double *weight[2];
} exact;

/* What was compared. */
typedef struct {
    const settings *settings;
    exact *exact;
    long count, inside;
    double deviations;              /* summed up */
    double squares, variances;      /* of the deviations, summed up */
    double squares_of_other;        /* of deviations from the exact values of the other kind */
    double losses, careless_losses; /* deviations of losses, summed up */
    dom_search_values *values;
} comparison;

/* Builds the tree of block with the double-three set. */
static void build(dom_solve_tree *t, long hand, dom_solve_visit *visit, void *context)
{
    char game[100];
    dom_err err;
    (void)snprintf(game, sizeof game, "block-2 set_max=3 hand=%ld lead_first=seat0", hand);
    if (dom_solve_tree_build(t, game, NODES_MAX, visit, context, &err) != DOM_OK) {
        (void)fprintf(stderr, "yardstick-values: %s\n", err.text);
        exit(2);
    }
}

/* ---- exact values --------------------------------------------------------------------------- */

static double walk(exact *e, const dom_solve_node *node, const double reach[static 2]);

/* Goes through the deals, which are equally likely. */
static double walk_chance(exact *e, const dom_solve_node *node, const double reach[static 2])
{
    double mean = 0;
    for (const dom_solve_node *child = node + 1; child < node + node->size; child += child->size)
        mean += child->chance * walk(e, child, reach);
    return mean;
}

/* Goes through a subtree. `reach` is the probability with which each seat, by its choices, comes to
 * the node. Returns what seat 0 expects there. */
static double walk(exact *e, const dom_solve_node *node, const double reach[static 2])
{
    if (node->set == DOM_SOLVE_END)
        return node->points;
    if (node->set == DOM_SOLVE_CHANCE)
        return walk_chance(e, node, reach);
    const dom_solve_set *set = &e->tree->set[node->set];
    const dom_solve_node *child = node + 1;
    double mean = 0;
    for (uint32_t a = set->first; a < set->first + set->count; a++, child += child->size) {
        double next[2] = {reach[0], reach[1]};
        next[set->seat] *= e->policy[a];
        double value = walk(e, child, next);
        double weight[2] = {reach[1 - set->seat], 1};
        mean += e->policy[a] * value;
        for (int u = 0; u < 2; u++) {
            e->value[u][a] += weight[u] * (set->seat == 0 ? value : -value);
            e->weight[u][a] += weight[u];
        }
    }
    return mean;
}

static void note_policy(void *context, size_t set, const dom_match *match)
{
    exact *e = context;
    dom_search_choice choice;
    uint32_t first = e->tree->set[set].first;
    dom_search_choice_of(&choice, &match->play);
    for (int i = 0; i < choice.count; i++)
        e->policy[first + (uint32_t)i] = dom_search_reference_chance(&choice, choice.action[i]);
}

static void solve(exact *e)
{
    const dom_solve_tree *t = e->tree;
    for (int u = 0; u < 2; u++) {
        e->value[u] = dom_solve_alloc(t->actions, sizeof *e->value[u]);
        e->weight[u] = dom_solve_alloc(t->actions, sizeof *e->weight[u]);
    }
    (void)walk(e, t->node, (const double[]){1, 1});
    for (int u = 0; u < 2; u++)
        for (size_t a = 0; a < t->actions; a++)
            e->value[u][a] /= e->weight[u][a];
}

static void exact_clear(exact *e)
{
    free(e->policy);
    for (int u = 0; u < 2; u++) {
        free(e->value[u]);
        free(e->weight[u]);
    }
}

/* ---- comparison ----------------------------------------------------------------------------- */

static void compare_action(comparison *c, dom_search_estimate found, size_t action)
{
    bool uniform = c->settings->is_uniform;
    double deviation = found.mean - c->exact->value[uniform][action];
    double other = found.mean - c->exact->value[!uniform][action];
    c->count++;
    c->inside += fabs(deviation) <= 1.96 * sqrt(found.variance) + 1e-9;
    c->deviations += deviation;
    c->squares += deviation * deviation;
    c->variances += found.variance;
    c->squares_of_other += other * other;
}

/* Compares the loss of each action, and the loss as it would be if the best action were found and
 * valued in the same worlds. */
static void compare_losses(comparison *c, size_t first)
{
    const double *value = c->exact->value[c->settings->is_uniform] + first;
    double best = -INFINITY, best_found = -INFINITY;
    for (int i = 0; i < c->values->choice.count; i++) {
        best = fmax(best, value[i]);
        best_found = fmax(best_found, dom_search_value_of_action(c->values, i).mean);
    }
    for (int i = 0; i < c->values->choice.count; i++) {
        double found = best_found - dom_search_value_of_action(c->values, i).mean;
        c->losses += dom_search_loss(c->values, i).mean - (best - value[i]);
        c->careless_losses += found - (best - value[i]);
    }
}

static void compare_set(void *context, size_t set, const dom_match *match)
{
    static dom_view view;
    static dom_search_belief belief;
    comparison *c = context;
    const settings *s = c->settings;
    dom_search_value_plan plan = {.worlds = (int)s->worlds,
                                  .is_uniform = s->is_uniform,
                                  .seed = (uint64_t)s->seed << 32 ^ set};
    dom_err err;
    if (set % (size_t)s->every != 0)
        return;
    dom_view_of(&view, match, match->play.turn);
    if (dom_search_belief_of(&belief, &view, &match->options, &err) != DOM_OK ||
        dom_search_values_of(c->values, &belief, &plan) != DOM_OK) {
        (void)fprintf(stderr, "yardstick-values: situation %zu has no values\n", set);
        exit(2);
    }
    size_t first = c->exact->tree->set[set].first;
    for (int i = 0; i < c->values->choice.count; i++)
        compare_action(c, dom_search_value_of_action(c->values, i), first + (size_t)i);
    compare_losses(c, first);
}

/* Prints a row. Returns true if the values are as exact as they say. */
static bool print_row(const comparison *c)
{
    const settings *s = c->settings;
    double n = (double)c->count;
    double ratio = c->squares / c->variances;
    bool good = ratio < most_ratio && (double)c->inside > least_inside * n &&
                c->squares_of_other > least_other * c->squares;
    printf("| %ld | %s | %ld | %ld | %+.4f | %.3f | %.3f | %.3f | %.1f %% | %.3f | %+.4f | %+.4f "
           "|%s\n",
           s->hand, s->is_uniform ? "uniform" : "weighted", s->worlds, c->count, c->deviations / n,
           sqrt(c->squares / n), sqrt(c->variances / n), ratio, 100 * (double)c->inside / n,
           sqrt(c->squares_of_other / n), c->losses / n, c->careless_losses / n,
           good ? "" : " FAILED");
    return good;
}

static bool compare(exact *e, settings *s)
{
    bool good = true;
    dom_search_values *values = dom_solve_alloc(1, sizeof *values);
    for (int uniform = 0; uniform < 2; uniform++) {
        dom_solve_tree again;
        s->is_uniform = uniform;
        comparison c = {.settings = s, .exact = e, .values = values};
        build(&again, s->hand, compare_set, &c);
        dom_solve_tree_clear(&again);
        good = print_row(&c) && good;
    }
    free(values);
    return good;
}

/* ---- the command line ----------------------------------------------------------------------- */

static void usage(void)
{
    (void)fprintf(
        stderr, "usage: yardstick-values [--hand 1..%d] [--worlds 2..%d] [--every N] [--seed N]\n",
        HAND_MAX, DOM_SEARCH_POPULATION_MAX);
    exit(2);
}

static settings read_options(int argc, char **argv)
{
    settings s = {.hand = 3, .worlds = 200, .every = 1, .seed = 1};
    struct {
        const char *name;
        long *value, least, most;
    } rows[] = {{"--hand", &s.hand, 1, HAND_MAX},
                {"--worlds", &s.worlds, 2, DOM_SEARCH_POPULATION_MAX},
                {"--every", &s.every, 1, 1000000},
                {"--seed", &s.seed, 0, 1000000}};
    for (int i = 1; i < argc; i += 2) {
        size_t r = 0;
        while (r < sizeof rows / sizeof *rows && strcmp(rows[r].name, argv[i]) != 0)
            r++;
        if (r == sizeof rows / sizeof *rows || i + 1 == argc)
            usage();
        char *end;
        *rows[r].value = strtol(argv[i + 1], &end, 10);
        if (*end || *rows[r].value < rows[r].least || *rows[r].value > rows[r].most)
            usage();
    }
    return s;
}

int main(int argc, char **argv)
{
    settings s = read_options(argc, argv);
    dom_solve_tree t;
    exact e = {.tree = &t};
    build(&t, s.hand, NULL, NULL);
    e.policy = dom_solve_alloc(t.actions, sizeof *e.policy);
    dom_solve_tree again;
    build(&again, s.hand, note_policy, &e);
    dom_solve_tree_clear(&again);
    solve(&e);
    bool good = compare(&e, &s);
    exact_clear(&e);
    dom_solve_tree_clear(&t);
    return good ? 0 : 1;
}
