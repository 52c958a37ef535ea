/* What holds in every state of every game, looked at in random matches under
 * random rules. The books kept here are written from RULES.md section 0, the turn
 * machine, and share no line with the engine. */
#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { MATCHES = 500 };

static void look(uint64_t seed, watcher w)
{
    play_matches(MATCHES, seed, &w);
}

/* ---- conservation ---------------------------------------------------------- */

/* The tiles on the table, as the plays have told. */
static void start_table(const dom_match *match, void *context)
{
    dom_tileset *table = context;
    *table = dom_tileset_empty();
    if (match->deal.start != DOM_NO_TILE)
        *table = dom_tileset_with(*table, match->deal.start);
}

/* Add `part`, none of which may have been met before. */
static dom_tileset join(dom_tileset all, dom_tileset part)
{
    cr_assert(dom_tileset_is_empty(dom_tileset_common(all, part)), "a tile is in two places");
    return dom_tileset_union(all, part);
}

static void keep_tiles(const dom_match *match, dom_action action, dom_event event, void *context)
{
    dom_tileset *table = context;
    const dom_options *o = &match->options;
    if (action.kind == DOM_PLAY)
        *table = join(*table, dom_tileset_with(dom_tileset_empty(), action.tile));
    dom_tileset all = join(*table, match->play.stock);
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        all = join(all, match->play.hand[s]);
    cr_assert(dom_tileset_equal(all, dom_tileset_full(o->set_max, o->doubles)), "a tile is lost");
}

Test(rules_round, every_tile_is_always_in_one_hand_or_the_stock_or_on_the_table)
{
    dom_tileset table;
    look(1000, (watcher){.context = &table, .dealt = start_table, .acted = keep_tiles});
}

/* A draw takes the first tile of the seat's own order that is still there. */
static void draw_in_own_order(const dom_match *match, dom_action action, dom_event event,
                              void *context)
{
    dom_tileset *stock = context;
    const dom_tile *order = match->deal.stock[event.seat < 0 ? 0 : event.seat];
    if (action.kind != DOM_DRAW)
        return;
    int i = 0;
    while (!dom_tileset_has(*stock, order[i]))
        i++;
    cr_assert(eq(int, event.tile, order[i]));
    cr_assert(eq(int, event.count, 1));
    *stock = dom_tileset_without(*stock, event.tile);
    cr_assert(dom_tileset_equal(*stock, match->play.stock));
    cr_assert(dom_tileset_has(match->play.hand[event.seat], event.tile));
}

static void fill_stock(const dom_match *match, void *context)
{
    *(dom_tileset *)context = match->play.stock;
}

Test(rules_round, each_seat_draws_from_its_own_order_and_skips_removed_tiles)
{
    dom_tileset stock;
    look(2000, (watcher){.context = &stock, .dealt = fill_stock, .acted = draw_in_own_order});
}

/* ---- derived fields -------------------------------------------------------- */

static void expect_derived(const dom_round *round)
{
    dom_round again = *round;
    memset(again.open, 0x55, sizeof again.open);
    again.fits = dom_tileset_full(DOM_PIP_MAX, true);
    again.drawable = DOM_TILES_MAX;
    dom_round_derive(&again);
    cr_assert(eq(int, round->drawable, again.drawable));
    cr_assert(dom_tileset_equal(round->fits, again.fits));
    cr_assert(eq(int, memcmp(round->open, again.open, round->end_count), 0));
}

static void derived_after_deal(const dom_match *match, void *context)
{
    (void)context;
    expect_derived(&match->play);
}

static void derived_after_action(const dom_match *match, dom_action action, dom_event event,
                                 void *context)
{
    (void)action;
    (void)event;
    derived_after_deal(match, context);
}

Test(rules_round, derived_fields_always_agree_with_the_others)
{
    look(2500, (watcher){.dealt = derived_after_deal, .acted = derived_after_action});
}

/* ---- the legal list -------------------------------------------------------- */

static bool opens(const dom_round *r, int end, dom_tile tile)
{
    int value = r->ends[end];
    for (int before = 0; before < end; before++)
        if (r->ends[before] == value)
            return false;
    return value != DOM_ARM_CLOSED && (dom_tile_high(tile) == value || dom_tile_low(tile) == value);
}

static int drawable(const dom_round *r)
{
    int stock = dom_tileset_count(r->stock);
    if (r->options->draw_mode == DOM_DRAW_NONE || stock <= r->options->reserve)
        return 0;
    return stock - r->options->reserve;
}

