/* Tiles, events and actions as arrays of integers and words, in both directions. */
#include "shape.h"

#include "protocol/message.h"

#include <string.h>

/* --- tiles ----------------------------------------------------------------- */

static void write_halves(dom_writer *out, dom_tile tile)
{
    dom_write_integer(out, dom_tile_high(tile));
    dom_write_integer(out, dom_tile_low(tile));
}

/* Returns the tile with these two halves, the larger one first; DOM_NO_TILE if it is not a tile. */
static dom_tile read_halves(const dom_value halves[static 2])
{
    const dom_value *high = &halves[0], *low = &halves[1];
    if (!dom_value_within(high, 0, DOM_PIP_MAX) || !dom_value_within(low, 0, high->integer))
        return DOM_NO_TILE;
    return dom_tile_of((int)high->integer, (int)low->integer);
}

static void write_tiles(dom_writer *out, dom_tileset set)
{
    dom_write_array(out, (size_t)dom_tileset_count(set));
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(set, t + 1)) {
        dom_write_array(out, 2);
        write_halves(out, t);
        dom_write_array_end(out);
    }
    dom_write_array_end(out);
}

/* Reads tiles in strictly rising order. in->index is not changed, because in `round` it is the
 * number of the hand. */
static dom_rc read_tiles(const dom_reader *in, const dom_value *value, dom_tileset *set)
{
    dom_rc rc = dom_reader_array(in, value, 0, DOM_TILES_MAX);
    int last = -1;
    *set = dom_tileset_empty();
    for (uint32_t i = 0; rc == DOM_OK && i < value->count; i++) {
        const dom_value *pair = &value->items[i];
        bool is_pair = pair->kind == DOM_VALUE_ARRAY && pair->count == 2;
        dom_tile tile = is_pair ? read_halves(pair->items) : DOM_NO_TILE;
        if (tile == DOM_NO_TILE)
            return dom_reader_fail(in, "expected tiles [high, low]");
        if (tile <= last)
            return dom_reader_fail(in, "tiles are not in tile order");
        *set = dom_tileset_with(*set, tile);
        last = tile;
    }
    return rc;
}

static void hand_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_tileset set;
    memcpy(&set, (const char *)body + field->offset, sizeof set);
    write_tiles(out, set);
}

static dom_rc hand_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    dom_tileset set;
    dom_rc rc = read_tiles(in, value, &set);
    memcpy((char *)body + field->offset, &set, sizeof set);
    return rc;
}

static void hands_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    const char *at = (const char *)body + field->offset;
    dom_write_array(out, (size_t)seats);
    for (int s = 0; s < seats; s++) {
        dom_tileset set;
        memcpy(&set, at + sizeof set * (size_t)s, sizeof set);
        write_tiles(out, set);
    }
    dom_write_array_end(out);
}

static dom_rc hands_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    if (value->kind != DOM_VALUE_ARRAY)
        return dom_reader_fail(in, "expected an array");
    dom_rc rc = dom_reader_seats(in, value->count);
    for (int s = 0; rc == DOM_OK && s < in->seats; s++) {
        dom_tileset set;
        in->index = s;
        rc = read_tiles(in, &value->items[s], &set);
        memcpy((char *)body + field->offset + sizeof set * (size_t)s, &set, sizeof set);
    }
    return rc;
}

/* DOM_LEAD_NEXT is not among the words: no round is led by it. */
static void lead_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const char *word = dom_lead_word((dom_lead)((const dom_msg_ask *)body)->view.lead_rule);
    dom_write_text(out, word, strlen(word));
}

static dom_rc lead_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    (void)field;
    for (dom_lead lead = DOM_LEAD_ROTATE; lead <= DOM_LEAD_LOWEST_DOUBLE; lead++)
        if (dom_value_is(value, dom_lead_word(lead))) {
            ((dom_msg_ask *)body)->view.lead_rule = (uint8_t)lead;
            return DOM_OK;
        }
    return dom_reader_fail(in, "expected a word of the lead options");
}

static void ends_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_view *view = &((const dom_msg_ask *)body)->view;
    dom_write_array(out, view->end_count);
    for (int e = 0; e < view->end_count; e++)
        dom_write_integer(out, view->ends[e]);
    dom_write_array_end(out);
}

static dom_rc ends_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    dom_rc rc = dom_reader_array(in, value, 0, DOM_ENDS_MAX);
    view->end_count = (uint8_t)value->count;
    for (int e = 0; rc == DOM_OK && e < view->end_count; e++) {
        in->index = e;
        rc = dom_reader_integer(in, &value->items[e], DOM_ARM_CLOSED, DOM_PIP_MAX);
        view->ends[e] = (int8_t)value->items[e].integer;
    }
    return rc;
}

/* --- history --------------------------------------------------------------- */

