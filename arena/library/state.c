/* The whole state of a game: reading it, and setting it from an observation and a world. */
#include "vec.h"

#include "search/position.h"

#include <string.h>

/* A state that has been read and is not in a game yet. */
typedef struct {
    dom_view view;
    dom_round position;
    dom_tileset hand[DOM_SEATS_MAX];
    dom_deal deal;
} state;

/* ---- reading a world ---------------------------------------------------------------- */

static dom_tileset held_by(const domino_shape *shape, const int8_t *of_seat)
{
    dom_tileset hand = dom_tileset_empty();
    for (int t = 0; t < shape->tiles; t++)
        if (of_seat[t] == 1)
            hand = dom_tileset_with(hand, (dom_tile)t);
    return hand;
}

static dom_rc read_hands(state *s, const domino_shape *shape, const int8_t *world, dom_err *err)
{
    dom_tileset left = dom_tileset_union(s->position.stock, s->view.hand);
    for (int seat = 0; seat < shape->seats; seat++) {
        dom_tileset hand = held_by(shape, world + seat * shape->tiles);
        bool is_own = seat == s->view.seat;
        if (is_own && !dom_tileset_equal(hand, s->view.hand))
            return dom_err_set(err, DOM_E_MALFORMED,
                               "world: seat %d holds other tiles than its row shows", seat);
        if (!dom_tileset_is_empty(dom_tileset_minus(hand, left)))
            return dom_err_set(err, DOM_E_MALFORMED,
                               "world: seat %d holds a tile that is in another place, too", seat);
        if (dom_tileset_count(hand) != s->view.counts[seat])
            return dom_err_set(err, DOM_E_MALFORMED, "world: seat %d holds %d tiles and not %d",
                               seat, dom_tileset_count(hand), s->view.counts[seat]);
        left = dom_tileset_minus(left, hand);
        s->hand[seat] = hand;
    }
    s->deal.stock_count = (uint8_t)dom_tileset_count(left);
    return DOM_OK;
}

/* Reads one seat's order of the stock: each place 1, 2, ... once. */
static dom_rc read_order(state *s, const domino_shape *shape, int seat, const int8_t *of_seat,
                         dom_err *err)
{
    dom_tile *order = s->deal.stock[seat];
    int count = s->deal.stock_count, placed = 0;
    memset(order, DOM_NO_TILE, sizeof s->deal.stock[seat]);
    for (int t = 0; t < shape->tiles; t++) {
        int place = -1 - of_seat[t];
        if (of_seat[t] >= 0)
            continue;
        bool is_hidden = dom_tileset_has(s->position.stock, (dom_tile)t);
        for (int other = 0; other < shape->seats; other++)
            is_hidden &= !dom_tileset_has(s->hand[other], (dom_tile)t);
        if (!is_hidden || place >= count || order[place] != DOM_NO_TILE)
            return dom_err_set(err, DOM_E_MALFORMED,
                               "world: tile %d cannot have place %d of %d in the stock of seat %d",
                               t, place + 1, count, seat);
        order[place] = (dom_tile)t;
        placed++;
    }
    if (placed != count)
        return dom_err_set(err, DOM_E_MALFORMED,
                           "world: the stock of seat %d has %d tiles in order and not %d", seat,
                           placed, count);
    return DOM_OK;
}

static dom_rc read_world(state *s, const domino_vec *vec, const int8_t *world, dom_err *err)
{
    const domino_shape *shape = &vec->shape;
    for (int i = 0; i < shape->seats * shape->tiles; i++)
        if (world[i] > 1)
            return dom_err_set(err, DOM_E_MALFORMED, "world: %d is not allowed; allowed: -%d..1",
                               world[i], shape->tiles);
    memset(&s->deal, 0, sizeof s->deal);
    dom_rc rc = read_hands(s, shape, world, err);
    memcpy(s->deal.hand, s->hand, sizeof s->hand);
    if (!dom_options_may_draw(&vec->options))
        return rc;
    for (int seat = 0; seat < shape->seats && rc == DOM_OK; seat++)
        rc = read_order(s, shape, seat, world + seat * shape->tiles, err);
    return rc;
}

/* ---- reading a state ------------------------------------------------------------------ */

/* More points than any match has: 200 rounds, in which all 91 tiles cost 1000 each, are 18 million.
 */
enum { POINTS_MAX = 100000000 };

dom_rc dom_scores_check(const int32_t *score, int32_t seats, dom_err *err)
{
    for (int32_t s = 0; s < seats; s++)
        if (score[s] < -POINTS_MAX || score[s] > POINTS_MAX)
            return dom_err_set(err, DOM_E_MALFORMED, "scores: %d is not allowed; allowed: %d..%d",
                               score[s], -POINTS_MAX, POINTS_MAX);
    return DOM_OK;
}

