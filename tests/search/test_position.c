/* A round that is made from a view: the rules give the same legal actions as in the match, and
 * views that contradict themselves are refused. */
#include "search/position.h"

#include "../rules/playout.h"
#include "rules/variant.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* ---- positions of real rounds --------------------------------------------------------- */

static void expect_same_actions(const dom_round *a, const dom_round *b)
{
    dom_action first[DOM_ACTIONS_MAX];
    dom_action second[DOM_ACTIONS_MAX];
    int count = dom_round_legal(a, first);
    cr_assert(eq(int, count, dom_round_legal(b, second)));
    cr_assert(eq(int, memcmp(first, second, (size_t)count * sizeof *first), 0));
}

/* Plays both rounds to their end with the same random actions. */
static void expect_same_future(dom_round a, dom_round b, chance *c)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count;
    while ((count = dom_round_legal(&a, legal)) > 0) {
        dom_event first;
        dom_event second;
        dom_action action = legal[chance_below(c, count)];
        expect_same_actions(&a, &b);
        dom_round_make(&a, action, &first);
        dom_round_make(&b, action, &second);
        cr_assert(eq(int, memcmp(&first, &second, sizeof first), 0));
    }
    expect_same_actions(&a, &b);
    dom_round_result result = dom_round_score(&a);
    dom_round_result other = dom_round_score(&b);
    for (int s = 0; s < a.options->players; s++)
        cr_assert(eq(int, result.points[s], other.points[s]));
    cr_assert(all(eq(int, result.end, other.end), eq(int, result.winner, other.winner)));
}

typedef struct {
    chance c;
    int positions;
} future_test;

static void compare_position(const dom_match *match, void *context)
{
    static dom_view view;
    static dom_round position;
    static dom_round round;
    future_test *test = context;
    dom_err err = {.text = ""};
    dom_view_of(&view, match, match->play.turn);
    dom_rc rc = dom_search_position_of(&position, &view, &match->options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    dom_search_place(&round, &position, match->play.hand, &match->deal);
    expect_same_actions(&match->play, &round);
    expect_same_future(match->play, round, &test->c);
    test->positions++;
}

Test(search_position, has_the_same_future_as_the_match_under_random_rules)
{
    future_test test = {.c = {1}};
    watcher w = {.context = &test, .to_act = compare_position};
    play_matches(250, 40000, &w);
    cr_assert(ge(int, test.positions, 5000));
}

Test(search_position, has_the_same_future_as_the_match_in_every_variant)
{
    future_test test = {.c = {2}};
    watcher w = {.context = &test, .to_act = compare_position};
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        chance c = {i};
        play_match(&variant.options, 3, &c, &w);
    }
    cr_assert(ge(int, test.positions, 5000));
}

/* ---- inconsistent views ------------------------------------------------------------------- */

static void seat_9(dom_view *v)
{
    v->seat = 9;
}

static void three_seats(dom_view *v)
{
    v->seats = 3;
}

static void five_ends(dom_view *v)
{
    v->end_count = 5;
}

static void foreign_tile(dom_view *v)
{
    v->hand = dom_tileset_with(v->hand, dom_tile_of(9, 9));
}

static void long_history(dom_view *v)
{
    v->history_count = DOM_HISTORY_MAX + 1;
}

static void start_tile(dom_view *v)
{
    v->history[0].kind = DOM_EVENT_START;
}

static void unknown_kind(dom_view *v)
{
    v->history[1].kind = 77;
}

static void nobody_leads(dom_view *v)
{
    v->leader = DOM_NOBODY;
}

static void two_leads(dom_view *v)
{
    v->history[1].kind = DOM_EVENT_LEAD;
}

static void seat_twice(dom_view *v)
{
    v->history[1].seat = v->history[0].seat;
}

static void tile_twice(dom_view *v)
{
    v->history[1].tile = v->history[0].tile;
}

static void tile_in_own_hand(dom_view *v)
{
    v->history[1].tile = dom_tileset_next(v->hand, 0);
}

static void tile_200(dom_view *v)
{
    v->history[1].tile = 200;
}

static void other_end(dom_view *v)
{
    v->history[1].end ^= 1;
}

static void face_down(dom_view *v)
{
    v->history[1].down = 1;
}

static void draw_of_300(dom_view *v)
{
    v->history[1] = (dom_event){.seat = 1, .kind = DOM_EVENT_DRAW, .count = 255};
}

static void pass_without_need(dom_view *v)
{
    v->history[1] = (dom_event){.seat = 1, .kind = DOM_EVENT_PASS};
}

static void a_tile_more(dom_view *v)
{
    v->counts[1]++;
}

static void a_tile_less(dom_view *v)
{
    v->hand = dom_tileset_without(v->hand, dom_tileset_next(v->hand, 0));
}

static void a_larger_stock(dom_view *v)
{
    v->stock++;
}

