/* One match for tree search: chance is played from outside, and every move can be undone.
 *
 * A deal is made tile by tile, and the order of the stock is decided when a tile is drawn. So no
 * moment of chance has more outcomes than there are tiles, and every deal is reached once. */
#include "vec.h"

#include "base/vec.h"
#include "library/state.h"

#include <stdlib.h>
#include <string.h>

/* What is decided next. */
typedef enum { LEADER, START_TILE, DEALT_TILE, DRAWN_TILE, CHOICE, OVER } phase;

/* A moment of a match. */
typedef struct {
    phase phase;
    int pack_at; /* while dealing: the place in the pack of the tile that is dealt next */
} moment;

/* The match has to be the last field but the undo stack, which keeps everything from `now` on. */
struct domino_state {
    domino_shape shape;
    dom_search_pack pack;
    moment now;
    dom_match match;
    uint8_t *past; /* moments and matches, each with its size behind it; the oldest first */
    size_t past_size, past_room;
};

/* ---- undoing --------------------------------------------------------------------------- */

/* Returns how many bytes of a state a move may change: up to the last event of its history. */
static size_t changing_bytes(const domino_state *state)
{
    size_t before = offsetof(domino_state, match) - offsetof(domino_state, now);
    return before + offsetof(dom_match, history.event) +
           state->match.history.count * sizeof(dom_event);
}

static bool remember(domino_state *state)
{
    size_t size = changing_bytes(state);
    if (!dom_vec_reserve(state->past, state->past_size, state->past_room, size + sizeof size))
        return false;
    memcpy(state->past + state->past_size, (const char *)state + offsetof(domino_state, now), size);
    memcpy(state->past + state->past_size + size, &size, sizeof size);
    state->past_size += size + sizeof size;
    return true;
}

/* The match points into itself; after a copy it would point into the other one. */
static void point_into_itself(dom_match *match)
{
    match->play.options = &match->options;
    match->play.deal = &match->deal;
}

int32_t domino_state_undo(domino_state *state)
{
    size_t size;
    if (state->past_size == 0)
        return 0;
    state->past_size -= sizeof size;
    memcpy(&size, state->past + state->past_size, sizeof size);
    state->past_size -= size;
    memcpy((char *)state + offsetof(domino_state, now), state->past + state->past_size, size);
    point_into_itself(&state->match);
    return 1;
}

/* ---- what is decided next ------------------------------------------------------------------ */

/* Returns the next tile of the pack that is dealt, or DOM_NO_TILE. The start tile is not. */
static dom_tile tile_to_deal(domino_state *state)
{
    while (state->now.pack_at < state->pack.count) {
        dom_tile tile = state->pack.tile[state->now.pack_at];
        if (tile != state->match.deal.start)
            return tile;
        state->now.pack_at++;
    }
    return DOM_NO_TILE;
}

/* Returns how many tiles a place still gets: a seat, or the stock as the place after the seats. */
static int room_of(const domino_state *state, int place)
{
    const dom_options *o = &state->match.options;
    const dom_deal *deal = &state->match.deal;
    int dealt = state->pack.count - (state->pack.start_count > 0);
    if (place == o->players)
        return dealt - o->players * o->hand - deal->stock_count;
    return o->hand - dom_tileset_count(deal->hand[place]);
}

static int list_places(const domino_state *state, int32_t *numbers, double *chance)
{
    int count = 0, left = 0;
    for (int place = 0; place <= state->match.options.players; place++) {
        int room = room_of(state, place);
        if (room == 0)
            continue;
        left += room;
        chance[count] = room;
        numbers[count++] = place;
    }
    for (int i = 0; i < count; i++)
        chance[i] /= left;
    return count;
}

static int all_equal(double *chance, int count)
{
    for (int i = 0; i < count; i++)
        chance[i] = 1.0 / count;
    return count;
}

static int list_leaders(const domino_state *state, int32_t *numbers, double *chance)
{
    int count = 0;
    unsigned seats = dom_match_lead(&state->match).seats;
    for (int seat = 0; seat < state->match.options.players; seat++)
        if (seats >> seat & 1)
            numbers[count++] = seat;
    return all_equal(chance, count);
}

static int list_start_tiles(const domino_state *state, int32_t *numbers, double *chance)
{
    for (int i = 0; i < state->pack.start_count; i++)
        numbers[i] = state->pack.start[i];
    return all_equal(chance, state->pack.start_count);
}

