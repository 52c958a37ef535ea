/* A vec as bytes. A game in play is its observation and its world, which are checked when they are
 * read, as in domino_vec_set_state; so bytes that were damaged cannot make a state that the rules
 * do not know. All numbers are little-endian. */
#include "vec.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "domino-vec 1\n";

enum {
    SETTINGS_BYTES = 4096,
    ROW_MOST = DOMINO_FIXED + DOMINO_ENDS_MAX + DOMINO_SEATS_MAX + DOMINO_TILES_MAX +
               DOMINO_EVENTS_MAX * DOMINO_EVENT,
    WORLD_MOST = DOMINO_SEATS_MAX * DOMINO_TILES_MAX
};

/* ---- bytes ------------------------------------------------------------------------------- */

/* A place in bytes that are read or written. Behind their end nothing is written and zeros are
 * read; `size` counts on. */
typedef struct {
    uint8_t *to;
    const uint8_t *from;
    size_t size, room;
} cursor;

static void put(cursor *c, const void *bytes, size_t size)
{
    if (c->size + size <= c->room)
        memcpy(c->to + c->size, bytes, size);
    c->size += size;
}

static void put_number(cursor *c, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++, number >>= 8)
        put(c, &(uint8_t){(uint8_t)number}, 1);
}

static void take(cursor *c, void *bytes, size_t size)
{
    memset(bytes, 0, size);
    if (c->size + size <= c->room)
        memcpy(bytes, c->from + c->size, size);
    c->size += size;
}

static uint64_t take_number(cursor *c, size_t bytes)
{
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; i++) {
        uint8_t byte;
        take(c, &byte, 1);
        number |= (uint64_t)byte << 8 * i;
    }
    return number;
}

static int32_t take_int(cursor *c)
{
    return (int32_t)(uint32_t)take_number(c, 4);
}

/* ---- writing ------------------------------------------------------------------------------ */

/* Writes all options as settings: "players=2 hand=7 ...". */
static void write_settings(const dom_options *options, char out[static SETTINGS_BYTES])
{
    dom_text text = dom_text_of(out, SETTINGS_BYTES);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        dom_text_add(&text, i ? " " : "");
        dom_text_add(&text, option->name);
        dom_text_add(&text, "=");
        dom_option_write(option, dom_option_get(options, option), &text);
    }
    dom_check(!text.cut);
}

static void put_ints(cursor *c, const int32_t numbers[], int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        put_number(c, (uint32_t)numbers[i], 4);
}

static void put_game(cursor *c, const domino_shape *shape, const dom_game *game)
{
    int8_t row[ROW_MOST], world[WORLD_MOST];
    int32_t totals[1 + DOMINO_SEATS_MAX];
    size_t seats = (size_t)shape->seats;
    put_number(c, game->deals.state, 8);
    put_number(c, game->samples.state, 8);
    put_number(c, game->others.state, 8);
    put(c, game->player, seats);
    put(c, game->place, seats);
    put_ints(c, game->rewarded, shape->seats);
    dom_totals_write(&game->match, totals);
    put_ints(c, totals, shape->totals);
    put_number(c, game->match.lead_rule, 1);
    put_number(c, game->match.over, 1);
    if (game->match.over)
        return;
    dom_match_observe(shape, &game->match, row);
    dom_world_write(shape, &game->match.play, world);
    put(c, row, (size_t)shape->columns);
    put(c, world, seats * (size_t)shape->tiles);
}

size_t domino_vec_save(const domino_vec *vec, uint8_t *bytes, size_t room)
{
    char settings[SETTINGS_BYTES];
    cursor c = {.to = bytes, .room = room};
    write_settings(&vec->options, settings);
    put(&c, magic, sizeof magic - 1);
    put_number(&c, strlen(settings), 2);
    put(&c, settings, strlen(settings));
    put_number(&c, (uint32_t)vec->shape.games, 4);
    put_number(&c, vec->auto_reset, 1);
    for (int32_t g = 0; g < vec->shape.games; g++)
        put_game(&c, &vec->shape, &vec->game[g]);
    return c.size;
}

/* ---- reading ------------------------------------------------------------------------------ */

static dom_rc check_range(const char *what, int value, int most, dom_err *err)
{
    if (value >= 0 && value <= most)
        return DOM_OK;
    return dom_err_set(err, DOM_E_MALFORMED, "%s: %d is not allowed; allowed: 0..%d", what, value,
                       most);
}

