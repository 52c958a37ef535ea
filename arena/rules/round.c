/* A round: dealing, legal actions, and what each action changes (RULES.md, section 0). */
#include "rules/round.h"

#include <string.h>

const char *dom_end_word(dom_end end)
{
    static const char *const words[] = {"none", "domino", "blocked", "stuck"};
    return words[end];
}

/* DECISION (seat-order): seats are numbered in the order of turns. */
static int next_seat(const dom_round *round)
{
    /* without a branch, which the processor would predict wrongly half of the time */
    int next = round->turn + 1;
    return next * (next < round->options->players);
}

int dom_round_drawable(const dom_round *round)
{
    return round->drawable;
}

static bool may_draw(const dom_round *round)
{
    const dom_options *o = round->options;
    return round->drawable > 0 && (o->draw_limit == 0 || round->drawn < o->draw_limit);
}

static bool any_fits(const dom_round *round, dom_tileset tiles)
{
    return !dom_tileset_is_empty(dom_tileset_common(tiles, round->fits));
}

static dom_tileset all_hands(const dom_round *round)
{
    dom_tileset set = dom_tileset_empty();
    for (int s = 0; s < round->options->players; s++)
        set = dom_tileset_union(set, round->hand[s]);
    return set;
}

/* Returns true if the seat on turn can place nothing. Before the lead it always can. */
static bool is_stuck(const dom_round *round)
{
    return round->end_count > 0 && !any_fits(round, round->hand[round->turn]);
}

/* Recomputes what depends on the open ends. Must be called when `ends` or `end_count` changes.
 * DECISION (equal-ends): of ends with the same value only the first counts. */
static void note_ends(dom_round *round)
{
    unsigned shown = 0; /* one bit per value */
    dom_tileset fits = dom_tileset_empty();
    for (int e = 0; e < round->end_count; e++) {
        int8_t value = round->ends[e];
        round->open[e] = DOM_ARM_CLOSED;
        if (value == DOM_ARM_CLOSED)
            continue;
        round->open[e] = (int8_t)(shown >> value & 1 ? DOM_ARM_CLOSED : value);
        shown |= 1u << value;
        fits = dom_tileset_union(fits, dom_tileset_showing(value));
    }
    round->fits = fits;
}

/* Recomputes what depends on the stock. Must be called when `stock` changes. */
static void note_stock(dom_round *round)
{
    const dom_options *o = round->options;
    int left = dom_tileset_count(round->stock) - o->reserve;
    round->drawable = (uint8_t)(o->draw_mode == DOM_DRAW_NONE || left < 0 ? 0 : left);
}

void dom_round_derive(dom_round *round)
{
    note_ends(round);
    note_stock(round);
}

/* Returns the tiles that the seat on turn may place somewhere, or lead. */
static dom_tileset playable(const dom_round *round)
{
    dom_tileset hand = round->hand[round->turn];
    if (round->end_count > 0)
        return dom_tileset_common(hand, round->fits);
    return round->lead_tile == DOM_NO_TILE
               ? hand
               : dom_tileset_common(hand, dom_tileset_of(round->lead_tile));
}

dom_tileset dom_round_plays(const dom_round *round, int end, bool down)
{
    if (round->end_count == 0)
        return end == 0 && !down ? playable(round) : dom_tileset_empty();
    int value = round->open[end];
    if (value == DOM_ARM_CLOSED || (down && !round->options->facedown))
        return dom_tileset_empty();
    dom_tileset fit = down ? dom_tileset_of(dom_tile_of(value, value)) : dom_tileset_showing(value);
    return dom_tileset_common(round->hand[round->turn], fit);
}

/* Writes the tiles that may be led. Returns how many they are. */
static int list_leads(const dom_round *round, dom_action *actions)
{
    int count = 0;
    dom_tileset tiles = playable(round);
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1))
        actions[count++] = (dom_action){.kind = DOM_PLAY, .tile = t};
    return count;
}

/* Writes the placements and returns how many they are. DECISION (faces): every double but the
 * spinner may be laid face down, also as the last tile. A tile is written for every end and
 * counted only if it fits: a mispredicted branch costs more than a store. The last uncounted one
 * takes the room that DOM_ACTIONS_MAX has for the draw. */
