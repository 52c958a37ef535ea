/* Free functions without a vec: the layout of a game, numbers of actions, and the way from a view
 * as plain numbers to a row and back. */
#include "vec.h"

#include <string.h>

/* what both sides of the interface have to agree on */
#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours)
SAME(DOMINO_SEATS_MAX, DOM_SEATS_MAX);
SAME(DOMINO_ENDS_MAX, DOM_ENDS_MAX);
SAME(DOMINO_TILES_MAX, DOM_TILES_MAX);
SAME(DOMINO_EVENTS_MAX, DOM_HISTORY_MAX);
SAME(DOMINO_LEAD_ROTATE, DOM_LEAD_ROTATE);
SAME(DOMINO_LEAD_WINNER, DOM_LEAD_WINNER);
SAME(DOMINO_LEAD_SAME, DOM_LEAD_SAME);
SAME(DOMINO_LEAD_SEAT0, DOM_LEAD_SEAT0);
SAME(DOMINO_LEAD_LOTS, DOM_LEAD_LOTS);
SAME(DOMINO_LEAD_HIGH_TILE, DOM_LEAD_HIGH_TILE);
SAME(DOMINO_LEAD_COUNT, DOM_LEAD_COUNT);
SAME(DOMINO_LEAD_DRAWN_DOUBLE, DOM_LEAD_DRAWN_DOUBLE);
SAME(DOMINO_LEAD_HIGHEST_DOUBLE, DOM_LEAD_HIGHEST_DOUBLE);
SAME(DOMINO_LEAD_LOWEST_DOUBLE, DOM_LEAD_LOWEST_DOUBLE);

int32_t domino_shape_of(const char *game, domino_shape *shape, char *why, size_t size)
{
    dom_err err;
    dom_options options;
    if (dom_game_read(&options, game, &err) != DOM_OK) {
        dom_tell(&err, why, size);
        return 0;
    }
    *shape = dom_shape_of(&options, 1);
    return 1;
}

/* ---- actions ------------------------------------------------------------------ */

int32_t domino_number_of(const domino_shape *shape, const domino_action *action)
{
    dom_action rules = {.kind = action->draw ? DOM_DRAW : DOM_PLAY};
    if (action->draw)
        return dom_action_number(shape, &rules);
    bool is_there = 0 <= action->tile && action->tile < shape->tiles && 0 <= action->end &&
                    action->end < shape->ends && 0 <= action->down && action->down < shape->faces;
    if (!is_there)
        return -1;
    rules.tile = (dom_tile)action->tile;
    rules.end = (uint8_t)action->end;
    rules.down = (uint8_t)action->down;
    return dom_action_number(shape, &rules);
}

int32_t domino_action_of(const domino_shape *shape, int32_t number, domino_action *action)
{
    if (number < 0 || number >= shape->actions)
        return 0;
    int32_t place = number / shape->faces;
    *action = (domino_action){.draw = 1};
    if (number < shape->actions - 1)
        *action = (domino_action){
            .tile = place / shape->ends, .end = place % shape->ends, .down = number % shape->faces};
    return 1;
}

/* ---- from plain numbers to a view ------------------------------------------------ */

typedef struct {
    const char *name;
    int32_t value, least, most;
} range;

static dom_rc check_ranges(const range ranges[], size_t count, dom_err *err)
{
    for (size_t i = 0; i < count; i++) {
        const range *r = &ranges[i];
        if (r->value < r->least || r->value > r->most)
            return dom_err_set(err, DOM_E_MALFORMED, "%s: %d is not allowed; allowed: %d..%d",
                               r->name, r->value, r->least, r->most);
    }
    return DOM_OK;
}