static bool can_draw(const dom_round *r)
{
    int limit = r->options->draw_limit;
    return drawable(r) > 0 && (limit == 0 || r->drawn < limit);
}

/* Placements of `tile` by the book. */
static int list_tile(const dom_round *r, dom_tile tile, dom_action list[], int count)
{
    if (r->end_count == 0 && (r->lead_tile == DOM_NO_TILE || r->lead_tile == tile))
        list[count++] = (dom_action){DOM_PLAY, tile, 0, 0};
    for (uint8_t end = 0; end < r->end_count; end++) {
        if (!opens(r, end, tile))
            continue;
        list[count++] = (dom_action){DOM_PLAY, tile, end, 0};
        if (r->options->facedown && dom_tile_is_double(tile))
            list[count++] = (dom_action){DOM_PLAY, tile, end, 1};
    }
    return count;
}

static int list_by_the_book(const dom_round *r, dom_action list[])
{
    int count = 0;
    if (r->opening) {
        list[0] = (dom_action){.kind = DOM_DRAW};
        return 1;
    }
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
        if (dom_tileset_has(r->hand[r->turn], t))
            count = list_tile(r, t, list, count);
    bool forced_lead = r->end_count == 0 && r->lead_tile != DOM_NO_TILE;
    if (count == 0)
        list[count++] = (dom_action){.kind = can_draw(r) ? DOM_DRAW : DOM_PASS};
    else if (r->options->draw_mode == DOM_DRAW_OPTIONAL && can_draw(r) && !forced_lead)
        list[count++] = (dom_action){.kind = DOM_DRAW};
    return count;
}

static void compare_list(const dom_match *match, void *context)
{
    dom_action legal[DOM_ACTIONS_MAX];
    dom_action wanted[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal);
    cr_assert(eq(int, count, list_by_the_book(&match->play, wanted)));
    for (int i = 0; i < count; i++)
        cr_assert(eq(int, memcmp(&legal[i], &wanted[i], sizeof *legal), 0), "action %d", i);
}

Test(rules_round, the_legal_actions_are_those_of_the_reference_in_its_order)
{
    look(3000, (watcher){.to_act = compare_list});
}

/* Plays by tile, end, face, then the draw: a number that must grow. */
static int rank_of(dom_action a)
{
    return a.kind == DOM_PLAY ? (a.tile * DOM_ENDS_MAX + a.end) * 2 + a.down : 1000000;
}

static void compare_neighbours(const dom_match *match, void *context)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal);
    for (int i = 1; i < count; i++)
        cr_assert(lt(int, rank_of(legal[i - 1]), rank_of(legal[i])), "twice, or out of order");
}

Test(rules_round, the_legal_actions_are_sorted_and_unique)
{
    look(4000, (watcher){.to_act = compare_neighbours});
}

static void pass_alone(const dom_match *match, void *context)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal);
    for (int i = 0; i < count; i++)
        if (legal[i].kind == DOM_PASS)
            cr_assert(eq(int, count, 1), "a pass is never a choice");
}

Test(rules_round, a_pass_is_never_a_choice)
{
    look(5000, (watcher){.to_act = pass_alone});
}

/* ---- the list in other shapes ---------------------------------------------- */

static void compare_sets(const dom_match *match, void *context)
{
    int *plays = context;
    const dom_round *r = &match->play;
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(r, legal), listed = 0, found = 0;
    for (int i = 0; i < count; i++)
        listed += legal[i].kind == DOM_PLAY;
    for (int end = 0; end < r->options->arms && !r->opening; end++)
        for (int down = 0; down < 2; down++)
            found += dom_tileset_count(dom_round_plays(r, end, down));
    cr_assert(eq(int, found, listed));
    for (int i = 0; i < count; i++)
        if (legal[i].kind == DOM_PLAY)
            cr_assert(
                dom_tileset_has(dom_round_plays(r, legal[i].end, legal[i].down), legal[i].tile));
    *plays += listed;
}

Test(rules_round, the_listed_plays_equal_the_sets_of_playable_tiles)
{
    int plays = 0;
    look(8000, (watcher){.context = &plays, .to_act = compare_sets});
    cr_assert(ge(int, plays, 10001));
}