typedef enum { TAIL_NOTHING, TAIL_END, TAIL_COUNT } event_tail;

/* The form of one kind of event. An event is [seat, word], followed by its tile if it has one, its
 * tail if it has one, and "down" for a play face down. The tail is an end or a count.
 * Example: [0, "play", 6, 4, 1, "down"]. */
typedef struct {
    dom_word word;
    bool tile;
    event_tail tail;
    int8_t seat_min, seat_max;
} event_shape;

/* clang-format off */
static const event_shape events[] = {
    [DOM_EVENT_LEAD]  = {DOM_WORD("lead"), true,  TAIL_END,     0, DOM_SEATS_MAX - 1},
    [DOM_EVENT_PLAY]  = {DOM_WORD("play"), true,  TAIL_END,     0, DOM_SEATS_MAX - 1},
    [DOM_EVENT_DRAW]  = {DOM_WORD("draw"), false, TAIL_COUNT,   0, DOM_SEATS_MAX - 1},
    [DOM_EVENT_PASS]  = {DOM_WORD("pass"), false, TAIL_NOTHING, 0, DOM_SEATS_MAX - 1},
    [DOM_EVENT_START] = {DOM_WORD("start"), true,  TAIL_NOTHING, DOM_NOBODY, DOM_NOBODY},
    [DOM_EVENT_LOT]   = {DOM_WORD("lot"), true,  TAIL_NOTHING, 0, DOM_SEATS_MAX - 1},
};
/* clang-format on */
enum { EVENT_KINDS = sizeof events / sizeof *events };

static const dom_word down_word = DOM_WORD("down"); /* of a play face down */

static bool says(const dom_value *value, const dom_word *word)
{
    return dom_value_says(value, word->text, word->bytes);
}

/* Returns the number of entries of such an event, without "down". */
static uint32_t entries_of(const event_shape *shape)
{
    return 2u + (shape->tile ? 2u : 0u) + (shape->tail != TAIL_NOTHING ? 1u : 0u);
}

static void write_event(dom_writer *out, const dom_event *event)
{
    dom_check(event->kind < EVENT_KINDS);
    const event_shape *shape = &events[event->kind];
    dom_write_array(out, entries_of(shape) + event->down);
    dom_write_integer(out, event->seat);
    dom_write_word(out, &shape->word);
    if (shape->tile)
        write_halves(out, event->tile);
    if (shape->tail != TAIL_NOTHING)
        dom_write_integer(out, shape->tail == TAIL_END ? event->end : event->count);
    if (event->down)
        dom_write_word(out, &down_word);
    dom_write_array_end(out);
}

/* Returns the kind of event with this word, or EVENT_KINDS. */
static int kind_of(const dom_value *word)
{
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        if (says(word, &events[kind].word))
            return kind;
    return EVENT_KINDS;
}

/* Reads the tail of an event: its end or its count. Returns false if it is out of range. */
static bool read_tail(const dom_value *tail, dom_event *event)
{
    if (events[event->kind].tail == TAIL_COUNT) {
        event->count = (uint8_t)tail->integer;
        return dom_value_within(tail, 1, DOM_TILES_MAX);
    }
    event->end = (uint8_t)tail->integer;
    return dom_value_within(tail, 0, event->kind == DOM_EVENT_LEAD ? 0 : DOM_ENDS_MAX - 1);
}

/* Reads seat, kind and `down` of an event. Returns false if the array does not have the number of
 * entries of this kind. */
static bool read_head(const dom_value *array, dom_event *event)
{
    if (array->kind != DOM_VALUE_ARRAY || array->count < 2)
        return false;
    const dom_value *seat = &array->items[0];
    int kind = kind_of(&array->items[1]);
    if (kind == EVENT_KINDS)
        return false;
    const event_shape *shape = &events[kind];
    uint32_t entries = entries_of(shape);
    bool down = kind == DOM_EVENT_PLAY && array->count == entries + 1;
    *event = (dom_event){.seat = (int8_t)seat->integer, .kind = (uint8_t)kind, .down = down};
    return array->count == entries + down &&
           dom_value_within(seat, shape->seat_min, shape->seat_max);
}

/* Returns false if the value is not an event; then *event is undefined. */
static bool read_event(const dom_value *array, dom_event *event)
{
    if (!read_head(array, event))
        return false;
    const event_shape *shape = &events[event->kind];
    uint32_t entries = entries_of(shape);
    if (event->kind == DOM_EVENT_DRAW)
        event->tile = DOM_NO_TILE;
    if (shape->tile && (event->tile = read_halves(&array->items[2])) == DOM_NO_TILE)
        return false;
    if (shape->tail != TAIL_NOTHING && !read_tail(&array->items[entries - 1], event))
        return false;
    return !event->down || says(&array->items[entries], &down_word);
}