static int list_draws(const domino_state *state, int32_t *numbers, double *chance)
{
    int count = 0;
    dom_tileset stock = state->match.play.stock;
    for (dom_tile t = dom_tileset_next(stock, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(stock, t + 1))
        numbers[count++] = t;
    return all_equal(chance, count);
}

static int list_choices(const domino_state *state, int32_t *numbers)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(&state->match, legal);
    for (int i = 0; i < count; i++)
        numbers[i] = dom_action_number(&state->shape, &legal[i]);
    return count;
}

int32_t domino_state_moves(const domino_state *state, int32_t *numbers, double *chance)
{
    double unwanted[DOM_TILES_MAX];
    double *to = chance ? chance : unwanted;
    switch (state->now.phase) {
    case LEADER:
        return list_leaders(state, numbers, to);
    case START_TILE:
        return list_start_tiles(state, numbers, to);
    case DEALT_TILE:
        return list_places(state, numbers, to);
    case DRAWN_TILE:
        return list_draws(state, numbers, to);
    case CHOICE:
        return list_choices(state, numbers);
    case OVER:
        break;
    }
    return 0;
}

/* ---- playing on ---------------------------------------------------------------------------- */

/* Begins a deal. */
static phase clear_table(domino_state *state)
{
    dom_deal *deal = &state->match.deal;
    memset(deal, 0, sizeof *deal);
    deal->start = DOM_NO_TILE;
    deal->leader = DOM_NOBODY;
    state->now.pack_at = 0;
    return LEADER;
}

static void place_tile(domino_state *state, dom_tile tile, int place)
{
    dom_deal *deal = &state->match.deal;
    state->now.pack_at++;
    if (place < state->match.options.players) {
        deal->hand[place] = dom_tileset_with(deal->hand[place], tile);
        return;
    }
    for (int seat = 0; seat < state->match.options.players; seat++)
        deal->stock[seat][deal->stock_count] = tile;
    deal->stock_count++;
}

/* Makes `tile` the one that the seat on turn draws next, and draws it. */
static void draw(domino_state *state, dom_tile tile)
{
    dom_match *match = &state->match;
    dom_tile *order = match->deal.stock[match->play.turn];
    dom_tile *next = order + match->play.stock_at[match->play.turn];
    while (!dom_tileset_has(match->play.stock, *next))
        next++;
    dom_tile *found = memchr(next, tile, (size_t)(order + match->deal.stock_count - next));
    *found = *next;
    *next = tile;
    dom_match_make(match, (dom_action){.kind = DOM_DRAW});
}

/* Plays what needs no decision while a round is played. Returns what is decided next. */
static phase play_on(domino_state *state)
{
    dom_match *match = &state->match;
    dom_action legal[DOM_ACTIONS_MAX];
    while (match->play.end == DOM_END_NONE) {
        if (dom_match_legal(match, legal) > 1)
            return CHOICE;
        if (legal[0].kind == DOM_DRAW)
            return DRAWN_TILE;
        (void)dom_match_force(match);
    }
    dom_match_settle(match);
    return match->over ? OVER : clear_table(state);
}

/* Returns what follows a deal that is complete. */
static phase begin_round(domino_state *state)
{
    dom_match *match = &state->match;
    if (dom_lead_wants_redeal(&match->options, dom_match_lead(match).rule, &match->deal))
        return clear_table(state);
    dom_match_deal(match, &match->deal);
    return play_on(state);
}

static phase choose(domino_state *state, int32_t number)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int i = dom_match_legal(&state->match, legal);
    while (dom_action_number(&state->shape, &legal[--i]) != number)
        ;
    if (legal[i].kind == DOM_DRAW)
        return DRAWN_TILE;
    dom_match_make(&state->match, legal[i]);
    return play_on(state);
}

/* Makes a move, which is one of those that domino_state_moves lists. Returns the next phase. */
static phase make(domino_state *state, int32_t number)
{
    switch (state->now.phase) {
    case LEADER:
        state->match.deal.leader = (int8_t)number;
        return START_TILE;
    case START_TILE:
        state->match.deal.start = (dom_tile)number;
        return DEALT_TILE;
    case DEALT_TILE:
        place_tile(state, tile_to_deal(state), number);
        return DEALT_TILE;
    case DRAWN_TILE:
        draw(state, (dom_tile)number);
        return play_on(state);
    case CHOICE:
        return choose(state, number);
    case OVER:
        break;
    }
    return OVER;
}

/* Returns the phase after one in which there is nothing to decide. */
static phase skip(domino_state *state)
{
    if (state->now.phase == LEADER)
        return START_TILE;
    return state->now.phase == START_TILE ? DEALT_TILE : begin_round(state);
}