static dom_rc check_fields(const domino_shape *shape, const domino_view *view, dom_err *err)
{
    const range ranges[] = {{"seats", view->seats, shape->seats, shape->seats},
                            {"seat", view->seat, 0, shape->seats - 1},
                            {"round", view->round, 1, DOM_ROUNDS_MAX},
                            {"leader", view->leader, DOMINO_NOBODY, shape->seats - 1},
                            {"lead", view->lead, DOMINO_LEAD_UNKNOWN, DOMINO_LEAD_LOWEST_DOUBLE},
                            {"stock", view->stock, 0, shape->tiles},
                            {"drawable", view->drawable, 0, shape->tiles},
                            {"drawn", view->drawn, 0, shape->tiles},
                            {"end_count", view->end_count, 0, shape->ends},
                            {"hand_count", view->hand_count, 0, shape->tiles},
                            {"history_count", view->history_count, 0, DOMINO_EVENTS_MAX}};
    return check_ranges(ranges, sizeof ranges / sizeof *ranges, err);
}

static dom_rc read_lists(dom_view *out, const domino_shape *shape, const domino_view *view,
                         dom_err *err)
{
    dom_rc rc = DOM_OK;
    int pips = dom_tile_high((dom_tile)(shape->tiles - 1));
    for (int s = 0; s < shape->seats && rc == DOM_OK; s++) {
        rc = check_ranges(&(range){"counts", view->counts[s], 0, shape->tiles}, 1, err);
        out->counts[s] = (uint8_t)view->counts[s];
        out->scores[s] = view->scores[s];
    }
    for (int e = 0; e < view->end_count && rc == DOM_OK; e++) {
        rc = check_ranges(&(range){"ends", view->ends[e], DOM_ARM_CLOSED, pips}, 1, err);
        out->ends[e] = (int8_t)view->ends[e];
    }
    out->hand = dom_tileset_empty();
    for (int i = 0; i < view->hand_count && rc == DOM_OK; i++) {
        rc = check_ranges(&(range){"hand", view->hand[i], 0, shape->tiles - 1}, 1, err);
        if (rc == DOM_OK)
            out->hand = dom_tileset_with(out->hand, (dom_tile)view->hand[i]);
    }
    return rc;
}

static dom_rc read_event(dom_event *out, const domino_shape *shape, const int32_t *event,
                         dom_err *err)
{
    const range ranges[DOMINO_EVENT] = {
        {"history, seat", event[0], DOMINO_NOBODY, shape->seats - 1},
        {"history, kind", event[1], DOM_EVENT_LEAD, DOM_EVENT_LOT},
        {"history, tile", event[2], -1, shape->tiles - 1},
        {"history, end", event[3], 0, shape->ends - 1},
        {"history, face", event[4], 0, shape->faces - 1},
        {"history, drawn", event[5], 0, shape->tiles}};
    bool is_nobody = event[0] == DOMINO_NOBODY, is_tile_hidden = event[2] == -1;
    dom_rc rc = check_ranges(ranges, DOMINO_EVENT, err);
    if (rc == DOM_OK && is_nobody != (event[1] == DOM_EVENT_START))
        rc = dom_err_set(err, DOM_E_MALFORMED, "history, seat: only a start tile has no seat");
    if (rc == DOM_OK && is_tile_hidden != (event[1] == DOM_EVENT_DRAW))
        rc = dom_err_set(err, DOM_E_MALFORMED, "history, tile: only a drawn one is hidden");
    *out = (dom_event){.seat = (int8_t)event[0],
                       .kind = (uint8_t)event[1],
                       .tile = (dom_tile)event[2],
                       .end = (uint8_t)event[3],
                       .down = (uint8_t)event[4],
                       .count = (uint8_t)event[5]};
    return rc;
}

/* Reads the history without its lots, which a row has no columns for. */
static dom_rc read_history(dom_view *out, const domino_shape *shape, const domino_view *view,
                           dom_err *err)
{
    dom_rc rc = DOM_OK;
    out->history_count = 0;
    for (int i = 0; i < view->history_count && rc == DOM_OK; i++) {
        dom_event event;
        rc = read_event(&event, shape, view->history[i], err);
        if (rc != DOM_OK || event.kind == DOM_EVENT_LOT)
            continue;
        if (out->history_count == shape->events)
            return dom_err_set(err, DOM_E_MALFORMED, "history: a round has at most %d events",
                               shape->events);
        out->history[out->history_count++] = event;
    }
    return rc;
}

