/* PIMC with inference: which worlds are probable, after how the others have played?
 *
 * `pimc` takes every deal that agrees with the passes and draws for equally likely. But a player
 * who leads 6-6 has told that it had it, and one who plays a light tile has told that it hardly had
 * a heavier one that fitted. So this bot plays the round again in every world from the deal on, and
 * multiplies how probable each play of the others was with the hand that they have in this world.
 * The product is the weight of the world (Bayes' rule, because all deals are equally likely
 * before).
 *
 * How a player chooses is a model: a play is the more probable, the better it looks by a few
 * features (conditional logit, McFadden 1974). Sometimes it plays anything. The weights of the
 * features were fitted to the plays of `pimc`.
 *
 * To solve a world takes longer than to weigh it. So of GROUP worlds one is taken by chance, with a
 * probability that is proportional to its weight, and counts with the mean weight of the group
 * (importance resampling, Rubin 1987).
 *
 * What it knows: all that `pimc` knows, and that plays tell about hands. What it does not know: who
 * the others are. It believes that they play by the model, and that they do not deceive. Otherwise
 * it has the faults of `pimc`.
 *
 * Published for games of cards: Buro, Long, Furtak and Sturtevant (Improving state evaluation,
 * inference, and search in trick-based card games, 2009), Solinas, Rebstock and Buro (Improving
 * search with supervised learning in trick-based card games, 2019).
 *
 *     inference [--move-ms N | --worlds N]      domino/think.h
 */
#include <domino/think.h>

#include <math.h>

enum { GROUP = 32 };

/* The model of a player: what a feature of an action adds to the exponent of its probability. */
typedef struct {
    double per_pip;
    double for_double;
    double per_follower;  /* tile of the hand that fits after the play */
    double per_elsewhere; /* tile that fits and is neither in the layout nor in the hand */
    double per_open;      /* different open value after the play */
    double for_draw;
} model;

/* Fitted by tests/tools/fit_players.py to plays of pimc with 20 worlds: 14,000 of block-2, where
 * the chosen action has probability 0.49 in the mean, against 0.34 if all were equally likely; and
 * 6,000 of draw-2, which tell less (0.35 against 0.33). */
static const model without_drawing = {0.22, 0.95, 0.68, -0.42, -1.3, 0};
static const model with_drawing = {0.02, 0.59, 0.26, -0.03, -1.0, -1.9};

static const double anything = 0.2; /* probability that a player plays by chance */

/* The weight of a world while the round is played again. */
typedef struct {
    int self; /* the own seat: its plays are the same in all worlds */
    double weight;
} weighing;

static int open_values(const dom_round *round)
{
    int count = 0;
    for (int end = 0; end < round->end_count; end++)
        count += round->open[end] != DOM_ARM_CLOSED;
    return count;
}

/* Returns the tiles that the seat on turn does not see. */
static dom_tileset hidden_from(const dom_round *round)
{
    dom_tileset hidden = round->stock;
    for (int seat = 0; seat < round->options->players; seat++)
        if (seat != round->turn)
            hidden = dom_tileset_union(hidden, round->hand[seat]);
    return hidden;
}

static int fitting(const dom_round *round, dom_tileset tiles)
{
    return dom_tileset_count(dom_tileset_common(tiles, round->fits));
}

/* Returns how good an action looks to a player, as an exponent. */
static double attraction(const dom_round *before, dom_action action)
{
    const model *m = dom_options_may_draw(before->options) ? &with_drawing : &without_drawing;
    if (action.kind != DOM_PLAY)
        return m->for_draw;
    dom_round after = *before;
    dom_event event;
    dom_round_make(&after, action, &event);
    return m->per_pip * dom_tile_pips(action.tile) +
           m->for_double * dom_tile_is_double(action.tile) +
           m->per_follower * fitting(&after, after.hand[before->turn]) +
           m->per_elsewhere * fitting(&after, hidden_from(before)) +
           m->per_open * open_values(&after);
}

static bool is_same(dom_action a, dom_action b)
{
    return a.kind == b.kind && a.tile == b.tile && a.end == b.end && a.down == b.down;
}

/* Multiplies the weight by the probability of an action of another seat. */
static void weigh(void *context, const dom_round *before, dom_action action)
{
    weighing *w = context;
    dom_action legal[DOM_ACTIONS_MAX];
    if (before->turn == w->self)
        return;
    int count = dom_round_legal(before, legal);
    if (count == 1)
        return;
    double all = 0;
    double this = 0;
    for (int i = 0; i < count; i++) {
        double likely = exp(attraction(before, legal[i]));
        all += likely;
        if (is_same(legal[i], action))
            this = likely;
    }
    w->weight *= (1 - anything) * this / all + anything / count;
}

static double weight_of(const dom_think *think, const dom_search_world *world)
{
    weighing w = {.self = think->ask->view.seat, .weight = 1};
    (void)dom_search_replay(think->belief, world, weigh, &w);
    return w.weight;
}

/* Replaces the world by one of a group of GROUP, the first of which it is. Returns the mean weight.
 */
static double take_one_of_group(dom_think *think)
{
    double sum = weight_of(think, &think->world);
    int count = 1;
    dom_search_world other;
    while (count < GROUP && !dom_think_is_over(think) &&
           dom_search_sample(think->belief, &think->random, &other) == DOM_OK) {
        double weight = weight_of(think, &other);
        sum += weight;
        count++;
        if ((double)(dom_random_bits(&think->random) >> 11) * 0x1p-53 * sum < weight)
            think->world = other;
    }
    dom_search_begin(&think->round, think->belief, &think->world);
    return sum / count;
}

static bool look(dom_think *think, double value[])
{
    double weight = take_one_of_group(think);
    if (!dom_think_solve(think, value))
        return false;
    for (int i = 0; i < think->ask->view.legal_count; i++)
        value[i] *= weight;
    return true;
}

int main(int argc, char **argv)
{
    return dom_think_run(&(dom_thinker){.name = "inference", .version = "1", .look = look}, argc,
                         argv);
}
