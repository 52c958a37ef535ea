/* CFR+, expected values and best responses over the tree of all deals. */
#include "cfr.h"

#include <math.h>
#include <stdlib.h>

/* ---- CFR+ ------------------------------------------------------------------------ */

/* One pass over the tree for one seat. All arrays but `reach` are over actions. */
typedef struct {
    const tree *t;
    int seat;
    const double *now; /* the strategies of this iteration                              */
    double *gain;      /* receives the regrets of this pass                             */
    double *reach;     /* receives, by information set, how likely `seat` plays towards it */
} pass;

/* Returns the expected points of the seat from node `at` on. `mine` and `others` are the
 * probabilities with which the seat and the other one play towards it. */
static double walk(const pass *p, size_t at, double mine, double others)
{
    const tree_node *node = &p->t->node[at];
    if (node->set < 0)
        return p->seat == 0 ? node->points : -node->points;
    const tree_set *set = &p->t->set[node->set];
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
static void match_regrets(const tree_set *set, const double regret[], double now[])
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
        const tree_set *set = &p->t->set[s];
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
    for (size_t d = 0; d < p->t->deals; d++)
        (void)walk(p, p->t->root[d], 1, 1);
    learn(p, weight, regret, sum);
}

void cfr_solve(const tree *t, int iterations, double strategy[])
{
    double *now = tree_alloc(t->actions, sizeof *now);
    double *regret = tree_alloc(t->actions, sizeof *regret);
    double *sum = tree_alloc(t->actions, sizeof *sum);
    double *gain = tree_alloc(t->actions, sizeof *gain);
    double *reach = tree_alloc(t->sets, sizeof *reach);
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

void cfr_uniform(const tree *t, double strategy[])
{
    for (size_t s = 0; s < t->sets; s++)
        for (int i = 0; i < t->set[s].count; i++)
            strategy[t->set[s].first + (size_t)i] = 1.0 / t->set[s].count;
}

/* ---- values ---------------------------------------------------------------------- */

/* Adds the points of a subtree to *value and their size to *size, weighed by `reach`. */
static void add_points(const tree *t, const double strategy[], size_t at, double reach,
                       double *value, double *size)
{
    const tree_node *node = &t->node[at];
    if (node->set < 0) {
        *value += reach * node->points;
        *size += reach * abs(node->points);
        return;
    }
    const tree_set *set = &t->set[node->set];
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        add_points(t, strategy, child, reach * strategy[set->first + (size_t)i], value, size);
        child += t->node[child].size;
    }
}

double cfr_value(const tree *t, const double strategy[], double *size)
{
    double value = 0;
    *size = 0;
    for (size_t d = 0; d < t->deals; d++)
        add_points(t, strategy, t->root[d], 1 / (double)t->deals, &value, size);
    return value;
}

/* ---- best response --------------------------------------------------------------- */

/* The best response is found from the end of the round backwards: all nodes of an information set
 * are decided together, and they have the same level. */
typedef struct {
    const tree *t;
    const double *strategy; /* of the other seat                                       */
    int seat;               /* that answers                                            */
    double *reach;          /* by node: how likely the other seat plays towards it      */
    double *value;          /* by node: expected points of `seat`                       */
    double *worth;          /* by action: the sum of reach x value over the nodes of its set */
    uint32_t *order;        /* nodes by falling level                                   */
} response;

static void spread_reach(const response *r, size_t at, double reach)
{
    const tree_node *node = &r->t->node[at];
    r->reach[at] = reach;
    if (node->set < 0)
        return;
    const tree_set *set = &r->t->set[node->set];
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        double share = set->seat == r->seat ? 1 : r->strategy[set->first + (size_t)i];
        spread_reach(r, child, reach * share);
        child += r->t->node[child].size;
    }
}

/* Lists the nodes by falling level. */
static void sort_by_level(const tree *t, uint32_t order[])
{
    enum { LEVELS = 64 };
    size_t start[LEVELS + 1] = {0};
    for (size_t n = 0; n < t->nodes; n++)
        start[LEVELS - t->node[n].level]++;
    for (int l = 1; l <= LEVELS; l++)
        start[l] += start[l - 1];
    for (size_t n = t->nodes; n-- > 0;)
        order[--start[LEVELS - t->node[n].level]] = (uint32_t)n;
}

static int best_action(const response *r, const tree_set *set)
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
    const tree_node *node = &r->t->node[at];
    r->value[at] = r->seat == 0 ? node->points : -node->points;
    if (node->set < 0)
        return;
    const tree_set *set = &r->t->set[node->set];
    int best = set->seat == r->seat ? best_action(r, set) : -1;
    size_t child = at + 1;
    r->value[at] = 0;
    for (int i = 0; i < set->count; i++) {
        double share = best < 0 ? r->strategy[set->first + (size_t)i] : i == best;
        r->value[at] += share * r->value[child];
        child += r->t->node[child].size;
    }
}

/* Adds what the actions of a node are worth to those of its information set. */
static void weigh_actions(const response *r, size_t at)
{
    const tree_node *node = &r->t->node[at];
    if (node->set < 0 || r->t->set[node->set].seat != r->seat)
        return;
    const tree_set *set = &r->t->set[node->set];
    size_t child = at + 1;
    for (int i = 0; i < set->count; i++) {
        r->worth[set->first + (size_t)i] += r->reach[at] * r->value[child];
        child += r->t->node[child].size;
    }
}

static void respond(const response *r)
{
    const tree *t = r->t;
    for (size_t d = 0; d < t->deals; d++)
        spread_reach(r, t->root[d], 1);
    sort_by_level(t, r->order);
    for (size_t from = 0, to; from < t->nodes; from = to) {
        for (to = from;
             to < t->nodes && t->node[r->order[to]].level == t->node[r->order[from]].level;)
            weigh_actions(r, r->order[to++]);
        for (size_t i = from; i < to; i++)
            value_node(r, r->order[i]);
    }
}

double cfr_best_response(const tree *t, const double strategy[], int seat)
{
    response r = {.t = t, .strategy = strategy, .seat = seat};
    r.reach = tree_alloc(t->nodes, sizeof *r.reach);
    r.value = tree_alloc(t->nodes, sizeof *r.value);
    r.worth = tree_alloc(t->actions, sizeof *r.worth);
    r.order = tree_alloc(t->nodes, sizeof *r.order);
    respond(&r);
    double sum = 0;
    for (size_t d = 0; d < t->deals; d++)
        sum += r.value[t->root[d]];
    free(r.reach);
    free(r.value);
    free(r.worth);
    free(r.order);
    return sum / (double)t->deals;
}

double cfr_exploitability(const tree *t, const double strategy[])
{
    return (cfr_best_response(t, strategy, 0) + cfr_best_response(t, strategy, 1)) / 2;
}