static void history_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_view *view = &((const dom_msg_ask *)body)->view;
    dom_write_array(out, view->history_count);
    for (int i = 0; i < view->history_count; i++)
        write_event(out, &view->history[i]);
    dom_write_array_end(out);
}

static dom_rc history_read(dom_reader *in, const dom_field *field, const dom_value *value,
                           void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    dom_rc rc = dom_reader_array(in, value, 0, DOM_HISTORY_MAX);
    view->history_count = (uint16_t)value->count;
    for (int i = 0; rc == DOM_OK && i < view->history_count; i++) {
        in->index = i;
        if (!read_event(&value->items[i], &view->history[i]))
            return dom_reader_fail(in, "expected an event");
    }
    return rc;
}

/* --- actions --------------------------------------------------------------- */

/* DOM_PASS stands for a well-formed action that no position can list (read_action). It is written
 * as such an action, which is read as DOM_PASS again. */
static void write_action(dom_writer *out, const dom_action *action)
{
    if (action->kind == DOM_DRAW) {
        dom_write_array(out, 1);
        dom_write_word(out, &events[DOM_EVENT_DRAW].word);
        dom_write_array_end(out);
        return;
    }
    bool down = action->kind == DOM_PLAY && action->down;
    dom_write_array(out, down ? 5 : 4);
    dom_write_word(out, &events[DOM_EVENT_PLAY].word);
    if (action->kind == DOM_PLAY) {
        write_halves(out, action->tile);
    } else {
        dom_write_integer(out, -1);
        dom_write_integer(out, -1);
    }
    dom_write_integer(out, action->end);
    if (down)
        dom_write_word(out, &down_word);
    dom_write_array_end(out);
}

/* Returns true if the array, of 4 or 5 entries, has the form of a play with any integers. */
static bool is_play(const dom_value *array)
{
    if (!says(&array->items[0], &events[DOM_EVENT_PLAY].word))
        return false;
    for (uint32_t i = 1; i < 4; i++)
        if (!dom_value_within(&array->items[i], -DOM_INTEGER_MAX, DOM_INTEGER_MAX))
            return false;
    return array->count == 4 || says(&array->items[4], &down_word);
}

/* Returns false if the value does not have the form of an action. An action that has the form, but
 * can never be legal (such as a tile 9-99), is read as DOM_PASS. */
static bool read_action(const dom_value *value, dom_action *action)
{
    *action = (dom_action){.kind = DOM_PASS};
    if (value->kind != DOM_VALUE_ARRAY)
        return false;
    if (value->count == 1) {
        action->kind = DOM_DRAW;
        return says(&value->items[0], &events[DOM_EVENT_DRAW].word);
    }
    if ((value->count != 4 && value->count != 5) || !is_play(value))
        return false;
    dom_tile tile = read_halves(&value->items[1]);
    const dom_value *end = &value->items[3];
    if (tile != DOM_NO_TILE && dom_value_within(end, 0, DOM_ENDS_MAX - 1))
        *action = (dom_action){.kind = DOM_PLAY,
                               .tile = tile,
                               .end = (uint8_t)end->integer,
                               .down = value->count == 5};
    return true;
}

static void action_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_action action;
    memcpy(&action, (const char *)body + field->offset, sizeof action);
    write_action(out, &action);
}

static dom_rc action_read(dom_reader *in, const dom_field *field, const dom_value *value,
                          void *body)
{
    dom_action action;
    if (!read_action(value, &action))
        return dom_reader_fail(in, "expected [\"play\", high, low, end], the same with \"down\""
                                   " behind it, or [\"draw\"]");
    memcpy((char *)body + field->offset, &action, sizeof action);
    return DOM_OK;
}

static void legal_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_view *view = &((const dom_msg_ask *)body)->view;
    dom_write_array(out, view->legal_count);
    for (int i = 0; i < view->legal_count; i++)
        write_action(out, &view->legal[i]);
    dom_write_array_end(out);
}

static dom_rc legal_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    dom_rc rc = dom_reader_array(in, value, 1, DOM_ACTIONS_MAX);
    view->legal_count = (uint16_t)value->count;
    for (int i = 0; rc == DOM_OK && i < view->legal_count; i++) {
        in->index = i;
        if (!read_action(&value->items[i], &view->legal[i]) || view->legal[i].kind == DOM_PASS)
            return dom_reader_fail(in, "expected an action");
    }
    return rc;
}

const dom_kind dom_kind_hand = {hand_write, hand_read};
const dom_kind dom_kind_hands = {hands_write, hands_read};
const dom_kind dom_kind_lead = {lead_write, lead_read};
const dom_kind dom_kind_ends = {ends_write, ends_read};
const dom_kind dom_kind_history = {history_write, history_read};
const dom_kind dom_kind_action = {action_write, action_read};
const dom_kind dom_kind_legal = {legal_write, legal_read};
