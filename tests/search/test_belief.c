/* What a view tells about the hidden tiles: the truth is always possible, every sampled world leads
 * to the view, and the worlds of small cases are counted by hand. */
#include "nightly.h"
#include "search/belief.h"

#include "../rules/playout.h"
#include "rules/variant.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static dom_match match;
static dom_view view;
static dom_search_belief belief;
static dom_search_world world;

/* ---- real rounds ------------------------------------------------------------------------ */

static void expect_view_of_world(const dom_search_world *of, const dom_options *options)
{
    static dom_round round;
    dom_action legal[DOM_ACTIONS_MAX];
    cr_assert(dom_search_replay(&belief, of, NULL, NULL));
    dom_search_begin(&round, &belief, of);
    int count = dom_round_legal(&round, legal);
    cr_assert(eq(int, count, view.legal_count));
    cr_assert(eq(int, memcmp(legal, view.legal, (size_t)count * sizeof *legal), 0));
    for (int s = 0; s < options->players; s++) {
        cr_assert(eq(int, dom_tileset_count(of->hand[s]), view.counts[s]));
        dom_tileset may = dom_search_may_hold(&belief, s);
        cr_assert(dom_tileset_is_empty(dom_tileset_minus(of->hand[s], may)));
    }
}

/* The world leads to the round of the view, and its own hand is that of the view. */
static void expect_round_of_world(const dom_search_world *of, const dom_match *played)
{
    static dom_round round;
    cr_assert(dom_search_replay(&belief, of, NULL, NULL));
    dom_search_begin(&round, &belief, of);
    cr_assert(eq(int, round.turn, played->play.turn));
    cr_assert(eq(int, round.drawn, played->play.drawn));
    cr_assert(dom_tileset_equal(of->hand[view.seat], view.hand));
    for (int s = 0; s < view.seats; s++) {
        dom_tileset may = dom_search_may_hold(&belief, s);
        cr_assert(eq(int, dom_tileset_count(of->hand[s]), view.counts[s]));
        cr_assert(dom_tileset_is_empty(dom_tileset_minus(of->hand[s], may)));
    }
}

typedef struct {
    dom_random random;
    int moments;
    int choices;
    int uncounted; /* choices at which the number of worlds is not known        */
    int missed;    /* choices at which no world was found                       */
} survey;