static int list_placements(const dom_round *round, dom_action *actions)
{
    int count = 0;
    dom_tileset tiles = playable(round);
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1)) {
        bool may_close = round->options->facedown && dom_tile_is_double(t);
        for (int e = 0; e < round->end_count; e++) {
            bool here = dom_tile_has(t, round->open[e]);
            actions[count] = (dom_action){.kind = DOM_PLAY, .tile = t, .end = (uint8_t)e};
            count += here;
            if (may_close && here)
                actions[count++] =
                    (dom_action){.kind = DOM_PLAY, .tile = t, .end = (uint8_t)e, .down = 1};
        }
    }
    return count;
}

/* Returns true if the seat on turn may choose to draw. DECISION (draw-before-lead): a leader may
 * draw before the lead like anybody else, except when the tile to lead is forced. */
static bool draw_is_choice(const dom_round *round)
{
    bool lead_forced = round->end_count == 0 && round->lead_tile != DOM_NO_TILE;
    return round->options->draw_mode == DOM_DRAW_OPTIONAL && !lead_forced && may_draw(round);
}

int dom_round_legal(const dom_round *round, dom_action actions[static DOM_ACTIONS_MAX])
{
    if (round->end != DOM_END_NONE)
        return 0;
    if (round->opening) {
        actions[0] = (dom_action){.kind = DOM_DRAW};
        return 1;
    }
    int count =
        round->end_count == 0 ? list_leads(round, actions) : list_placements(round, actions);
    if (count == 0)
        actions[count++] = (dom_action){.kind = may_draw(round) ? DOM_DRAW : DOM_PASS};
    else if (draw_is_choice(round))
        actions[count++] = (dom_action){.kind = DOM_DRAW};
    return count;
}

static bool is_legal_play(const dom_round *round, dom_action action)
{
    int ends = round->end_count > 0 ? round->end_count : 1;
    return !round->opening && action.tile < DOM_TILES_MAX && action.end < ends &&
           action.down <= 1 &&
           dom_tileset_has(dom_round_plays(round, action.end, action.down), action.tile);
}

bool dom_round_is_legal(const dom_round *round, dom_action action)
{
    if (round->end != DOM_END_NONE)
        return false;
    if (action.kind == DOM_PLAY)
        return is_legal_play(round, action);
    if (action.tile || action.end || action.down)
        return false;
    bool has_play = !round->opening && !dom_tileset_is_empty(playable(round));
    if (action.kind == DOM_DRAW)
        return round->opening || (has_play ? draw_is_choice(round) : may_draw(round));
    return action.kind == DOM_PASS && !round->opening && !has_play && !may_draw(round);
}

/* Finds the holder of the highest or lowest double, and that double. If no hand has a double,
 * the highest tile decides by pips, then higher half, then lower seat, and any tile may be led. */
static void find_leader(dom_round *round)
{
    int leader = DOM_NOBODY;
    dom_tile best = DOM_NO_TILE;
    int top = round->options->set_max;
    for (int i = 0; i <= top && leader == DOM_NOBODY; i++) {
        int pip = round->lead_rule == DOM_LEAD_HIGHEST_DOUBLE ? top - i : i;
        best = dom_tile_of(pip, pip);
        for (int s = 0; s < round->options->players && leader == DOM_NOBODY; s++)
            if (dom_tileset_has(round->hand[s], best))
                leader = s;
    }
    if (leader != DOM_NOBODY) {
        bool own = round->options->lead_tile == DOM_LEAD_TILE_OWN_DOUBLE;
        round->lead_tile = own ? best : DOM_NO_TILE;
        round->leader = (int8_t)leader;
        return;
    }
    int best_value = -1;
    for (int s = 0; s < round->options->players; s++) {
        dom_tileset hand = round->hand[s];
        for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
             t = dom_tileset_next(hand, t + 1)) {
            int value = dom_tile_pips(t) * (DOM_PIP_MAX + 1) + dom_tile_high(t);
            if (value > best_value) {
                best_value = value;
                round->leader = (int8_t)s;
            }
        }
    }
}

static void open_layout(dom_round *round, dom_tile tile)
{
    round->end_count = (uint8_t)round->options->arms;
    for (int e = 0; e < round->end_count; e++)
        round->ends[e] = (int8_t)(e == 0 ? dom_tile_high(tile) : dom_tile_low(tile));
    note_ends(round);
}