static dom_rc take_seats(cursor *c, dom_game *game, int32_t seats, dom_err *err)
{
    dom_rc rc = DOM_OK;
    take(c, game->player, (size_t)seats);
    take(c, game->place, (size_t)seats);
    for (int32_t s = 0; s < seats && rc == DOM_OK; s++) {
        rc = check_range("player", game->player[s], DOMINO_GREEDY, err);
        if (rc == DOM_OK)
            rc = check_range("place", game->place[s], seats, err);
    }
    return rc;
}

/* Ends the match of a game that was saved after its end. */
static void put_end(dom_game *game, const domino_vec *vec, const int32_t *totals, int lead)
{
    dom_match_init(&game->match, &vec->options);
    memset(game->mask, 0, (size_t)vec->shape.actions);
    game->legal_count = 0;
    game->match.over = true;
    game->match.round = (uint16_t)totals[0];
    game->match.lead_rule = (uint8_t)lead;
    memcpy(game->match.score, totals + 1, (size_t)vec->shape.seats * sizeof *totals);
}

static dom_rc take_game(cursor *c, const domino_vec *vec, dom_game *game, dom_err *err)
{
    int8_t row[ROW_MOST], world[WORLD_MOST];
    int32_t totals[1 + DOMINO_SEATS_MAX], rewarded[DOMINO_SEATS_MAX];
    const domino_shape *shape = &vec->shape;
    game->deals.state = take_number(c, 8);
    game->samples.state = take_number(c, 8);
    game->others.state = take_number(c, 8);
    dom_rc rc = take_seats(c, game, shape->seats, err);
    for (int32_t s = 0; s < shape->seats; s++)
        rewarded[s] = take_int(c);
    for (int32_t i = 0; i < shape->totals; i++)
        totals[i] = take_int(c);
    int8_t lead = (int8_t)take_number(c, 1);
    bool over = take_number(c, 1) != 0;
    if (rc == DOM_OK && over) {
        rc = dom_scores_check(totals + 1, shape->seats, err);
        put_end(game, vec, totals, lead);
    } else if (rc == DOM_OK) {
        take(c, row, (size_t)shape->columns);
        take(c, world, (size_t)shape->seats * (size_t)shape->tiles);
        rc = dom_game_set(vec, game, row, totals, lead, world, err);
    }
    if (rc == DOM_OK)
        rc = dom_scores_check(rewarded, shape->seats, err);
    memcpy(game->rewarded, rewarded, (size_t)shape->seats * sizeof *rewarded);
    return rc;
}

static dom_rc take_games(cursor *c, domino_vec *vec, dom_err *err)
{
    dom_err of_game;
    for (int32_t g = 0; g < vec->shape.games; g++) {
        dom_rc rc = take_game(c, vec, &vec->game[g], &of_game);
        if (rc != DOM_OK && c->size <= c->room)
            return dom_err_set(err, rc, "game %d: %.400s", g, of_game.text);
        if (c->size > c->room)
            return dom_err_set(err, DOM_E_MALFORMED, "the bytes end in game %d", g);
    }
    if (c->size < c->room)
        return dom_err_set(err, DOM_E_MALFORMED, "%zu bytes follow the last game",
                           c->room - c->size);
    return DOM_OK;
}

/* Makes a vec with the options and as many games as the bytes say. */
static domino_vec *take_head(cursor *c, dom_err *err)
{
    char head[sizeof magic - 1], settings[SETTINGS_BYTES];
    take(c, head, sizeof head);
    size_t length = take_number(c, 2);
    if (memcmp(head, magic, sizeof head) != 0 || length >= sizeof settings) {
        (void)dom_err_set(err, DOM_E_MALFORMED, "these are no bytes of domino_vec_save");
        return NULL;
    }
    take(c, settings, length);
    settings[length] = '\0';
    int32_t games = take_int(c);
    bool auto_reset = take_number(c, 1) != 0;
    domino_vec *vec = dom_vec_make(settings, games, 0, err);
    if (vec)
        vec->auto_reset = auto_reset;
    return vec;
}

domino_vec *domino_vec_load(const uint8_t *bytes, size_t count, char *why, size_t size)
{
    dom_err err;
    cursor c = {.from = bytes, .room = count};
    domino_vec *vec = take_head(&c, &err);
    if (vec && take_games(&c, vec, &err) == DOM_OK)
        return vec;
    dom_tell(&err, why, size);
    free(vec);
    return NULL;
}