/* Forced is what is alone in the list, and then the same as applying it. */
static void force(const dom_match *match, void *context)
{
    int *forced = context;
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event made = {.tile = 77}, applied = made;
    dom_round mine, other;
    memcpy(&mine, &match->play, sizeof mine);
    memcpy(&other, &match->play, sizeof other);
    bool is_alone = dom_round_legal(&other, legal) == 1;
    if (is_alone)
        cr_assert(eq(int, dom_round_apply(&other, legal[0], &applied), DOM_OK));
    cr_assert(eq(int, dom_round_force(&mine, &made), is_alone));
    cr_assert(eq(int, memcmp(&mine, &other, sizeof mine), 0));
    cr_assert(eq(int, memcmp(&made, &applied, sizeof made), 0));
    forced[is_alone]++;
}

Test(rules_round, force_makes_the_only_action_and_nothing_if_there_is_a_choice)
{
    int forced[2] = {0};
    look(9000, (watcher){.context = forced, .to_act = force, .settled = force});
    cr_assert(ge(int, forced[0], 1001));
    cr_assert(ge(int, forced[1], 1001));
}

/* ---- illegal actions ------------------------------------------------------- */

static bool is_listed(dom_action action, const dom_action legal[], int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&legal[i], &action, sizeof action) == 0)
            return true;
    return false;
}

static void try_unlisted(dom_round *round, dom_action action, const dom_action legal[], int count)
{
    dom_round before;
    dom_event event;
    if (is_listed(action, legal, count))
        return;
    memcpy(&before, round, sizeof before);
    cr_assert(eq(int, dom_round_apply(round, action, &event), DOM_E_ILLEGAL));
    cr_assert(eq(int, memcmp(&before, round, sizeof before), 0), "an illegal action left a trace");
}

/* Everything a wire could carry, numbers outside of every range included. */
static void try_everything(dom_round *round)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    for (int kind = 0; kind < 4; kind++)
        for (int tile = 0; tile <= DOM_TILES_MAX; tile++)
            for (int end = 0; end <= DOM_ENDS_MAX; end++)
                for (int down = 0; down < 3; down++)
                    try_unlisted(
                        round,
                        (dom_action){(uint8_t)kind, (dom_tile)tile, (uint8_t)end, (uint8_t)down},
                        legal, count);
    try_unlisted(round, (dom_action){DOM_PLAY, DOM_NO_TILE, 0, 0}, legal, count);
    try_unlisted(round, (dom_action){255, 255, 255, 255}, legal, count);
}

/* In every twentieth state, for the time it takes. */
static void refuse_unlisted(const dom_match *match, void *context)
{
    int *states = context;
    if (++*states % 20)
        return;
    dom_round round;
    memcpy(&round, &match->play, sizeof round);
    try_everything(&round);
}

static void refuse_all(const dom_match *match, void *context)
{
    dom_round round;
    memcpy(&round, &match->play, sizeof round);
    cr_assert(eq(int, dom_match_legal(match, (dom_action[DOM_ACTIONS_MAX]){0}), 0));
    if (match->round == 1)
        try_everything(&round);
}

Test(rules_round, an_action_that_is_not_legal_is_refused_and_changes_nothing)
{
    int states = 0;
    watcher w = {.context = &states, .to_act = refuse_unlisted, .settled = refuse_all};
    play_matches(120, 6000, &w);
    cr_assert(ge(int, states, 1001));
}

/* ---- the end of a round ---------------------------------------------------- */

static bool fits(const dom_round *r, dom_tileset tiles)
{
    for (int end = 0; end < r->end_count; end++)
        for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
            if (dom_tileset_has(tiles, t) && opens(r, end, t))
                return true;
    return false;
}

static bool somebody_fits(const dom_round *r)
{
    for (int s = 0; s < r->options->players; s++)
        if (fits(r, r->hand[s]))
            return true;
    return false;
}

/* How the round should stand after `action` of `seat`, by the pseudo-code. */
static dom_end end_by_the_book(const dom_round *r, dom_action action, int seat)
{
    const dom_options *o = r->options;
    bool mover_rule = o->end_rule == DOM_RULE_MOVER_STUCK;
    if (r->opening || r->end_count == 0)
        return DOM_END_NONE;
    if (action.kind == DOM_PLAY && dom_tileset_is_empty(r->hand[seat]))
        return DOM_END_DOMINO;
    if (mover_rule)
        return !fits(r, r->hand[r->turn]) && drawable(r) == 0 ? DOM_END_STUCK : DOM_END_NONE;
    if (action.kind == DOM_DRAW)
        return DOM_END_NONE;
    bool dead = !somebody_fits(r) && !fits(r, r->stock);
    if (o->dead_layout == DOM_DEAD_IMMEDIATE && dead)
        return DOM_END_BLOCKED;
    return drawable(r) == 0 && !somebody_fits(r) ? DOM_END_BLOCKED : DOM_END_NONE;
}