dom_rc dom_view_read(dom_view *out, const domino_shape *shape, const domino_view *view,
                     dom_err *err)
{
    dom_rc rc = check_fields(shape, view, err);
    if (rc == DOM_OK)
        rc = read_lists(out, shape, view, err);
    if (rc == DOM_OK)
        rc = read_history(out, shape, view, err);
    out->seat = (uint8_t)view->seat;
    out->seats = (uint8_t)view->seats;
    out->round = (uint16_t)view->round;
    out->leader = (int8_t)view->leader;
    out->lead_rule = (uint8_t)view->lead;
    out->stock = (uint8_t)view->stock;
    out->drawable = (uint8_t)view->drawable;
    out->drawn = (uint8_t)view->drawn;
    out->end_count = (uint8_t)view->end_count;
    out->legal_count = 0;
    return rc;
}

int32_t domino_row_of(const domino_shape *shape, const domino_view *view, int8_t *row,
                      int32_t *totals, int8_t *lead, char *why, size_t size)
{
    dom_err err;
    dom_view of;
    if (dom_view_read(&of, shape, view, &err) != DOM_OK) {
        dom_tell(&err, why, size);
        return 0;
    }
    if (row)
        dom_row_write(shape, &of, of.history, of.history_count, row);
    if (totals) {
        totals[0] = view->round;
        memcpy(totals + 1, view->scores, (size_t)shape->seats * sizeof *totals);
    }
    if (lead)
        *lead = (int8_t)view->lead;
    return 1;
}

/* ---- from a row to plain numbers ---------------------------------------------------- */

/* Lists the hand. A column with neither 0 nor 1 makes it a tile that does not exist. */
static void list_hand(const domino_shape *shape, const int8_t *row, domino_view *view)
{
    view->hand_count = 0;
    for (int t = 0; t < shape->tiles; t++) {
        int8_t column = row[shape->hand_at + t];
        if (column)
            view->hand[view->hand_count++] = column == 1 ? t : -1;
    }
}

/* Lists the events up to the first that has only -1. Returns true if there is a layout. */
static bool list_history(const domino_shape *shape, const int8_t *row, domino_view *view)
{
    bool is_laid = false;
    view->history_count = 0;
    for (int i = 0; i < shape->events; i++) {
        const int8_t *event = row + shape->history_at + i * DOMINO_EVENT;
        if (event[1] == -1)
            break;
        for (int c = 0; c < DOMINO_EVENT; c++)
            view->history[i][c] = event[c];
        is_laid |= event[1] != DOM_EVENT_DRAW && event[1] != DOM_EVENT_PASS;
        view->history_count++;
    }
    return is_laid;
}

static void plain_of_row(domino_view *view, const domino_shape *shape, const int8_t *row,
                         const int32_t *totals, int8_t lead)
{
    view->seat = row[0];
    view->seats = shape->seats;
    view->round = totals[0];
    view->leader = row[1];
    view->lead = lead;
    view->stock = row[2];
    view->drawable = row[3];
    view->drawn = row[4];
    for (int s = 0; s < shape->seats; s++) {
        view->scores[s] = totals[1 + s];
        view->counts[s] = row[shape->counts_at + s];
    }
    list_hand(shape, row, view);
    view->end_count = list_history(shape, row, view) ? shape->ends : 0;
    for (int e = 0; e < view->end_count; e++)
        view->ends[e] = row[shape->ends_at + e];
}

dom_rc dom_observation_read(dom_view *out, const domino_shape *shape, const int8_t *row,
                            const int32_t *totals, int8_t lead, dom_err *err)
{
    domino_view plain;
    plain_of_row(&plain, shape, row, totals, lead);
    return dom_view_read(out, shape, &plain, err);
}

int32_t domino_view_of(const domino_shape *shape, const int8_t *row, const int32_t *totals,
                       int8_t lead, domino_view *view, char *why, size_t size)
{
    dom_err err;
    dom_view checked;
    plain_of_row(view, shape, row, totals, lead);
    if (dom_view_read(&checked, shape, view, &err) == DOM_OK)
        return 1;
    dom_tell(&err, why, size);
    return 0;
}
