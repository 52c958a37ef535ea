/* What a seat may know: RULES.md, section 0, "Public" and "Private". */
#include "rules/view.h"

#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* ---- equal views ----------------------------------------------------------- */

/* Compares the used parts of both views byte by byte. */
static void expect_equal(const dom_view *a, const dom_view *b)
{
    cr_assert(all(eq(int, a->seat, b->seat), eq(int, a->seats, b->seats),
                  eq(int, a->round, b->round), eq(int, a->leader, b->leader),
                  eq(int, a->lead_rule, b->lead_rule), eq(int, a->stock, b->stock),
                  eq(int, a->drawable, b->drawable), eq(int, a->drawn, b->drawn),
                  eq(int, a->end_count, b->end_count)));
    cr_assert(eq(int, memcmp(a->ends, b->ends, sizeof a->ends), 0));
    cr_assert(eq(int, memcmp(a->counts, b->counts, a->seats * sizeof *a->counts), 0));
    cr_assert(eq(int, memcmp(a->scores, b->scores, a->seats * sizeof *a->scores), 0));
    cr_assert(dom_tileset_equal(a->hand, b->hand));
    cr_assert(
        all(eq(int, a->legal_count, b->legal_count), eq(int, a->history_count, b->history_count)));
    cr_assert(eq(int, memcmp(a->legal, b->legal, a->legal_count * sizeof *a->legal), 0));
    cr_assert(eq(int, memcmp(a->history, b->history, a->history_count * sizeof *a->history), 0));
}

/* ---- permutations of hidden tiles -------------------------------------------- */

/* Copies a match, which points into itself. */
static void copy_match(dom_match *to, const dom_match *from)
{
    memcpy(to, from, sizeof *to);
    to->play.options = &to->options;
    to->play.deal = &to->deal;
}

/* Makes a random permutation of the hidden tiles; visible tiles keep their places. */
static void permute_hidden(dom_tileset hidden, chance *c, dom_tile image[DOM_TILES_MAX])
{
    dom_tile tiles[DOM_TILES_MAX];
    int count = 0;
    for (int t = 0; t < DOM_TILES_MAX; t++)
        image[t] = (dom_tile)t;
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
        if (dom_tileset_has(hidden, t))
            tiles[count++] = t;
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(c, i + 1);
        dom_tile tile = image[tiles[i]];
        image[tiles[i]] = image[tiles[j]];
        image[tiles[j]] = tile;
    }
}

static dom_tileset image_of(dom_tileset set, const dom_tile image[])
{
    dom_tileset out = dom_tileset_empty();
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
        if (dom_tileset_has(set, t))
            out = dom_tileset_with(out, image[t]);
    return out;
}

static void permute(dom_match *match, int seat, chance *c)
{
    dom_round *round = &match->play;
    dom_tileset hidden = round->stock;
    for (int s = 0; s < match->options.players; s++)
        if (s != seat)
            hidden = dom_tileset_union(hidden, round->hand[s]);
    dom_tile image[DOM_TILES_MAX];
    permute_hidden(hidden, c, image);
    round->stock = image_of(round->stock, image);
    for (int s = 0; s < match->options.players; s++) {
        if (s != seat)
            round->hand[s] = image_of(round->hand[s], image);
        match->deal.hand[s] = image_of(match->deal.hand[s], image);
    }
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        for (int i = 0; i < match->deal.stock_count; i++)
            match->deal.stock[s][i] = image[match->deal.stock[s][i]];
}

static void compare_permuted(const dom_match *match, void *context)
{
    static dom_match other;
    static dom_view view;
    static dom_view permuted;
    chance *c = context;
    for (int seat = 0; seat < match->options.players; seat++) {
        copy_match(&other, match);
        permute(&other, seat, c);
        memset(&view, 0x55, sizeof view);
        memset(&permuted, 0xaa, sizeof permuted);
        dom_view_of(&view, match, seat);
        dom_view_of(&permuted, &other, seat);
        expect_equal(&view, &permuted);
    }
}

