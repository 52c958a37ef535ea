/* The luck between choices, by its cause: whose event has which, and that nothing is valued where
 * the cause does not change. */
#include "search/witness.h"

#include "scene.h"
#include "selfplay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>

#include "rules/variant.h"

static dom_search_belief belief;
static dom_search_values values;
static dom_search_witness witness;
static dom_search_account account;

static dom_search_eye eye(void)
{
    return (dom_search_eye){.belief = &belief, .values = &values, .plan = {.worlds = 4, .seed = 1}};
}

/* An account after a first choice whose action is worth 0. */
static void begin(int seat)
{
    dom_search_account_begin(&account, 0);
    account.choices = 1;
    dom_search_witness_begin(&witness, seat);
}

static dom_event last_event(const dom_match *match)
{
    return match->history.event[match->history.count - 1];
}

/* Lets the witness see what the scene ends with. Returns the cause. */
static dom_search_cause see(const scene *set)
{
    static dom_match match;
    dom_search_eye with = eye();
    scene_play(&match, set);
    dom_event event = last_event(&match);
    dom_search_witness_see(&witness, &account, &match, &event, &with);
    return account.cause;
}

static scene team_scene(const char *actions)
{
    return (scene){.settings = "players=4 teams=true hand=3",
                   .hands = "6-6,6-1,1-1/6-2,2-2,5-5/2-1,5-4,5-3/4-1,4-4,3-3",
                   .actions = actions};
}

Test(search_witness, an_event_has_the_cause_of_its_seat)
{
    static const struct {
        const char *actions;
        dom_search_cause cause;
        bool is_valued;
    } rows[] = {{"6-6@0 6-2@0", DOM_SEARCH_OTHERS, false},
                {"6-6@0 6-2@0 2-1@0", DOM_SEARCH_PARTNER, true},
                {"6-6@0 6-2@0 2-1@0 4-1@0", DOM_SEARCH_OTHERS, true}};
    begin(0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double before = account.value;
        scene set = team_scene(rows[i].actions);
        cr_expect(eq(int, see(&set), rows[i].cause), "%s", rows[i].actions);
        cr_expect(eq(int, account.value != before, rows[i].is_valued), "%s", rows[i].actions);
    }
    double sum = 0;
    for (int c = 0; c < DOM_SEARCH_CAUSES; c++)
        sum += account.caused[c];
    cr_expect(eq(dbl, sum, account.luck));
    cr_expect(zero(dbl, account.caused[DOM_SEARCH_STOCK]));
}

Test(search_witness, before_the_first_choice_nothing_is_seen)
{
    scene set = team_scene("6-6@0 6-2@0 2-1@0");
    begin(0);
    account.choices = 0;
    cr_expect(eq(int, see(&set), DOM_SEARCH_OTHERS));
    cr_expect(not(witness.has_seen));
}

/* The draw is the stock's; the play that follows tells the seat nothing. When it ends the round,
 * the value after the draw is taken, and what the other hand held is by others. */
Test(search_witness, an_own_play_matters_only_where_it_ends_the_round)
{
    static const scene drawn = {.settings = "hand=1 draw_mode=forced",
                                .hands = "6-6/5-5",
                                .start = "4-3",
                                .stock = "4-1,3-2",
                                .actions = "draw"};
    static const scene played = {.settings = "hand=1 draw_mode=forced",
                                 .hands = "6-6/5-5",
                                 .start = "4-3",
                                 .stock = "4-1,3-2",
                                 .actions = "draw 4-1@0"};
    static const scene out = {
        .settings = "hand=1", .hands = "4-1/5-5", .start = "4-3", .actions = "4-1@0"};
    begin(0);
    cr_expect(eq(int, see(&drawn), DOM_SEARCH_STOCK));
    cr_expect(eq(int, see(&played), DOM_SEARCH_STOCK));
    cr_expect(zero(dbl, account.luck), "nothing was valued");
    cr_expect(eq(int, see(&out), DOM_SEARCH_OTHERS));
    cr_expect(eq(dbl, account.caused[DOM_SEARCH_STOCK], account.luck));
    cr_expect(not(witness.has_seen));
}

Test(search_witness, a_choice_takes_the_value_itself)
{
    scene set = team_scene("6-6@0 6-2@0");
    begin(0);
    (void)see(&set);
    cr_expect(witness.has_seen);
    dom_search_witness_choose(&witness);
    cr_expect(not(witness.has_seen));
}

/* In a game for two without drawing no value is taken: there is no room for one. */
Test(search_witness, one_cause_alone_costs_nothing)
{
    static selfplay play;
    dom_variant variant;
    dom_search_eye blind = {.belief = NULL};
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", NULL), DOM_OK));
    selfplay_begin(&play, &variant.options, 1);
    selfplay_deal(&play);
    begin(0);
    while (play.match.play.end == DOM_END_NONE) {
        dom_search_choice choice;
        dom_search_choice_of(&choice, &play.match.play);
        dom_match_make(&play.match, choice.action[choice.preferred]);
        dom_event event = last_event(&play.match);
        dom_search_witness_see(&witness, &account, &play.match, &event, &blind);
    }
    cr_expect(eq(int, account.cause, DOM_SEARCH_OTHERS));
    cr_expect(zero(dbl, account.luck));
}
