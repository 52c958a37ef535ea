/* Values, skill and loss, against exact ones: all worlds of a small game are listed with the rules,
 * and in each all ways to play on are followed with their probabilities. */
#include "row_params.h"

#include "scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "search/position.h"
#include "search/value.h"

enum { ACTIONS_MAX = 16, SEEDS = 150, FEW_WORLDS = 40 };

static const scene scenes[] = {
    /* both hands are known */
    {.settings = "set_max=3 hand=5",
     .hands = "3-3,3-1,1-0,2-0,1-1/2-1,3-0,3-2,0-0,2-2",
     .actions = "3-3@0"},
    {.settings = "set_max=3 hand=4",
     .hands = "3-3,3-1,1-0,1-1/2-1,3-0,3-2,0-0",
     .actions = "3-1@0 3-2@0 1-0@1"},
    /* seat 0 led another tile although it has 2-2 */
    {.settings = "set_max=3 hand=4",
     .hands = "3-3,3-1,1-0,2-2/2-1,3-2,2-0,1-1",
     .actions = "3-1@0 2-1@1 2-2@1"},
    /* seat 1 passed, and then laid a tile that is no double */
    {.settings = "set_max=3 hand=4",
     .hands = "3-3,3-1,3-2,2-2/2-1,1-1,2-0,0-0",
     .actions = "3-3@0 pass 3-1@0 2-1@0"},
    {.settings = "set_max=3 players=3 hand=3",
     .hands = "3-3,3-1,1-0/2-1,3-0,3-2/1-1,2-0,2-2",
     .actions = "3-1@0 3-0@0 1-1@1"},
    /* low scores win */
    {.settings = "set_max=3 hand=4 score=penalty objective=low target=0 rounds=2",
     .hands = "3-3,3-1,1-0,1-1/2-1,3-0,3-2,0-0",
     .actions = "3-1@0 3-2@0"},
    {.settings = "set_max=3 players=4 teams=true hand=2",
     .hands = "3-3,3-1/2-1,3-0/3-2,1-0/2-0,1-1",
     .actions = "3-1@0 3-0@0"},
};

static dom_match match;
static dom_view view;
static dom_search_belief belief;
static dom_search_values values;

/* ---- exact values --------------------------------------------------------------------------- */

typedef struct {
    bool is_uniform;
    dom_action action[64]; /* of the scene */
    int action_count;
    dom_tileset first[DOM_SEATS_MAX]; /* the hands at the start of the round, as far as assigned */
    int missing[DOM_SEATS_MAX];       /* tiles that each hand still needs */
    double weight;                    /* of all worlds */
    double value[ACTIONS_MAX];        /* of each action, times the weight */
    double policy[ACTIONS_MAX];       /* probabilities */
    int choices;
    double of_position; /* value of the position, times the weight */
} exact;

/* Returns what `seat` may expect if everybody plays by the policy. */
static double expected(const dom_round *round, int seat)
{
    dom_search_choice choice;
    dom_event event;
    double sum = 0;
    if (round->end != DOM_END_NONE)
        return (double)dom_search_worth(round, seat) / (dom_side_count(round->options) - 1);
    dom_search_choice_of(&choice, round);
    for (int i = 0; i < choice.count; i++) {
        dom_round next = *round;
        dom_round_make(&next, choice.action[i], &event);
        sum += dom_search_reference_chance(&choice, choice.action[i]) * expected(&next, seat);
    }
    return sum;
}

/* Plays the scene from these hands. Returns the probability with which the others make its actions,
 * or 0 if it is not possible. */
static double play_again(const exact *e, dom_match *again)
{
    static dom_deal deal;
    double weight = 1;
    memset(&deal, 0, sizeof deal);
    deal.start = DOM_NO_TILE;
    deal.leader = DOM_NOBODY;
    memcpy(deal.hand, e->first, sizeof deal.hand);
    dom_match_init(again, &match.options);
    dom_match_deal(again, &deal);
    for (int i = 0; i < e->action_count; i++) {
        dom_search_choice choice;
        dom_event event;
        dom_search_choice_of(&choice, &again->play);
        if (!dom_round_is_legal(&again->play, e->action[i]))
            return 0;
        if (again->play.turn != view.seat && !e->is_uniform)
            weight *= dom_search_reference_chance(&choice, e->action[i]);
        (void)dom_match_apply(again, e->action[i], &event);
    }
    return again->play.end == DOM_END_NONE ? weight : 0;
}

static void add_world(exact *e)
{
    static dom_match again;
    dom_search_choice choice;
    dom_event event;
    double weight = play_again(e, &again);
    if (weight <= 0)
        return;
    dom_search_choice_of(&choice, &again.play);
    cr_assert(le(int, choice.count, ACTIONS_MAX));
    e->weight += weight;
    e->of_position += weight * expected(&again.play, view.seat);
    e->choices = choice.count;
    for (int i = 0; i < choice.count; i++) {
        dom_round next = again.play;
        dom_round_make(&next, choice.action[i], &event);
        e->value[i] += weight * expected(&next, view.seat);
        e->policy[i] = dom_search_reference_chance(&choice, choice.action[i]);
    }
}