/* Makes all moves without an alternative. */
static void settle(domino_state *state)
{
    int32_t numbers[DOM_ACTIONS_MAX];
    while (state->now.phase != OVER) {
        int count = domino_state_moves(state, numbers, NULL);
        if (count > 1)
            return;
        state->now.phase = count == 1 ? make(state, numbers[0]) : skip(state);
    }
}

int32_t domino_state_apply(domino_state *state, int32_t number, char *why, size_t size)
{
    dom_err err;
    int32_t numbers[DOM_ACTIONS_MAX];
    int count = domino_state_moves(state, numbers, NULL), at = 0;
    while (at < count && numbers[at] != number)
        at++;
    if (at == count)
        (void)dom_err_set(&err, DOM_E_ILLEGAL, "move %d is not one of the %d that are possible",
                          number, count);
    else if (!remember(state))
        (void)dom_err_no_memory(&err);
    else {
        state->now.phase = make(state, number);
        settle(state);
        return 1;
    }
    dom_tell(&err, why, size);
    return 0;
}

/* ---- making and reading -------------------------------------------------------------------- */

static domino_state *make_state(const dom_options *options)
{
    domino_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->shape = dom_shape_of(options, 1);
    state->pack = dom_search_pack_of(options);
    dom_match_init(&state->match, options);
    return state;
}

domino_state *domino_state_new(const char *game, char *why, size_t size)
{
    dom_err err;
    dom_options options;
    if (dom_game_read(&options, game, &err) != DOM_OK) {
        dom_tell(&err, why, size);
        return NULL;
    }
    domino_state *state = make_state(&options);
    if (state == NULL) {
        (void)dom_err_no_memory(&err);
        dom_tell(&err, why, size);
        return NULL;
    }
    state->now.phase = clear_table(state);
    settle(state);
    return state;
}

domino_state *domino_state_of(const domino_vec *vec, int32_t game)
{
    if (game < 0 || game >= vec->shape.games)
        return NULL;
    domino_state *state = make_state(&vec->options);
    if (state == NULL)
        return NULL;
    dom_match_copy(&state->match, &vec->game[game].match);
    state->now.phase = state->match.over ? OVER : CHOICE;
    return state;
}

domino_state *domino_state_clone(const domino_state *state)
{
    domino_state *clone = make_state(&state->match.options);
    if (clone == NULL)
        return NULL;
    clone->now = state->now;
    dom_match_copy(&clone->match, &state->match);
    if (!dom_vec_reserve(clone->past, 0u, clone->past_room, state->past_size)) {
        free(clone);
        return NULL;
    }
    if (state->past_size > 0)
        memcpy(clone->past, state->past, state->past_size);
    clone->past_size = state->past_size;
    return clone;
}

void domino_state_free(domino_state *state)
{
    if (state)
        free(state->past);
    free(state);
}

const dom_match *dom_state_match(const domino_state *state)
{
    return &state->match;
}

domino_shape domino_state_shape(const domino_state *state)
{
    return state->shape;
}

int32_t domino_state_turn(const domino_state *state)
{
    if (state->now.phase == OVER)
        return DOMINO_NOBODY;
    return state->now.phase == CHOICE ? state->match.play.turn : DOMINO_CHANCE;
}

void domino_state_observe(const domino_state *state, int8_t *row, int32_t *totals, int8_t *lead)
{
    if (totals)
        dom_totals_write(&state->match, totals);
    if (lead)
        *lead = (int8_t)state->match.lead_rule;
    if (row && state->now.phase == CHOICE)
        dom_match_observe(&state->shape, &state->match, row);
    else if (row)
        memset(row, -1, (size_t)state->shape.columns);
}

void domino_state_world(const domino_state *state, int8_t *world)
{
    memset(world, 0, (size_t)state->shape.seats * (size_t)state->shape.tiles);
    if (state->now.phase == CHOICE)
        dom_world_write(&state->shape, &state->match.play, world);
}

void domino_state_result(const domino_state *state, int32_t *points, int8_t *places)
{
    const dom_match *match = &state->match;
    uint8_t place[DOM_SEATS_MAX] = {0};
    if (match->over)
        dom_match_places(&match->options, match->score, DOM_NOBODY, place);
    for (int s = 0; s < state->shape.seats; s++) {
        points[s] =
            match->options.objective == DOM_OBJECTIVE_LOW ? -match->score[s] : match->score[s];
        places[s] = (int8_t)place[s];
    }
}