/* A match with such scores or so many rounds would have ended before. */
static dom_rc check_match(const dom_options *options, const dom_view *view, dom_err *err)
{
    int rounds = options->rounds > 0 ? options->rounds : DOM_ROUNDS_MAX;
    if (view->round > rounds)
        return dom_err_set(err, DOM_E_MALFORMED, "round: %d is not allowed; allowed: 1..%d",
                           view->round, rounds);
    for (int s = 0; s < options->players; s++)
        if (options->target > 0 && view->scores[s] >= options->target)
            return dom_err_set(err, DOM_E_MALFORMED, "scores: with %d points the match is over",
                               view->scores[s]);
    return dom_scores_check(view->scores, options->players, err);
}

static dom_rc read_state(state *s, const domino_vec *vec, const int8_t *row, const int32_t *totals,
                         int8_t lead, const int8_t *world, dom_err *err)
{
    memset(s->hand, 0, sizeof s->hand);
    dom_rc rc = dom_observation_read(&s->view, &vec->shape, row, totals, lead, err);
    if (rc == DOM_OK)
        rc = check_match(&vec->options, &s->view, err);
    if (rc == DOM_OK)
        rc = dom_search_position_of(&s->position, &s->view, &vec->options, err);
    return rc == DOM_OK ? read_world(s, vec, world, err) : rc;
}

/* ---- setting it ------------------------------------------------------------------------ */

static void put_state(const domino_vec *vec, dom_game *game, const state *s)
{
    dom_match *match = &game->match;
    dom_match_init(match, &vec->options);
    match->round = s->view.round;
    memcpy(match->score, s->view.scores, (size_t)vec->shape.seats * sizeof *match->score);
    memcpy(game->rewarded, match->score, sizeof game->rewarded);
    match->lead_rule = s->view.lead_rule;
    match->leader = s->view.leader;
    match->deal = s->deal;
    match->history.count = s->view.history_count;
    memcpy(match->history.event, s->view.history, s->view.history_count * sizeof(dom_event));
    dom_search_place(&match->play, &s->position, s->hand, &match->deal);
    match->play.options = &match->options;
    memset(game->mask, 0, (size_t)vec->shape.actions);
    dom_game_advance(vec, game);
}

dom_rc dom_game_set(const domino_vec *vec, dom_game *game, const int8_t *row, const int32_t *totals,
                    int8_t lead, const int8_t *world, dom_err *err)
{
    state s;
    dom_rc rc = read_state(&s, vec, row, totals, lead, world, err);
    if (rc == DOM_OK)
        put_state(vec, game, &s);
    return rc;
}

int32_t domino_vec_set_state(domino_vec *vec, const uint8_t *which, const int8_t *rows,
                             const int32_t *totals, const int8_t *leads, const int8_t *worlds,
                             char *why, size_t size)
{
    state s;
    dom_err err, of_game;
    const domino_shape *shape = &vec->shape;
    for (int is_checked = 0; is_checked <= 1; is_checked++) /* first all are looked at */
        for (int32_t g = 0; g < shape->games; g++) {
            if (which && !which[g])
                continue;
            dom_rc rc = read_state(
                &s, vec, rows + (size_t)g * (size_t)shape->columns, totals + g * shape->totals,
                leads[g], worlds + (size_t)g * (size_t)shape->seats * (size_t)shape->tiles, &err);
            if (rc != DOM_OK) {
                (void)dom_err_set(&of_game, rc, "game %d: %.400s", g, err.text);
                dom_tell(&of_game, why, size);
                return g;
            }
            if (is_checked)
                put_state(vec, &vec->game[g], &s);
        }
    return -1;
}

/* ---- writing a world --------------------------------------------------------------------- */

void dom_world_write(const domino_shape *shape, const dom_round *round, int8_t *world)
{
    bool is_ordered = dom_options_may_draw(round->options);
    for (int s = 0; s < shape->seats; s++, world += shape->tiles) {
        int place = 0;
        for (int t = 0; t < shape->tiles; t++)
            world[t] = (int8_t)dom_tileset_has(round->hand[s], (dom_tile)t);
        for (int i = round->stock_at[s]; is_ordered && i < round->deal->stock_count; i++)
            if (dom_tileset_has(round->stock, round->deal->stock[s][i]))
                world[round->deal->stock[s][i]] = (int8_t)--place;
    }
}

void domino_vec_worlds(const domino_vec *vec, int8_t *worlds)
{
    const domino_shape *shape = &vec->shape;
    size_t bytes = (size_t)shape->seats * (size_t)shape->tiles;
    for (int32_t g = 0; g < shape->games; g++, worlds += bytes) {
        memset(worlds, 0, bytes);
        if (!vec->game[g].match.over)
            dom_world_write(shape, &vec->game[g].match.play, worlds);
    }
}