static void look_around(const dom_match *played, void *context)
{
    survey *s = context;
    dom_err err = {.text = ""};
    dom_view_of(&view, played, played->play.turn);
    dom_rc rc = dom_search_belief_of(&belief, &view, &played->options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    double worlds = dom_search_worlds(&belief);
    cr_assert(worlds < 0 || worlds >= 1);
    memcpy(world.hand, played->play.hand, sizeof world.hand);
    world.deal = played->deal;
    expect_view_of_world(&world, &played->options);
    bool is_choice = view.legal_count > 1;
    s->moments++;
    s->choices += is_choice;
    s->uncounted += is_choice && worlds < 0;
    for (int i = 0; i < (is_choice ? 3 : 1); i++) {
        rc = dom_search_sample(&belief, &s->random, &world);
        cr_assert(rc == DOM_OK || (rc == DOM_E_LIMIT && worlds < 0));
        s->missed += is_choice && rc != DOM_OK;
        if (rc == DOM_OK)
            expect_view_of_world(&world, &played->options);
    }
}

/* The same for the seats that wait. */
static void look_around_waiting(const dom_match *played, void *context)
{
    survey *s = context;
    dom_err err = {.text = ""};
    for (int seat = 0; seat < played->options.players; seat++) {
        if (seat == played->play.turn || played->play.opening || played->play.end_count == 0)
            continue;
        dom_view_of(&view, played, seat);
        dom_rc rc = dom_search_belief_of_any(&belief, &view, &played->options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
        memcpy(world.hand, played->play.hand, sizeof world.hand);
        world.deal = played->deal;
        expect_round_of_world(&world, played);
        s->moments++;
        rc = dom_search_sample(&belief, &s->random, &world);
        s->missed += rc != DOM_OK;
        if (rc == DOM_OK)
            expect_round_of_world(&world, played);
    }
}

Test(search_belief, holds_the_truth_for_seats_that_wait_under_random_rules)
{
    survey s = {.random = {9}};
    watcher w = {.context = &s, .to_act = look_around_waiting};
    play_matches(in_nightly(400, 100), 50000, &w);
    cr_assert(ge(int, s.moments, 5000));
    cr_assert(le(int, s.missed, s.moments / 100), "%d of %d", s.missed, s.moments);
}

Test(search_belief, holds_the_truth_for_seats_that_wait_in_every_variant)
{
    survey s = {.random = {10}};
    watcher w = {.context = &s, .to_act = look_around_waiting};
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        chance c = {i + 100};
        play_match(&variant.options, in_nightly(8, 1), &c, &w);
    }
    cr_assert(ge(int, s.moments, 5000));
    cr_assert(zero(int, s.missed));
}

Test(search_belief, only_a_seat_on_turn_has_a_belief_before_the_lead)
{
    static const char *const actions[] = {"", "6-6@0"};
    for (size_t led = 0; led < 2; led++) {
        dom_err err = {.text = ""};
        scene_play(&match, &(scene){.settings = "players=2 hand=2",
                                    .hands = "6-6,6-1/3-3,6-2",
                                    .actions = actions[led]});
        dom_view_of(&view, &match, 1 - match.play.turn);
        dom_rc rc = dom_search_belief_of_any(&belief, &view, &match.options, &err);
        cr_expect(eq(int, rc, led ? DOM_OK : DOM_E_MALFORMED), "%s", err.text);
        rc = dom_search_belief_of(&belief, &view, &match.options, &err);
        cr_expect(eq(int, rc, DOM_E_MALFORMED));
    }
}

Test(search_belief, holds_the_truth_and_samples_only_what_agrees_under_random_rules)
{
    survey s = {.random = {7}};
    watcher w = {.context = &s, .to_act = look_around};
    play_matches(in_nightly(400, 100), 50000, &w);
    cr_assert(ge(int, s.choices, 1500));
    cr_assert(le(int, s.uncounted, s.choices / 4));
    cr_assert(le(int, s.missed, s.choices / 100));
}

Test(search_belief, holds_the_truth_and_samples_only_what_agrees_in_every_variant)
{
    survey s = {.random = {8}};
    watcher w = {.context = &s, .to_act = look_around};
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        chance c = {i + 100};
        play_match(&variant.options, in_nightly(8, 2), &c, &w);
    }
    cr_assert(ge(int, s.choices, 2500));
    cr_assert(le(int, s.uncounted, s.choices / 4));
    cr_assert(eq(int, s.missed, 0));
}

/* ---- cases that are counted by hand -------------------------------------------------- */