typedef struct {
    int ends[4]; /* how many rounds ended in each way                         */
    int last;    /* seat of the last play of this round                       */
} end_book;

static void open_end_book(const dom_match *match, void *context)
{
    ((end_book *)context)->last = DOM_NOBODY;
}

static void compare_end(const dom_match *match, dom_action action, dom_event event, void *context)
{
    end_book *book = context;
    const dom_round *r = &match->play;
    if (action.kind == DOM_PLAY)
        book->last = event.seat;
    dom_end wanted = end_by_the_book(r, action, event.seat);
    cr_assert(eq(int, r->end, wanted));
    cr_assert(eq(int, dom_match_legal(match, (dom_action[DOM_ACTIONS_MAX]){0}) == 0,
                 wanted != DOM_END_NONE),
              "no legal action is left exactly when the round is over");
    cr_assert(eq(int, r->last_player, book->last));
    if (wanted == DOM_END_STUCK)
        cr_assert(eq(int, r->by, r->turn));
    else if (wanted != DOM_END_NONE)
        cr_assert(eq(int, r->by, book->last));
    book->ends[wanted]++;
}

Test(rules_round, a_round_ends_exactly_if_it_ends_in_the_reference)
{
    end_book book = {.last = 0};
    look(7000, (watcher){.context = &book, .dealt = open_end_book, .acted = compare_end});
    cr_assert(ge(int, book.ends[DOM_END_DOMINO], 101));
    cr_assert(ge(int, book.ends[DOM_END_BLOCKED], 101));
    cr_assert(ge(int, book.ends[DOM_END_STUCK], 11));
}

/* ---- turns ----------------------------------------------------------------- */

/* After a play or a pass the next seat in turn order acts, after a draw the same. */
static void compare_turn(const dom_match *match, dom_action action, dom_event event, void *context)
{
    const dom_round *r = &match->play;
    int wanted = action.kind == DOM_DRAW ? event.seat : (event.seat + 1) % match->options.players;
    bool by_lead = *(bool *)context;
    *(bool *)context = r->opening;
    if (r->opening || by_lead || r->end == DOM_END_DOMINO)
        return;
    cr_assert(eq(int, r->turn, wanted));
    if (action.kind != DOM_DRAW)
        cr_assert(eq(int, r->drawn, 0));
}

static void note_opening(const dom_match *match, void *context)
{
    *(bool *)context = match->play.opening;
}

Test(rules_round, the_turn_goes_to_the_next_seat_after_a_play_or_a_pass_only)
{
    bool opening;
    look(8000, (watcher){.context = &opening, .dealt = note_opening, .acted = compare_turn});
}

/* ---- history --------------------------------------------------------------- */

/* What everybody saw, kept by the book. */
typedef struct {
    dom_history history;
    bool fresh; /* the next draw begins a new turn                            */
    bool opening;
} public_book;

static void see(public_book *book, dom_event event)
{
    book->history.event[book->history.count++] = event;
    book->fresh = event.kind != DOM_EVENT_DRAW || book->opening;
}

static void open_public_book(const dom_match *match, void *context)
{
    public_book *book = context;
    book->history.count = 0;
    for (int i = 0; i < match->deal.lot_count; i++)
        see(book, (dom_event){(int8_t)match->deal.lots[i].seat, DOM_EVENT_LOT,
                              match->deal.lots[i].tile, 0, 0, 0});
    if (match->deal.start != DOM_NO_TILE)
        see(book, (dom_event){DOM_NOBODY, DOM_EVENT_START, match->deal.start, 0, 0, 0});
    book->opening = match->play.opening;
    book->fresh = true;
}

static void see_draw(public_book *book, dom_event event)
{
    if (book->fresh)
        see(book, (dom_event){event.seat, DOM_EVENT_DRAW, DOM_NO_TILE, 0, 0, 1});
    else
        book->history.event[book->history.count - 1].count++;
}

