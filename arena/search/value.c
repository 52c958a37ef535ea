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

static dom_rc populate(dom_search_population *worlds, const dom_search_belief *belief,
                       const dom_search_value_plan *plan, dom_random *random)
{
    return plan->is_uniform ? dom_search_populate_uniformly(worlds, belief, plan->worlds, random)
                            : dom_search_populate(worlds, belief, plan->worlds, random);
}

dom_rc dom_search_values_of(dom_search_values *values, const dom_search_belief *belief,
                            const dom_search_value_plan *plan)
{
    dom_random random = {.state = plan->seed};
    dom_search_population *worlds = &values->worlds;
    dom_rc rc = populate(worlds, belief, plan, &random);
    if (rc != DOM_OK)
        return rc;
    dom_search_choice_of(&values->choice, &belief->position);
    for (int i = 0; i < worlds->count; i++) {
        dom_random continuation = {.state = dom_random_bits(&random)};
        try_actions(&values->choice, belief, &worlds->world[i], continuation, values->result[i]);
    }
    return DOM_OK;
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
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        total += p.values->worlds.weight[w];
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

/* Adds up squares of what the worlds have. Copies of a world tell what one world tells, so what
 * they have is put together. */
static double squares_of(world_part p, const double of_world[])
{
    double together[DOM_SEARCH_POPULATION_MAX] = {0};
    double squares = 0;
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        together[p.values->worlds.first_copy[w]] += of_world[w];
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        squares += together[w] * together[w];
    return squares;
}

/* Returns the sum of the squared shares that the worlds have in the total weight. */
static double squared_shares(world_part p)
{
    double total = total_weight(p);
    double share[DOM_SEARCH_POPULATION_MAX];
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        share[w] = p.values->worlds.weight[w] / total;
    return squares_of(p, share);
}

static double mean_of(world_part p, const sum *s)
{
    double total = total_weight(p);
    double mean = 0;
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        mean += p.values->worlds.weight[w] / total * sum_in(p, s, w);
    return mean;
}

/* Returns the variance of a weighted mean. With equal weights it is the usual one: the squared
 * deviations divided by n (n - 1). */
static double variance_of(world_part p, const sum *s, double mean)
{
    double total = total_weight(p);
    double left = 1 - squared_shares(p);
    double deviation[DOM_SEARCH_POPULATION_MAX];
    for (int w = p.first; w < p.values->worlds.count; w += p.step)
        deviation[w] = p.values->worlds.weight[w] / total * (sum_in(p, s, w) - mean);
    return left > 0 ? squares_of(p, deviation) / left : INFINITY;
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

dom_rc dom_search_value_of_position(dom_search_estimate *value, dom_search_values *room,
                                    const dom_search_belief *belief,
                                    const dom_search_value_plan *plan)
{
    dom_random random = {.state = plan->seed};
    dom_rc rc = populate(&room->worlds, belief, plan, &random);
    if (rc != DOM_OK)
        return rc;
    room->choice.count = 1; /* as of one action */
    for (int i = 0; i < room->worlds.count; i++) {
        dom_round round;
        dom_random continuation = {.state = dom_random_bits(&random)};
        dom_search_begin(&round, belief, &room->worlds.world[i]);
        dom_search_reference_playout(&round, &continuation);
        room->result[i][0] = dom_search_result(&round, belief->seat);
    }
    *value = dom_search_value_of_action(room, 0);
    return DOM_OK;
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