Test(rules_view, hidden_tiles_change_no_byte_of_a_view)
{
    chance c = {77};
    watcher w = {.context = &c, .to_act = compare_permuted, .settled = compare_permuted};
    play_matches(250, 30000, &w);
}

/* ---- two rounds that look equal to a seat ------------------------------------- */

/* Returns the tiles that the seat never saw and that have not been laid. */
static dom_tileset unseen(const dom_match *match, int seat, dom_tileset drawn)
{
    dom_tileset all = match->play.stock;
    for (int s = 0; s < match->options.players; s++)
        if (s != seat)
            all = dom_tileset_union(all, match->play.hand[s]);
    return dom_tileset_common(all, drawn);
}

typedef struct {
    int seat;
    dom_tileset dealt; /* the dealt hands of the other seats */
    chance c;
    int compared;
    dom_action actions[2000];
    int count;
} twin_book;

static void open_twin(const dom_match *match, void *context)
{
    twin_book *book = context;
    book->count = 0;
    book->seat = chance_below(&book->c, match->options.players);
    book->dealt = dom_tileset_empty();
    for (int s = 0; s < match->options.players; s++)
        if (s != book->seat)
            book->dealt = dom_tileset_union(book->dealt, match->deal.hand[s]);
}

static void note_action(const dom_match *match, dom_action action, dom_event event, void *context)
{
    twin_book *book = context;
    book->actions[book->count++] = action;
}

/* Exchanges a tile of another hand with an undealt tile. */
static void exchange(dom_deal *deal, dom_tile held, dom_tile other, int players)
{
    for (int s = 0; s < players; s++)
        if (dom_tileset_has(deal->hand[s], held))
            deal->hand[s] = dom_tileset_with(dom_tileset_without(deal->hand[s], held), other);
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        for (int i = 0; i < deal->stock_count; i++)
            if (deal->stock[s][i] == other)
                deal->stock[s][i] = held;
}

/* Plays the same actions with the other deal. Returns false if one of them was not legal,
 * because then the rounds differ in public. */
static bool replay(dom_match *twin, const twin_book *book)
{
    for (int i = 0; i < book->count; i++) {
        dom_event event;
        if (dom_match_apply(twin, book->actions[i], &event) != DOM_OK)
            return false;
    }
    return true;
}

/* Exchanges a tile that another seat holds at the end with a tile that stays in the stock, and
 * plays the round again. */
static void compare_twin(const dom_match *match, void *context)
{
    static dom_match twin;
    static dom_deal deal;
    static dom_view a;
    static dom_view b;
    twin_book *book = context;
    dom_tile held = dom_tileset_next(unseen(match, book->seat, book->dealt), 0);
    dom_tile left = dom_tileset_next(match->play.stock, 0);
    if (match->round != 1 || held == DOM_NO_TILE || left == DOM_NO_TILE)
        return;
    deal = match->deal;
    exchange(&deal, held, left, match->options.players);
    dom_match_init(&twin, &match->options);
    if (dom_lead_wants_redeal(&match->options, dom_match_lead(&twin).rule, &deal))
        return;
    dom_match_deal(&twin, &deal);
    if (!replay(&twin, book) || twin.play.leader != match->play.leader ||
        twin.play.end != match->play.end)
        return;
    memcpy(twin.score, match->score,
           sizeof twin.score); /* one match is settled, the other is not */
    dom_view_of(&a, match, book->seat);
    dom_view_of(&b, &twin, book->seat);
    expect_equal(&a, &b);
    book->compared++;
}

Test(rules_view, deals_that_look_alike_to_a_seat_give_equal_views_to_the_end)
{
    static twin_book book = {.c = {5}};
    watcher w = {
        .context = &book, .dealt = open_twin, .acted = note_action, .settled = compare_twin};
    play_matches(600, 31000, &w);
    cr_assert(ge(int, book.compared, 51));
}

/* ---- contents of a view ------------------------------------------------------ */

