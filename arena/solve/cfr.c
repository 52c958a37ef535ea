/* CFR+, expected values and best responses over the tree of a round. */
#include "solve/cfr.h"

#include <math.h>
#include <stdlib.h>

/* ---- CFR+ ------------------------------------------------------------------------ */

/* One pass over the tree for one seat. All arrays but `reach` are over actions. */
typedef struct {
    const dom_solve_tree *t;
    int seat;
    const double *now; /* the strategies of this iteration                              */
    double *gain;      /* receives the regrets of this pass                             */
    double *reach;     /* receives, by information set, how likely `seat` plays towards it */
} pass;

static double walk(const pass *p, size_t at, double mine, double others);

static double walk_chance(const pass *p, size_t at, double mine, double others)
{
    double mean = 0;
    const dom_solve_node *node = p->t->node;
    for (size_t child = at + 1; child < at + node[at].size; child += node[child].size)
        mean += node[child].chance * walk(p, child, mine, others * node[child].chance);
    return mean;
}

/* Returns the expected points of the seat from node `at` on. `mine` and `others` are the
 * probabilities with which the seat, and the other one with chance, play towards it. */
static double walk(const pass *p, size_t at, double mine, double others)
{
    const dom_solve_node *node = &p->t->node[at];
    if (node->set == DOM_SOLVE_END)
        return p->seat == 0 ? node->points : -node->points;
    if (node->set == DOM_SOLVE_CHANCE)
        return walk_chance(p, at, mine, others);
    const dom_solve_set *set = &p->t->set[node->set];
    bool is_mine = set->seat == p->seat;
    double value[DOM_ACTIONS_MAX], mean = 0;
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        double share = p->now[set->first + (size_t)i];
        value[i] =
            is_mine ? walk(p, child, mine * share, others) : walk(p, child, mine, others * share);
        mean += share * value[i];
        child += p->t->node[child].size;
    }
    if (is_mine) {
        p->reach[node->set] = mine;
        for (int i = 0; i < set->count; i++)
            p->gain[set->first + (size_t)i] += others * (value[i] - mean);
    }
    return mean;
}

/* Sets now[] of the information set in proportion to its regrets; evenly if there are none. */
static void match_regrets(const dom_solve_set *set, const double regret[], double now[])
{
    double sum = 0;
    for (int i = 0; i < set->count; i++)
        sum += regret[set->first + (size_t)i];
    for (int i = 0; i < set->count; i++)
        now[set->first + (size_t)i] =
            sum > 0 ? regret[set->first + (size_t)i] / sum : 1.0 / set->count;
}

/* Adds the pass to the regrets and the strategies of its seat to the average. */
static void learn(const pass *p, double weight, double regret[], double sum[])
{
    for (size_t s = 0; s < p->t->sets; s++) {
        const dom_solve_set *set = &p->t->set[s];
        if (set->seat != p->seat)
            continue;
        for (size_t a = set->first; a < set->first + set->count; a++) {
            sum[a] += weight * p->reach[s] * p->now[a];
            regret[a] = fmax(0, regret[a] + p->gain[a]);
            p->gain[a] = 0;
        }
    }
}

static void iterate(const pass *p, double weight, double now[], double regret[], double sum[])
{
    for (size_t s = 0; s < p->t->sets; s++)
        match_regrets(&p->t->set[s], regret, now);
    (void)walk(p, 0, 1, 1);
    learn(p, weight, regret, sum);
}

void dom_solve_equilibrium(const dom_solve_tree *t, int iterations, double strategy[])
{
    double *now = dom_solve_alloc(t->actions, sizeof *now);
    double *regret = dom_solve_alloc(t->actions, sizeof *regret);
    double *sum = dom_solve_alloc(t->actions, sizeof *sum);
    double *gain = dom_solve_alloc(t->actions, sizeof *gain);
    double *reach = dom_solve_alloc(t->sets, sizeof *reach);
    for (int i = 1; i <= iterations; i++)
        for (int seat = 0; seat < 2; seat++)
            iterate(&(pass){.t = t, .seat = seat, .now = now, .gain = gain, .reach = reach}, i, now,
                    regret, sum);
    for (size_t s = 0; s < t->sets; s++)
        match_regrets(&t->set[s], sum, strategy);
    free(now);
    free(regret);
    free(sum);
    free(gain);
    free(reach);
}

void dom_solve_uniform(const dom_solve_tree *t, double strategy[])
{
    for (size_t s = 0; s < t->sets; s++)
        for (int i = 0; i < t->set[s].count; i++)
            strategy[t->set[s].first + (size_t)i] = 1.0 / t->set[s].count;
}

/* ---- values ---------------------------------------------------------------------- */

/* Adds the points of a subtree to *value and their size to *size, weighed by `reach`. */
static void add_points(const dom_solve_tree *t, const double strategy[], size_t at, double reach,
                       double *value, double *size)
{
    const dom_solve_node *node = &t->node[at];
    if (node->set == DOM_SOLVE_END) {
        *value += reach * node->points;
        *size += reach * abs(node->points);
        return;
    }
    size_t child = at + 1;
    for (size_t i = 0; child < at + node->size; i++, child += t->node[child].size) {
        double share = t->node[child].chance;
        if (node->set >= 0)
            share = strategy[t->set[node->set].first + i];
        add_points(t, strategy, child, reach * share, value, size);
    }
}

