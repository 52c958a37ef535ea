/* Tries the actions of a choice in sampled worlds. Every question about them is a weighted mean of
 * a sum over the actions, each with a factor. For skill the factor of an action is minus its
 * probability, and 1 more for the action taken. */
#include "search/value.h"

#include "rules/match.h"
#include "search/position.h"

#include <math.h>

double dom_search_result(const dom_round *round, int seat)
{
    return (double)dom_search_worth(round, seat) / (dom_side_count(round->options) - 1);
}

/* ---- worlds --------------------------------------------------------------------------------- */

typedef struct {
    int seat; /* whose choices do not count */
    double weight;
} weighing;

/* Multiplies the weight by the probability of an action of another seat. */
static void weigh(void *context, const dom_round *before, dom_action action)
{
    weighing *w = context;
    dom_search_choice choice;
    if (before->turn == w->seat)
        return;
    dom_search_choice_of(&choice, before);
    w->weight *= dom_search_reference_chance(&choice, action);
}

double dom_search_world_chance(const dom_search_belief *belief, const dom_search_world *world,
                               int seat)
{
    weighing w = {.seat = seat, .weight = 1};
    (void)dom_search_replay(belief, world, weigh, &w);
    return w.weight;
}

/* Writes the result of each action in the world. */
static void try_actions(const dom_search_choice *choice, const dom_search_belief *belief,
                        const dom_search_world *world, dom_random random, double result[])
{
    dom_round moment;
    dom_event event;
    dom_search_begin(&moment, belief, world);
    for (int i = 0; i < choice->count; i++) {
        dom_round round = moment;
        dom_random same = random;
        dom_round_make(&round, choice->action[i], &event);
        dom_search_reference_playout(&round, &same);
        result[i] = dom_search_result(&round, moment.turn);
    }
}

dom_rc dom_search_values_of(dom_search_values *values, const dom_search_belief *belief,
                            const dom_search_value_plan *plan)
{
    dom_random random = {.state = plan->seed};
    dom_search_world world;
    dom_check(2 <= plan->worlds && plan->worlds <= DOM_SEARCH_VALUE_WORLDS_MAX);
    dom_search_choice_of(&values->choice, &belief->position);
    values->worlds = 0;
    for (int i = 0; i < plan->worlds; i++) {
        if (dom_search_sample(belief, &random, &world) != DOM_OK)
            break;
        double weight =
            plan->is_uniform ? 1 : dom_search_world_chance(belief, &world, belief->position.turn);
        dom_random continuation = {.state = dom_random_bits(&random)};
        if (weight <= 0) /* too small for a number */
            continue;
        try_actions(&values->choice, belief, &world, continuation, values->result[values->worlds]);
        values->weight[values->worlds++] = weight;
    }
    return values->worlds >= 2 ? DOM_OK : DOM_E_LIMIT;
}

/* ---- means ---------------------------------------------------------------------------------- */

/* Every `step`th world from `first` on. */
typedef struct {
    const dom_search_values *values;
    int first, step;
} world_part;

/* A sum over the actions, each with a factor. */
typedef struct {
    double factor[DOM_ACTIONS_MAX];
} sum;

static world_part all_of(const dom_search_values *values)
{
    return (world_part){values, 0, 1};
}

static double total_weight(world_part p)
{
    double total = 0;
    for (int w = p.first; w < p.values->worlds; w += p.step)
        total += p.values->weight[w];
    return total;
}

/* Returns the sum in one world. */
static double sum_in(world_part p, const sum *s, int world)
{
    double result = 0;
    for (int i = 0; i < p.values->choice.count; i++)
        result += s->factor[i] * p.values->result[world][i];
    return result;
}

/* Returns the sum of the squared shares that the worlds have in the total weight. */
static double squared_shares(world_part p)
{
    double total = total_weight(p);
    double squares = 0;
    for (int w = p.first; w < p.values->worlds; w += p.step) {
        double share = p.values->weight[w] / total;
        squares += share * share;
    }
    return squares;
}

static double mean_of(world_part p, const sum *s)
{
    double total = total_weight(p);
    double mean = 0;
    for (int w = p.first; w < p.values->worlds; w += p.step)
        mean += p.values->weight[w] / total * sum_in(p, s, w);
    return mean;
}

/* Returns the variance of a weighted mean. With equal weights it is the usual one: the squared
 * deviations divided by n (n - 1). */
static double variance_of(world_part p, const sum *s, double mean)
{
    double total = total_weight(p);
    double left = 1 - squared_shares(p);
    double variance = 0;
    for (int w = p.first; w < p.values->worlds; w += p.step) {
        double deviation = p.values->weight[w] / total * (sum_in(p, s, w) - mean);
        variance += deviation * deviation;
    }
    return left > 0 ? variance / left : INFINITY;
}

static dom_search_estimate estimate(world_part p, const sum *s)
{
    double mean = mean_of(p, s);
    return (dom_search_estimate){.mean = mean, .variance = variance_of(p, s, mean)};
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Returns the value of the choice as a sum, times `factor`. */
static sum choice_times(const dom_search_values *values, double factor)
{
    sum s = {{0}};
    for (int i = 0; i < values->choice.count; i++)
        s.factor[i] =
            factor * dom_search_reference_chance(&values->choice, values->choice.action[i]);
    return s;
}

static sum action_alone(int action)
{
    sum s = {{0}};
    s.factor[action] = 1;
    return s;
}

static int best_in(world_part p)
{
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < p.values->choice.count; i++) {
        sum alone = action_alone(i);
        double value = mean_of(p, &alone);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

/* Returns what the action loses in one part of the worlds against the best of the other part. */
static dom_search_estimate loss_in(world_part p, world_part other, int action)
{
    sum s = action_alone(best_in(other));
    s.factor[action] -= 1;
    return estimate(p, &s);
}

double dom_search_effective_worlds(const dom_search_values *values)
{
    return 1 / squared_shares(all_of(values));
}

dom_search_estimate dom_search_value_of_action(const dom_search_values *values, int action)
{
    sum s = action_alone(action);
    return estimate(all_of(values), &s);
}

dom_search_estimate dom_search_value_of_choice(const dom_search_values *values)
{
    sum s = choice_times(values, 1);
    return estimate(all_of(values), &s);
}

dom_search_estimate dom_search_skill(const dom_search_values *values, int action)
{
    sum s = choice_times(values, -1);
    s.factor[action] += 1;
    return estimate(all_of(values), &s);
}

dom_search_estimate dom_search_loss(const dom_search_values *values, int action)
{
    world_part even = {values, 0, 2};
    world_part odd = {values, 1, 2};
    dom_search_estimate a = loss_in(even, odd, action);
    dom_search_estimate b = loss_in(odd, even, action);
    return (dom_search_estimate){.mean = (a.mean + b.mean) / 2,
                                 .variance = (a.variance + b.variance) / 4};
}