/* Lays a tile that fits at an end, or closes its arm. */
static void place(dom_round *round, dom_tile tile, int end, bool down)
{
    int8_t *shown = &round->ends[end];
    *shown = (int8_t)(down ? DOM_ARM_CLOSED : dom_tile_other_half(tile, *shown));
    note_ends(round);
}

static void finish(dom_round *round, dom_end end, int by)
{
    round->end = end;
    round->by = (int8_t)by;
}

/* [brettspiel] Ends the round if the seat on turn is stuck and nothing may be drawn, even if
 * another seat could play. DECISION (stuck-first): this is tested before draw_limit. */
static void end_if_mover_stuck(dom_round *round)
{
    if (round->options->end_rule == DOM_RULE_MOVER_STUCK && round->drawable == 0 && is_stuck(round))
        finish(round, DOM_END_STUCK, round->turn);
}

/* Begins play with the leader, who is known or can be found now. */
static void start_play(dom_round *round)
{
    round->opening = false;
    round->drawn = 0;
    if (round->lead_rule == DOM_LEAD_HIGHEST_DOUBLE || round->lead_rule == DOM_LEAD_LOWEST_DOUBLE)
        find_leader(round);
    dom_check(round->leader >= 0);
    round->turn = (uint8_t)round->leader;
    end_if_mover_stuck(round);
}

/* DECISION (end-test): called after a play and after a turn, never in between. DECISION
 * (dead-layout): `immediate` looks at all tiles that were not played. DECISION (blocker): the last
 * seat to play blocked the round. */
static void end_if_blocked(dom_round *round)
{
    if (round->options->end_rule != DOM_RULE_ALL_STUCK || round->end_count == 0)
        return;
    /* the seat on turn is asked first, because it can nearly always play */
    if (any_fits(round, round->hand[round->turn]) || any_fits(round, all_hands(round)))
        return;
    bool is_dead =
        round->options->dead_layout == DOM_DEAD_IMMEDIATE && !any_fits(round, round->stock);
    if (is_dead || round->drawable == 0)
        finish(round, DOM_END_BLOCKED, round->last_player);
}

static void end_turn(dom_round *round)
{
    round->turn = (uint8_t)next_seat(round);
    round->drawn = 0;
    end_if_blocked(round);
    end_if_mover_stuck(round);
}

/* [draw] Vietnam: the opening draws look for 6-6. Returns false if a hand has it or it is the
 * start tile. */
static bool stock_has_double_six(const dom_round *round)
{
    return dom_tileset_has(round->stock, dom_tile_of(6, 6));
}

/* Takes the next tile of the seat's own order that is still in the stock. */
static dom_tile take_from_stock(dom_round *round, int seat)
{
    dom_tile tile;
    do {
        dom_check(round->stock_at[seat] < round->deal->stock_count);
        tile = round->deal->stock[seat][round->stock_at[seat]++];
    } while (!dom_tileset_has(round->stock, tile));
    round->stock = dom_tileset_without(round->stock, tile);
    note_stock(round);
    round->hand[seat] = dom_tileset_with(round->hand[seat], tile);
    return tile;
}

/* [draw] Vietnam: decides after an opening draw whether another follows. DECISION
 * (opening-cycle): a started cycle is completed as far as the stock lasts. */
static void after_opening_draw(dom_round *round)
{
    round->turn = (uint8_t)next_seat(round);
    bool cycle_done = round->turn == 0 || dom_tileset_is_empty(round->stock);
    if (cycle_done && !stock_has_double_six(round))
        start_play(round);
}

/* DECISION (vietnam): opening draws ignore the reserve and cost nothing. */
static void make_draw(dom_round *round, dom_event *event)
{
    int seat = round->turn;
    dom_tile tile = take_from_stock(round, seat);
    *event = (dom_event){.seat = (int8_t)seat, .kind = DOM_EVENT_DRAW, .tile = tile, .count = 1};
    if (round->opening) {
        after_opening_draw(round);
        return;
    }
    round->drawn++;
    round->paid[seat]++;
    end_if_mover_stuck(round);
}

/* Returns true if the tile fits every end. */
static bool fits_all(const dom_round *round, dom_tile tile)
{
    bool fits = true;
    for (int e = 0; e < round->end_count; e++)
        fits &= dom_tile_has(tile, round->ends[e]);
    return fits;
}