/* Gives the tiles from `tile` on to seats in every possible way. The rest is the stock. */
static void assign(exact *e, dom_tileset hidden, int from)
{
    dom_tile tile = dom_tileset_next(hidden, from);
    if (tile == DOM_NO_TILE) {
        int missing = 0;
        for (int s = 0; s < view.seats; s++)
            missing += e->missing[s];
        if (missing == 0)
            add_world(e);
        return;
    }
    assign(e, hidden, tile + 1);
    for (int s = 0; s < view.seats; s++) {
        if (e->missing[s] == 0)
            continue;
        e->missing[s]--;
        e->first[s] = dom_tileset_with(e->first[s], tile);
        assign(e, hidden, tile + 1);
        e->first[s] = dom_tileset_without(e->first[s], tile);
        e->missing[s]++;
    }
}

static void read_actions(exact *e, const char *actions)
{
    char text[256];
    char *rest = text;
    (void)snprintf(text, sizeof text, "%s", actions);
    for (char *word; (word = strtok_r(rest, " ", &rest)); e->action_count++)
        cr_assert(dom_action_read(word, &e->action[e->action_count]));
}

/* Works out the exact values of the scene whose view is `view`. */
static void solve(exact *e, const scene *set, bool is_uniform)
{
    memset(e, 0, sizeof *e);
    e->is_uniform = is_uniform;
    read_actions(e, set->actions);
    dom_tileset hidden = dom_tileset_minus(
        dom_tileset_full(match.options.set_max, match.options.doubles), view.hand);
    for (int s = 0; s < view.seats; s++)
        e->missing[s] = s == view.seat ? 0 : view.counts[s];
    e->first[view.seat] = view.hand;
    for (int i = 0; i < view.history_count; i++) {
        const dom_event *event = &view.history[i];
        if (event->kind != DOM_EVENT_LEAD && event->kind != DOM_EVENT_PLAY)
            continue;
        e->first[event->seat] = dom_tileset_with(e->first[event->seat], event->tile);
        hidden = dom_tileset_without(hidden, event->tile);
    }
    assign(e, hidden, 0);
    cr_assert(e->weight > 0);
    e->of_position /= e->weight;
    for (int i = 0; i < e->choices; i++)
        e->value[i] /= e->weight;
}

static double value_of_choice(const exact *e)
{
    double sum = 0;
    for (int i = 0; i < e->choices; i++)
        sum += e->policy[i] * e->value[i];
    return sum;
}

static int best_of(const exact *e)
{
    int best = 0;
    for (int i = 1; i < e->choices; i++)
        best = e->value[i] > e->value[best] ? i : best;
    return best;
}

/* ---- comparison ----------------------------------------------------------------------------- */