static void believe(const scene *set)
{
    dom_err err = {.text = ""};
    scene_view(&match, set, &view);
    dom_rc rc = dom_search_belief_of(&belief, &view, &match.options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
}

/* The example of search/belief.h. */
static const scene passed = {.settings = "hand=7",
                             .hands = "6-6,3-3,1-1,5-0,6-5,5-5,5-4/6-3,3-1,1-0,4-4,2-2,4-2,0-0",
                             .actions = "6-6@0 6-3@0 3-3@0 3-1@0 1-1@0 1-0@0 5-0@0 pass"};

Test(search_belief, counts_the_worlds_of_a_seat_that_passed)
{
    believe(&passed);
    cr_assert(epsilon_eq(dbl, dom_search_worlds(&belief), 330, 0));
    dom_tileset may = dom_search_may_hold(&belief, 1);
    cr_assert(eq(int, dom_tileset_count(may), 11));
    cr_assert(not(dom_tileset_has(may, dom_tile_of(6, 2))));
    cr_assert(dom_tileset_equal(dom_search_may_hold(&belief, 0), view.hand));
}

Test(search_belief, counts_all_deals_of_a_seat_about_which_nothing_is_known)
{
    believe(&(scene){.settings = "hand=7",
                     .hands = "6-6,3-3,1-1,5-0,6-5,5-5,5-4/6-3,3-1,1-0,4-4,2-2,4-2,0-0",
                     .actions = "6-6@0 6-3@0"});
    cr_assert(epsilon_eq(dbl, dom_search_worlds(&belief), 38760, 0)); /* C(20,6) */
}

/* Seat 1 was dealt two and drew one of the 21 hidden tiles without a 6, and then it drew [6-2]. */
Test(search_belief, counts_which_tile_was_dealt_and_which_was_drawn)
{
    believe(&(scene){.settings = "hand=2 draw_mode=forced",
                     .hands = "6-6,6-1/3-3,2-2",
                     .stock = "2-1,6-2",
                     .actions = "6-6@0 draw draw 6-2@0"});
    cr_assert(epsilon_eq(dbl, dom_search_worlds(&belief), 3990, 0)); /* C(21,2) x 19 */
}

/* ---- views for which there is no world ------------------------------------------------- */

static void expect_no_world(const char *message)
{
    dom_err err = {.text = ""};
    dom_rc rc = dom_search_belief_of(&belief, &view, &match.options, &err);
    cr_assert(eq(int, rc, DOM_E_MALFORMED));
    cr_assert(ne(ptr, strstr(err.text, message), NULL), "%s", err.text);
}

Test(search_belief, of_a_seat_that_plays_what_it_cannot_have_is_refused)
{
    believe(&(scene){.settings = "hand=3",
                     .hands = "6-6,6-1,5-1/2-1,4-4,3-3",
                     .actions = "6-6@0 pass 6-1@0 2-1@0"});
    view.history[3].tile = dom_tile_of(6, 2);
    view.history[3].end = 1;
    view.ends[0] = 1;
    view.ends[1] = 2;
    view.legal_count = 0;
    expect_no_world("seat 1 cannot have had [6-2] when it passed or drew");
}

Test(search_belief, of_a_seat_that_has_more_tiles_than_are_possible_is_refused)
{
    believe(&(scene){.settings = "set_max=3 hand=4",
                     .hands = "3-3,3-2,1-0,2-2/2-1,2-0,1-1,0-0",
                     .actions = "3-3@0 pass"});
    view.hand = dom_tileset_without(view.hand, dom_tile_of(3, 2));
    view.hand = dom_tileset_with(view.hand, dom_tile_of(0, 0));
    view.legal_count = 0;
    expect_no_world("the hidden tiles do not suffice");
}

Test(search_belief, of_a_view_that_contradicts_itself_is_refused)
{
    believe(&passed);
    view.stock++;
    expect_no_world("the history leaves another stock");
}

/* ---- replay ----------------------------------------------------------------------------- */

typedef struct {
    int count;
    dom_action action[20];
} visits;

static void note_visit(void *context, const dom_round *before, dom_action action)
{
    visits *v = context;
    cr_assert(dom_round_is_legal(before, action));
    v->action[v->count++] = action;
}

Test(search_belief, replays_every_action_of_the_record)
{
    dom_random random = {5};
    visits v = {0};
    believe(&(scene){.settings = "hand=3 draw_mode=forced",
                     .hands = "6-6,6-1,5-1/2-1,4-4,3-3",
                     .stock = "5-5,6-2",
                     .actions = "6-6@0 draw draw 6-2@0"});
    cr_assert(eq(int, dom_search_sample(&belief, &random, &world), DOM_OK));
    cr_assert(dom_search_replay(&belief, &world, note_visit, &v));
    cr_assert(eq(int, v.count, 4));
    cr_assert(all(eq(int, v.action[0].tile, dom_tile_of(6, 6)), eq(int, v.action[1].kind, DOM_DRAW),
                  eq(int, v.action[2].kind, DOM_DRAW),
                  eq(int, v.action[3].tile, dom_tile_of(6, 2))));
}

Test(search_belief, does_not_replay_from_a_deal_that_leads_elsewhere)
{
    dom_random random = {6};
    believe(&passed);
    cr_assert(eq(int, dom_search_sample(&belief, &random, &world), DOM_OK));
    dom_tile held = dom_tileset_next(world.hand[1], 0);
    dom_tile other = world.deal.stock[0][0];
    for (int i = 0; !dom_tile_has(other, 6); i++)
        other = world.deal.stock[0][i];
    world.hand[1] = dom_tileset_with(dom_tileset_without(world.hand[1], held), other);
    world.deal.hand[1] = dom_tileset_with(dom_tileset_without(world.deal.hand[1], held), other);
    cr_assert(not(dom_search_replay(&belief, &world, NULL, NULL)));
}