static void make_play(dom_round *round, dom_tile tile, int end, bool down, dom_event *event)
{
    int seat = round->turn;
    bool is_lead = round->end_count == 0;
    dom_tileset left = dom_tileset_without(round->hand[seat], tile);
    bool is_out = dom_tileset_is_empty(left);
    *event = (dom_event){.seat = (int8_t)seat,
                         .kind = is_lead ? DOM_EVENT_LEAD : DOM_EVENT_PLAY,
                         .tile = tile,
                         .end = (uint8_t)end,
                         .down = down};
    round->hand[seat] = left;
    round->last_player = (int8_t)seat;
    if (is_out) {
        round->last_double = dom_tile_is_double(tile);
        round->last_fits_all = !is_lead && fits_all(round, tile);
    }
    if (is_lead)
        open_layout(round, tile);
    else
        place(round, tile, end, down);
    if (is_out)
        finish(round, DOM_END_DOMINO, seat);
    else
        end_turn(round);
}

static void make_pass(dom_round *round, dom_event *event)
{
    *event = (dom_event){.seat = (int8_t)round->turn, .kind = DOM_EVENT_PASS};
    end_turn(round);
}

void dom_round_make(dom_round *round, dom_action action, dom_event *event)
{
    switch ((dom_action_kind)action.kind) {
    case DOM_PLAY:
        make_play(round, action.tile, action.end, action.down, event);
        break;
    case DOM_DRAW:
        make_draw(round, event);
        break;
    case DOM_PASS:
        make_pass(round, event);
        break;
    }
}

/* Returns the end on which the tile can be played, if it can be played in one way only; else
 * DOM_NOBODY. A double that may be laid face down can be played in two ways. Before the lead it
 * returns 0. */
static int only_end(const dom_round *round, dom_tile tile)
{
    int ways = 0;
    int end = 0;
    for (int e = 0; e < round->end_count; e++) {
        bool here = dom_tile_has(tile, round->open[e]);
        end = here ? e : end;
        ways += here;
    }
    bool may_close = round->end_count > 0 && round->options->facedown && dom_tile_is_double(tile);
    return ways + may_close > 1 ? DOM_NOBODY : end;
}

static bool force_play(dom_round *round, dom_tileset tiles, dom_event *event)
{
    dom_tile tile = dom_tileset_next(tiles, 0);
    if (!dom_tileset_is_empty(dom_tileset_without(tiles, tile)) || draw_is_choice(round))
        return false;
    int end = only_end(round, tile);
    if (end >= 0)
        make_play(round, tile, end, false, event);
    return end >= 0;
}

/* DECISION (forced-actions): a seat is asked only if it has a choice. */
bool dom_round_force(dom_round *round, dom_event *event)
{
    if (round->end != DOM_END_NONE)
        return false;
    dom_tileset tiles = round->opening ? dom_tileset_empty() : playable(round);
    if (!dom_tileset_is_empty(tiles))
        return force_play(round, tiles, event);
    if (round->opening || may_draw(round))
        make_draw(round, event);
    else
        make_pass(round, event);
    return true;
}

dom_rc dom_round_apply(dom_round *round, dom_action action, dom_event *event)
{
    if (!dom_round_is_legal(round, action))
        return DOM_E_ILLEGAL;
    dom_round_make(round, action, event);
    return DOM_OK;
}

void dom_round_begin(dom_round *round, const dom_options *options, const dom_deal *deal,
                     dom_lead lead_rule, int leader)
{
    *round = (dom_round){.options = options,
                         .deal = deal,
                         .leader = (int8_t)leader,
                         .lead_rule = lead_rule,
                         .lead_tile = DOM_NO_TILE,
                         .last_player = DOM_NOBODY,
                         .by = DOM_NOBODY};
    memcpy(round->hand, deal->hand, sizeof round->hand);
    dom_tileset stock = dom_tileset_empty();
    for (int i = 0; i < deal->stock_count; i++)
        stock = dom_tileset_with(stock, deal->stock[0][i]);
    round->stock = stock;
    note_stock(round);
    if (deal->start != DOM_NO_TILE)
        open_layout(round, deal->start);
    round->opening =
        options->opening_draw == DOM_OPENING_UNTIL_DOUBLE_SIX && stock_has_double_six(round);
    if (!round->opening)
        start_play(round);
}