static void look_at(const scene *set)
{
    dom_err err = {.text = ""};
    scene_view(&match, set, &view);
    dom_rc rc = dom_search_belief_of(&belief, &view, &match.options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
}

static void estimate(int worlds, bool is_uniform, uint64_t seed)
{
    dom_search_value_plan plan = {.worlds = worlds, .is_uniform = is_uniform, .seed = seed};
    cr_assert(eq(int, dom_search_values_of(&values, &belief, &plan), DOM_OK));
    cr_assert(eq(int, values.worlds.count, worlds));
}

/* The seeds are fixed. */
static void expect_near(dom_search_estimate found, double right, const char *what, int action)
{
    double error = sqrt(found.variance);
    cr_expect(le(dbl, fabs(found.mean - right), 4 * error + 1e-9), "%s of %d: %f +- %f, not %f",
              what, action, found.mean, error, right);
}

static void compare(const scene *set, bool is_uniform)
{
    static exact e;
    solve(&e, set, is_uniform);
    estimate(DOM_SEARCH_POPULATION_MAX, is_uniform, 5);
    cr_assert(eq(int, values.choice.count, e.choices));
    cr_assert(ge(int, e.choices, 2), "the scene ends without a choice");
    double of_choice = value_of_choice(&e);
    expect_near(dom_search_value_of_choice(&values), of_choice, "value", -1);
    for (int i = 0; i < e.choices; i++) {
        double loss = e.value[best_of(&e)] - e.value[i];
        expect_near(dom_search_value_of_action(&values, i), e.value[i], "value", i);
        expect_near(dom_search_skill(&values, i), e.value[i] - of_choice, "skill", i);
        expect_near(dom_search_loss(&values, i), loss, "loss", i);
    }
}

ParameterizedTestParameters(search_value, estimates_are_near_the_exact_values)
{
    return row_params(sizeof scenes / sizeof *scenes);
}

ParameterizedTest(size_t *number, search_value, estimates_are_near_the_exact_values)
{
    look_at(&scenes[*number]);
    compare(&scenes[*number], false);
    compare(&scenes[*number], true);
}

/* Of the seat on turn and of all that wait. */
ParameterizedTestParameters(search_value, positions_are_near_the_exact_values)
{
    return row_params(sizeof scenes / sizeof *scenes);
}

ParameterizedTest(size_t *number, search_value, positions_are_near_the_exact_values)
{
    static exact e;
    dom_search_estimate found = {.mean = 0};
    dom_search_value_plan plan = {.worlds = DOM_SEARCH_POPULATION_MAX, .seed = 6};
    scene_play(&match, &scenes[*number]);
    for (int seat = 0; seat < match.options.players; seat++) {
        dom_err err = {.text = ""};
        dom_view_of(&view, &match, seat);
        dom_rc rc = dom_search_belief_of_any(&belief, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
        rc = dom_search_value_of_position(&found, &values, &belief, &plan);
        cr_assert(eq(int, rc, DOM_OK));
        solve(&e, &scenes[*number], false);
        expect_near(found, e.of_position, "position", seat);
        if (seat == match.play.turn)
            cr_expect(lt(dbl, fabs(e.of_position - value_of_choice(&e)), 1e-9));
    }
}

/* Otherwise the test above could not tell weighted from unweighted worlds. */
Test(search_value, weights_matter)
{
    static exact weighted, uniform;
    look_at(&scenes[2]);
    solve(&weighted, &scenes[2], false);
    solve(&uniform, &scenes[2], true);
    estimate(DOM_SEARCH_POPULATION_MAX, false, 5);
    double error = sqrt(dom_search_value_of_action(&values, 1).variance);
    cr_assert(lt(dbl, 8 * error, fabs(weighted.value[1] - uniform.value[1])), "%f and %f, +- %f",
              weighted.value[1], uniform.value[1], error);
    cr_assert(lt(dbl, dom_search_effective_worlds(&values), 0.95 * values.worlds.count));
    estimate(100, true, 5);
    cr_assert(lt(dbl, fabs(dom_search_effective_worlds(&values) - 100), 1e-9));
}

/* The squared deviations from the exact value are on average as large as the variance says. */
Test(search_value, variances_are_those_of_the_estimates)
{
    static exact e;
    double of_value = 0, of_skill = 0;
    look_at(&scenes[1]);
    solve(&e, &scenes[1], false);
    for (int seed = 0; seed < SEEDS; seed++) {
        estimate(FEW_WORLDS, false, 1000 + (uint64_t)seed);
        dom_search_estimate value = dom_search_value_of_action(&values, 0);
        dom_search_estimate skill = dom_search_skill(&values, 0);
        of_value += pow(value.mean - e.value[0], 2) / value.variance / SEEDS;
        of_skill += pow(skill.mean - e.value[0] + value_of_choice(&e), 2) / skill.variance / SEEDS;
    }
    cr_expect(lt(dbl, fabs(of_value - 1), 0.3), "%f", of_value);
    cr_expect(lt(dbl, fabs(of_skill - 1), 0.3), "%f", of_skill);
}

/* With few worlds another action often looks better than the best one. */
Test(search_value, the_best_action_loses_nothing_on_average)
{
    static exact e;
    double mean = 0;
    int negative = 0;
    look_at(&scenes[1]);
    solve(&e, &scenes[1], false);
    for (int seed = 0; seed < SEEDS; seed++) {
        estimate(4, false, 2000 + (uint64_t)seed);
        double loss = dom_search_loss(&values, best_of(&e)).mean;
        negative += loss < 0;
        mean += loss / SEEDS;
    }
    cr_expect(lt(dbl, mean, 0.05), "%f", mean);
    cr_expect(ge(int, negative, 1));
}

Test(search_value, skill_is_value_less_mean_and_adds_up_to_nothing)
{
    double sum = 0;
    look_at(&scenes[3]);
    estimate(50, false, 9);
    double of_choice = dom_search_value_of_choice(&values).mean;
    for (int i = 0; i < values.choice.count; i++) {
        double skill = dom_search_skill(&values, i).mean;
        double value = dom_search_value_of_action(&values, i).mean;
        sum += skill * dom_search_reference_chance(&values.choice, values.choice.action[i]);
        cr_expect(lt(dbl, fabs(skill - value + of_choice), 1e-9));
    }
    cr_expect(lt(dbl, fabs(sum), 1e-9));
}

Test(search_value, the_same_seed_gives_the_same_values)
{
    look_at(&scenes[3]);
    estimate(50, false, 9);
    double first = dom_search_value_of_choice(&values).mean;
    estimate(50, false, 10);
    cr_expect(ne(dbl, dom_search_value_of_choice(&values).mean, first));
    estimate(50, false, 9);
    cr_expect(eq(dbl, dom_search_value_of_choice(&values).mean, first));
}

Test(search_value, no_worlds_are_a_limit)
{
    dom_search_value_plan plan = {.worlds = 2};
    look_at(&scenes[1]);
    belief.is_record_open = true;             /* every world is compared with the record */
    belief.event[0].tile = dom_tile_of(2, 2); /* which seat 0 never had */
    dom_search_estimate value;
    cr_assert(eq(int, dom_search_values_of(&values, &belief, &plan), DOM_E_LIMIT));
    cr_assert(eq(int, dom_search_value_of_position(&value, &values, &belief, &plan), DOM_E_LIMIT));
}