double dom_solve_value(const dom_solve_tree *t, const double strategy[], double *size)
{
    double value = 0;
    *size = 0;
    add_points(t, strategy, 0, 1, &value, size);
    return value;
}

/* ---- best response --------------------------------------------------------------- */

/* The best response is found from the end of the round backwards: all nodes of an information set
 * are decided together, and they have the same level. */
typedef struct {
    const dom_solve_tree *t;
    const double *strategy; /* of the other seat                                       */
    int seat;               /* that answers                                            */
    double *reach;          /* by node: how likely the other seat plays towards it      */
    double *value;          /* by node: expected points of `seat`                       */
    double *worth;          /* by action: the sum of reach x value over the nodes of its set */
    uint32_t *order;        /* nodes by falling level                                   */
} response;

/* Returns the probability of the i-th child of a node, where the answering seat does all. */
static double share_of(const response *r, const dom_solve_node *node, size_t i, size_t child)
{
    if (node->set == DOM_SOLVE_CHANCE)
        return r->t->node[child].chance;
    const dom_solve_set *set = &r->t->set[node->set];
    return set->seat == r->seat ? 1 : r->strategy[set->first + i];
}

static void spread_reach(const response *r, size_t at, double reach)
{
    const dom_solve_node *node = &r->t->node[at];
    size_t child = at + 1;
    r->reach[at] = reach;
    for (size_t i = 0; child < at + node->size; i++, child += r->t->node[child].size)
        spread_reach(r, child, reach * share_of(r, node, i, child));
}

/* Lists the nodes by falling level, and of equal ones the last first, because children of a moment
 * of chance may have its level. */
static void sort_by_level(const dom_solve_tree *t, uint32_t order[])
{
    int32_t most = 0;
    for (size_t n = 0; n < t->nodes; n++)
        most = t->node[n].level > most ? t->node[n].level : most;
    size_t *start = dom_solve_alloc((size_t)most + 1, sizeof *start);
    for (size_t n = 0; n < t->nodes; n++)
        start[most - t->node[n].level]++;
    for (int32_t l = 1; l <= most; l++)
        start[l] += start[l - 1];
    for (size_t n = 0; n < t->nodes; n++)
        order[--start[most - t->node[n].level]] = (uint32_t)n;
    free(start);
}

static int best_action(const response *r, const dom_solve_set *set)
{
    int best = 0;
    for (int i = 1; i < set->count; i++)
        if (r->worth[set->first + (size_t)i] > r->worth[set->first + (size_t)best])
            best = i;
    return best;
}

/* Sets the value of a node whose children have theirs. */
static void value_node(const response *r, size_t at)
{
    const dom_solve_node *node = &r->t->node[at];
    r->value[at] = r->seat == 0 ? node->points : -node->points;
    if (node->set == DOM_SOLVE_END)
        return;
    const dom_solve_set *set = node->set >= 0 ? &r->t->set[node->set] : NULL;
    int best = set && set->seat == r->seat ? best_action(r, set) : -1;
    size_t child = at + 1;
    r->value[at] = 0;
    for (int i = 0; child < at + node->size; i++, child += r->t->node[child].size) {
        double share = best < 0 ? share_of(r, node, (size_t)i, child) : i == best;
        r->value[at] += share * r->value[child];
    }
}

/* Adds what the actions of a node are worth to those of its information set. */
static void weigh_actions(const response *r, size_t at)
{
    const dom_solve_node *node = &r->t->node[at];
    if (node->set < 0 || r->t->set[node->set].seat != r->seat)
        return;
    const dom_solve_set *set = &r->t->set[node->set];
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        r->worth[set->first + (size_t)i] += r->reach[at] * r->value[child];
        child += r->t->node[child].size;
    }
}

static void respond(const response *r)
{
    const dom_solve_tree *t = r->t;
    spread_reach(r, 0, 1);
    sort_by_level(t, r->order);
    for (size_t from = 0, to; from < t->nodes; from = to) {
        for (to = from;
             to < t->nodes && t->node[r->order[to]].level == t->node[r->order[from]].level;)
            weigh_actions(r, r->order[to++]);
        for (size_t i = from; i < to; i++)
            value_node(r, r->order[i]);
    }
}

double dom_solve_best_response(const dom_solve_tree *t, const double strategy[], int seat)
{
    response r = {.t = t, .strategy = strategy, .seat = seat};
    r.reach = dom_solve_alloc(t->nodes, sizeof *r.reach);
    r.value = dom_solve_alloc(t->nodes, sizeof *r.value);
    r.worth = dom_solve_alloc(t->actions, sizeof *r.worth);
    r.order = dom_solve_alloc(t->nodes, sizeof *r.order);
    respond(&r);
    double value = r.value[0];
    free(r.reach);
    free(r.value);
    free(r.worth);
    free(r.order);
    return value;
}

double dom_solve_exploitability(const dom_solve_tree *t, const double strategy[])
{
    return (dom_solve_best_response(t, strategy, 0) + dom_solve_best_response(t, strategy, 1)) / 2;
}