static void compare_truth(const dom_match *match, void *context)
{
    static dom_view v;
    const dom_round *r = &match->play;
    for (int seat = 0; seat < match->options.players; seat++) {
        dom_view_of(&v, match, seat);
        cr_assert(all(eq(int, v.seat, seat), eq(int, v.seats, match->options.players),
                      eq(int, v.round, match->round), eq(int, v.leader, r->leader),
                      eq(int, v.lead_rule, match->lead_rule)));
        cr_assert(all(eq(int, v.stock, dom_tileset_count(r->stock)),
                      eq(int, v.drawable, dom_round_drawable(r))));
        cr_assert(dom_tileset_equal(v.hand, r->hand[seat]));
        cr_assert(eq(int, v.end_count, r->end_count));
        for (int e = 0; e < r->end_count; e++)
            cr_assert(eq(int, v.ends[e], r->ends[e]));
        for (int s = 0; s < match->options.players; s++) {
            cr_assert(eq(int, v.counts[s], dom_tileset_count(r->hand[s])));
            cr_assert(eq(int, v.scores[s], match->score[s]));
        }
    }
}

Test(rules_view, a_view_contains_the_own_hand_and_all_public_facts)
{
    watcher w = {.to_act = compare_truth, .settled = compare_truth};
    play_matches(250, 32000, &w);
}

static void compare_legal(const dom_match *match, void *context)
{
    static dom_view v;
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal);
    for (int seat = 0; seat < match->options.players; seat++) {
        bool to_act = match->play.turn == seat;
        dom_view_of(&v, match, seat);
        cr_assert(eq(int, v.legal_count, to_act ? count : 0));
        cr_assert(eq(int, v.drawn, to_act ? match->play.drawn : 0));
        cr_assert(eq(int, memcmp(v.legal, legal, v.legal_count * sizeof *legal), 0));
    }
}

Test(rules_view, only_the_seat_on_turn_sees_legal_actions_and_its_draws)
{
    watcher w = {.to_act = compare_legal, .settled = compare_legal};
    play_matches(250, 33000, &w);
}

static void compare_shown(const dom_match *match, void *context)
{
    static dom_view v;
    for (int seat = 0; seat < match->options.players; seat++) {
        dom_view_of(&v, match, seat);
        cr_assert(eq(int, v.history_count, match->history.count));
        for (int i = 0; i < v.history_count; i++)
            if (v.history[i].kind == DOM_EVENT_DRAW)
                cr_assert(eq(int, v.history[i].tile, DOM_NO_TILE), "a drawn face is shown");
        cr_assert(eq(
            int, memcmp(v.history, match->history.event, v.history_count * sizeof *v.history), 0));
    }
}

Test(rules_view, the_history_of_a_view_hides_every_drawn_tile)
{
    watcher w = {.to_act = compare_shown, .settled = compare_shown};
    play_matches(250, 34000, &w);
}

/* [draw] Vietnam: there is no leader yet. */
Test(rules_view, there_is_no_leader_during_the_opening_draws)
{
    static dom_match match;
    static dom_view v;
    dom_options options = options_with("hand=1 opening_draw=until_double_six draw_mode=optional "
                                       "lead_first=highest_double lead_tile=own_double");
    dom_deal deal = {.start = DOM_NO_TILE, .leader = DOM_NOBODY, .stock_count = 2};
    deal.hand[0] = dom_tileset_with(dom_tileset_empty(), dom_tile_of(5, 5));
    deal.hand[1] = dom_tileset_with(dom_tileset_empty(), dom_tile_of(4, 4));
    for (int s = 0; s < DOM_SEATS_MAX; s++) {
        deal.stock[s][0] = dom_tile_of(1, 0);
        deal.stock[s][1] = dom_tile_of(6, 6);
    }
    dom_match_init(&match, &options);
    dom_match_deal(&match, &deal);
    dom_view_of(&v, &match, 0);
    cr_assert(eq(int, v.leader, DOM_NOBODY));
    dom_event event;
    dom_action draw = {.kind = DOM_DRAW};
    cr_assert(eq(int, dom_match_apply(&match, draw, &event), DOM_OK));
    cr_assert(eq(int, dom_match_apply(&match, draw, &event), DOM_OK));
    dom_view_of(&v, &match, 0);
    cr_assert(eq(int, v.leader, 1));
    cr_assert(eq(int, v.history_count, 2));
}
