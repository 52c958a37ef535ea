/* Information-set Monte Carlo tree search: one tree of public actions for all worlds.
 *
 * Each turn of the search takes another world, that is, another deal that agrees with what the bot
 * has seen, and walks down the same tree. In each node the seat on turn takes one of the actions
 * that are legal in this world: an action that was never tried, or else the one with the best upper
 * bound of its mean. At the first new node the round is played to its end by chance, and all nodes
 * on the way remember how it ended for the seat that moved there. The bot chooses the action that
 * was tried most.
 *
 * A node does not know the hidden tiles. So unlike `pimc` the bot does not believe that it can
 * choose differently in each world, and the others become better players as the tree grows.
 *
 * What it knows: the rules, every conclusion from passes and draws, and that all seats choose well.
 * What it does not know: what the others can and cannot see (the tree is that of its own
 * information, also when another seat moves), and it does not learn from the plays of the others.
 *
 * The method is single-observer ISMCTS: Cowling, Powley and Whitehouse, Information set Monte Carlo
 * tree search, 2012. An action that is not legal in every world has a bound of its own: the number
 * of times that it could have been tried takes the place of the visits of the node above it.
 *
 *     ismcts [--move-ms N | --worlds N]      domino/think.h
 */
#include <domino/think.h>

#include <math.h>

enum {
    NODES = 1 << 16, /* when they are used up, the tree grows no more */
    DEPTH_MAX = 512  /* actions on one way through the tree            */
};

static const double exploration = 0.7; /* the weight of what is uncertain, for results of -1 to 1 */

/* An action in the tree. Node 0 is the root, and no node's child. */
typedef struct {
    dom_action action;
    uint32_t sibling,
        child; /* the next action from the same node, and the first one after this; 0: none */
    uint32_t visits;
    uint32_t chances; /* how often it was legal when its seat chose */
    double sum;       /* of results for the seat that chose it */
} node;

/* The tree of one ask. */
typedef struct {
    node nodes[NODES];
    uint32_t count;
    double scale; /* the largest result so far, either way */
} tree;

/* A walk through the tree: the nodes behind the root, and who moved there. */
typedef struct {
    uint32_t node[DEPTH_MAX];
    uint8_t seat[DEPTH_MAX];
    int length;
} walk;

static void begin(dom_think *think)
{
    tree *t = think->state;
    t->nodes[0] = (node){.visits = 0};
    t->count = 1;
    t->scale = 1;
}

static bool is_same(dom_action a, dom_action b)
{
    return a.kind == b.kind && a.tile == b.tile && a.end == b.end && a.down == b.down;
}

/* Returns the node of an action after the node `above`, or 0 if it was never tried. */
static uint32_t find(const tree *t, uint32_t above, dom_action action)
{
    uint32_t i = t->nodes[above].child;
    while (i != 0 && !is_same(t->nodes[i].action, action))
        i = t->nodes[i].sibling;
    return i;
}

/* Returns a new node for the action, or 0 if there is no room. */
static uint32_t add(tree *t, uint32_t above, dom_action action)
{
    if (t->count == NODES)
        return 0;
    uint32_t i = t->count++;
    t->nodes[i] = (node){.action = action, .sibling = t->nodes[above].child, .chances = 1};
    t->nodes[above].child = i;
    return i;
}

static double bound(const tree *t, const node *n)
{
    double mean = n->sum / n->visits / t->scale;
    return mean + exploration * sqrt(log(n->chances) / n->visits);
}

/* Chooses the next action from the node `above` among the legal ones. Returns its node, which has
 * no visits if it is new, or 0 if there is no room. */
static uint32_t choose(tree *t, uint32_t above, const dom_action legal[], int count,
                       dom_random *random)
{
    uint32_t best = 0;
    double best_bound = 0;
    int untried = 0;
    dom_action new = legal[0];
    for (int i = 0; i < count; i++) {
        uint32_t known = find(t, above, legal[i]);
        if (known == 0) {
            if (dom_random_pick(random, ++untried) == 0)
                new = legal[i];
            continue;
        }
        node *n = &t->nodes[known];
        n->chances++;
        double b = bound(t, n);
        if (best == 0 || b > best_bound) {
            best = known;
            best_bound = b;
        }
    }
    return untried > 0 ? add(t, above, new) : best;
}

/* Walks to the first new node or to the end of the round. Actions without a choice are nodes too,
 * because everybody sees them, and in another world the seat may have a choice there. */
static void walk_down(tree *t, walk *w, dom_round *round, dom_random *random)
{
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event event;
    uint32_t at = 0;
    bool is_new = false;
    w->length = 0;
    while (round->end == DOM_END_NONE && !is_new && w->length < DEPTH_MAX) {
        int count = dom_round_legal(round, legal);
        at = choose(t, at, legal, count, random);
        if (at == 0)
            return;
        is_new = t->nodes[at].visits == 0;
        w->node[w->length] = at;
        w->seat[w->length++] = round->turn;
        dom_round_make(round, t->nodes[at].action, &event);
    }
}

/* Adds the result of a finished round to the nodes of the walk. */
static void remember(tree *t, const walk *w, const dom_round *round)
{
    for (int i = 0; i < w->length; i++) {
        node *n = &t->nodes[w->node[i]];
        double worth = dom_search_worth(round, w->seat[i]);
        n->visits++;
        n->sum += worth;
        if (fabs(worth) > t->scale)
            t->scale = fabs(worth);
    }
}

/* One turn of the search. The value of an action is how often it was tried. */
static bool look(dom_think *think, double value[])
{
    tree *t = think->state;
    walk w;
    dom_round round = think->round;
    walk_down(t, &w, &round, &think->random);
    dom_search_playout(&round, &think->random);
    remember(t, &w, &round);
    for (int i = 0; i < think->ask->view.legal_count; i++)
        if (w.length > 0 && is_same(think->ask->view.legal[i], t->nodes[w.node[0]].action))
            value[i] = 1;
    return true;
}

int main(int argc, char **argv)
{
    static tree memory;
    return dom_think_run(
        &(dom_thinker){
            .name = "ismcts", .version = "1", .begin = begin, .look = look, .state = &memory},
        argc, argv);
}