static void compare_history(const dom_match *match, dom_action action, dom_event event,
                            void *context)
{
    public_book *book = context;
    if (event.kind == DOM_EVENT_DRAW)
        see_draw(book, event);
    else
        see(book, event);
    book->opening = match->play.opening;
    const dom_history *got = &match->history;
    cr_assert(eq(int, got->count, book->history.count));
    cr_assert(eq(int, memcmp(got->event, book->history.event, got->count * sizeof *got->event), 0));
}

static void show_no_drawn_face(const dom_match *match, void *context)
{
    for (int i = 0; i < match->history.count; i++)
        if (match->history.event[i].kind == DOM_EVENT_DRAW)
            cr_assert(eq(int, match->history.event[i].tile, DOM_NO_TILE));
}

Test(rules_match, the_history_merges_the_draws_of_a_turn_and_hides_the_tiles)
{
    static public_book book;
    look(9000, (watcher){.context = &book,
                         .dealt = open_public_book,
                         .acted = compare_history,
                         .to_act = show_no_drawn_face});
}

/* The event of an action says what was done: face, end and side of the tile. */
static void compare_event(const dom_match *match, dom_action action, dom_event event, void *context)
{
    bool *led = context;
    if (action.kind == DOM_PLAY) {
        bool lead = !*led && match->deal.start == DOM_NO_TILE;
        cr_assert(eq(int, event.kind, lead ? DOM_EVENT_LEAD : DOM_EVENT_PLAY));
        cr_assert(eq(int, event.tile, action.tile));
        cr_assert(eq(int, event.end, action.end));
        cr_assert(eq(int, event.down, action.down));
        *led = true;
    } else {
        cr_assert(eq(int, event.kind, action.kind == DOM_DRAW ? DOM_EVENT_DRAW : DOM_EVENT_PASS));
    }
}

static void not_led(const dom_match *match, void *context)
{
    *(bool *)context = false;
}

Test(rules_round, an_event_describes_its_action)
{
    bool led;
    look(9500, (watcher){.context = &led, .dealt = not_led, .acted = compare_event});
}

/* ---- the rules were all tried ---------------------------------------------- */

typedef struct {
    int seats[DOM_SEATS_MAX + 1], modes[3], arms[5], sets[DOM_PIP_MAX + 1], scores[5];
    int start_tiles, openings, teams, facedown, redeals, mover_stuck, immediate, no_reserve;
} coverage;

static void note(const dom_match *match, void *context)
{
    coverage *c = context;
    const dom_options *o = &match->options;
    c->seats[o->players]++;
    c->modes[o->draw_mode]++;
    c->arms[o->arms]++;
    c->sets[o->set_max]++;
    c->scores[o->score]++;
    c->start_tiles += match->deal.start != DOM_NO_TILE;
    c->openings += match->play.opening;
    c->teams += o->teams;
    c->facedown += o->facedown;
    c->redeals += match->deal.redeals > 0;
    c->mover_stuck += o->end_rule == DOM_RULE_MOVER_STUCK;
    c->immediate += o->dead_layout == DOM_DEAD_IMMEDIATE;
    c->no_reserve += o->reserve == 0;
}

/* A property over random rules is worth what the rules cover. */
Test(rules_round, random_rules_cover_seats_layouts_sets_and_drawing)
{
    static const int others[] = {3, 4, 5, 8, 9, 12};
    coverage c = {.teams = 0};
    look(1000, (watcher){.context = &c, .dealt = note});
    for (int players = 2; players <= DOM_SEATS_MAX; players++)
        cr_assert(ge(int, c.seats[players], 21), "%d players", players);
    for (int mode = 0; mode < 3; mode++)
        cr_assert(ge(int, c.modes[mode], 51), "draw mode %d", mode);
    for (int score = 0; score < 5; score++)
        cr_assert(ge(int, c.scores[score], 21), "score %d", score);
    cr_assert(all(ge(int, c.arms[2], 51), ge(int, c.arms[4], 51)));
    cr_assert(ge(int, c.sets[6], 51));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_assert(ge(int, c.sets[others[i]], 21), "set_max %d", others[i]);
    cr_assert(all(ge(int, c.start_tiles, 51), ge(int, c.openings, 21), ge(int, c.teams, 21)));
    cr_assert(all(ge(int, c.facedown, 21), ge(int, c.redeals, 21), ge(int, c.mover_stuck, 21)));
    cr_assert(all(ge(int, c.immediate, 51), ge(int, c.no_reserve, 51)));
}