static void other_ends(dom_view *v)
{
    v->ends[0] = (int8_t)(v->ends[0] == 6 ? 5 : 6);
}

static void not_on_turn(dom_view *v)
{
    v->drawn = 1;
}

static void other_action(dom_view *v)
{
    v->legal[0].end = 3;
}

static const struct {
    void (*spoil)(dom_view *);
    const char *message;
} bad_views[] = {
    {seat_9, "its seats are not those of the variant"},
    {three_seats, "its seats are not those of the variant"},
    {five_ends, "a list is longer than any round makes it"},
    {long_history, "a list is longer than any round makes it"},
    {foreign_tile, "the hand has a tile that the set has not"},
    {start_tile, "event 0 of the history: the variant has no start tile"},
    {unknown_kind, "event 1 of the history: this kind of event cannot come now"},
    {nobody_leads, "its leader cannot lead"},
    {two_leads, "event 1 of the history: the first tile is a lead, and no other"},
    {seat_twice, "event 1 of the history: another seat is on turn"},
    {tile_twice, "event 1 of the history: the tile does not fit there"},
    {tile_in_own_hand, "event 1 of the history: the tile does not fit there"},
    {tile_200, "event 1 of the history: the tile does not fit there"},
    {other_end, "event 1 of the history: the tile does not fit there"},
    {face_down, "event 1 of the history: the tile does not fit there"},
    {draw_of_300, "event 1 of the history: so many tiles cannot be drawn"},
    {pass_without_need, "event 1 of the history: the seat cannot pass now"},
    {a_tile_more, "seat 1 holds 7 tiles, but the history leaves it 6"},
    {a_tile_less, "the own hand has another number of tiles"},
    {a_larger_stock, "the history leaves another stock"},
    {other_ends, "the history leads to other ends"},
    {not_on_turn, "the seat is not on turn, or has drawn otherwise"},
    {other_action, "the rules give another list of legal actions"},
};

Test(search_position, of_a_view_that_contradicts_itself_is_refused_with_the_reason)
{
    static dom_match match;
    static dom_view view;
    static dom_round position;
    static const scene opened = {.settings = "draw_mode=optional reserve=2",
                                 .hands = "5-3,6-6,6-5,3-3,5-5,1-0,2-1/5-0,1-1,6-4,4-3,4-4,2-2,3-1",
                                 .actions = "5-3@0 5-0@0"};
    for (size_t i = 0; i < sizeof bad_views / sizeof *bad_views; i++) {
        dom_err err = {.text = ""};
        scene_view(&match, &opened, &view);
        dom_rc rc = dom_search_position_of(&position, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
        bad_views[i].spoil(&view);
        rc = dom_search_position_of(&position, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_E_MALFORMED), "%s", bad_views[i].message);
        cr_assert(ne(ptr, strstr(err.text, bad_views[i].message), NULL), "%s", err.text);
    }
}

static void swap_last_two(dom_view *v)
{
    dom_event event = v->history[v->history_count - 1];
    v->history[v->history_count - 1] = v->history[v->history_count - 2];
    v->history[v->history_count - 2] = event;
}

static void draw_again(dom_view *v)
{
    v->history[v->history_count - 1].count = 1;
    v->history[v->history_count] = v->history[v->history_count - 1];
    v->history_count++;
}

static void drew_in_vain(dom_view *v)
{
    v->hand = dom_tileset_with(dom_tileset_without(v->hand, dom_tile_of(2, 2)), dom_tile_of(6, 4));
}

static const struct {
    void (*spoil)(dom_view *);
    const char *message;
} bad_draws[] = {
    {swap_last_two, "another seat is on turn"},
    {draw_again, "event 2 of the history: the seat cannot draw now"},
    {drew_in_vain, "the seat drew although a tile of its hand fitted"},
};

/* Seat 1 had to draw twice after the lead. */
Test(search_position, of_draws_that_cannot_be_is_refused_with_the_reason)
{
    static dom_match match;
    static dom_view view;
    static dom_round position;
    static const scene drawn = {.settings = "hand=3 draw_mode=forced arms=2",
                                .hands = "6-5,6-6,3-3/2-2,1-1,4-0",
                                .stock = "2-1,5-3",
                                .actions = "6-5@0 draw draw"};
    for (size_t i = 0; i < sizeof bad_draws / sizeof *bad_draws; i++) {
        dom_err err = {.text = ""};
        scene_view(&match, &drawn, &view);
        dom_rc rc = dom_search_position_of(&position, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
        bad_draws[i].spoil(&view);
        rc = dom_search_position_of(&position, &view, &match.options, &err);
        cr_assert(eq(int, rc, DOM_E_MALFORMED), "%s", bad_draws[i].message);
        cr_assert(ne(ptr, strstr(err.text, bad_draws[i].message), NULL), "%s", err.text);
    }
}
