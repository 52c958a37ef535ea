/* Tiles, events and actions as arrays of integers and words, in both directions. */
#include "shape.h"

#include "protocol/message.h"

#include <string.h>

/* Most lists of an ask have the shortest form of MessagePack, in which every number is one byte and
 * every word is a dom_word. The functions "pack" and "unpack" write and read one entry of a list in
 * this form. It has less than DOM_ROOM_BYTES bytes, so one check of the room suffices for each
 * entry. In any other form, in JSON and near the end of the buffer, the functions "write" and
 * "read" do the same value by value. */
enum { ARRAY_TAG = 0x90 };

static bool has_packed_room(const dom_cursor *c)
{
    return c->end - c->at >= DOM_ROOM_BYTES;
}

/* --- tiles ----------------------------------------------------------------- */

static uint8_t *pack_halves(uint8_t *at, dom_tile tile)
{
    memcpy(at, dom_tile_halves[tile], 2);
    return at + 2;
}

static dom_tile unpack_halves(const uint8_t *at)
{
    int high = at[0], low = at[1];
    return high > DOM_PIP_MAX || low > high ? DOM_NO_TILE : dom_tile_of_halves(high, low);
}

static void write_halves(dom_writer *out, dom_tile tile)
{
    dom_write_integer(out, dom_tile_high(tile));
    dom_write_integer(out, dom_tile_low(tile));
}

/* Returns the tile with these two halves, the larger one first; DOM_NO_TILE if it is not a tile. */
static dom_tile tile_of(const dom_value *high, const dom_value *low)
{
    if (!dom_value_within(high, 0, DOM_PIP_MAX) || !dom_value_within(low, 0, high->integer))
        return DOM_NO_TILE;
    return dom_tile_of((int)high->integer, (int)low->integer);
}

static dom_tile read_halves(dom_cursor *c)
{
    dom_value high = dom_cursor_next(c);
    dom_value low = dom_cursor_next(c);
    return tile_of(&high, &low);
}

static uint8_t *pack_tile(uint8_t *at, dom_tile tile)
{
    *at++ = ARRAY_TAG | 2;
    return pack_halves(at, tile);
}

static __attribute__((noinline)) void write_tile(dom_writer *out, dom_tile tile)
{
    dom_write_array(out, 2);
    write_halves(out, tile);
    dom_write_array_end(out);
}

static void write_tiles(dom_writer *out, dom_tileset set)
{
    dom_write_array(out, (size_t)dom_tileset_count(set));
    for (int w = 0; w < 2; w++)
        for (uint64_t bits = set.bits[w]; bits != 0; bits &= bits - 1) {
            dom_tile tile = (dom_tile)(64 * w + __builtin_ctzll(bits));
            if (dom_writer_has_room(out))
                out->at = pack_tile(out->at, tile);
            else
                write_tile(out, tile);
        }
    dom_write_array_end(out);
}

/* Returns DOM_NO_TILE if the next value is not a tile. */
static DOM_LONG_WAY dom_tile read_tile(dom_cursor *c)
{
    dom_value pair = dom_cursor_next(c);
    bool is_pair = pair.kind == DOM_VALUE_ARRAY && pair.count == 2;
    return is_pair ? read_halves(c) : DOM_NO_TILE;
}

/* Reads a tile in any form. */
static dom_tile take_tile(dom_cursor *c)
{
    bool is_short = has_packed_room(c) && c->at[0] == (ARRAY_TAG | 2);
    dom_tile tile = is_short ? unpack_halves(c->at + 1) : DOM_NO_TILE;
    if (tile == DOM_NO_TILE)
        return read_tile(c);
    c->at += 3;
    return tile;
}

/* Reads tiles in strictly rising order. in->index is not changed, because in `round` it is the
 * number of the hand. */
static dom_rc read_tiles(const dom_reader *in, dom_tileset *set)
{
    int count = dom_reader_array(in, 0, DOM_TILES_MAX), last = -1;
    dom_tileset tiles = dom_tileset_empty();
    for (int i = 0; i < count; i++) {
        dom_tile tile = take_tile(in->cursor);
        if (tile == DOM_NO_TILE)
            return dom_reader_fail(in, "expected tiles [high, low]");
        if (tile <= last)
            return dom_reader_fail(in, "tiles are not in tile order");
        tiles = dom_tileset_with(tiles, tile);
        last = tile;
    }
    *set = tiles;
    return count < 0 ? DOM_E_MALFORMED : DOM_OK;
}

static void hand_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_tileset set;
    memcpy(&set, (const char *)body + field->offset, sizeof set);
    write_tiles(out, set);
}

static dom_rc hand_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_tileset set = dom_tileset_empty();
    dom_rc rc = read_tiles(in, &set);
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

static dom_rc hands_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_rc rc = dom_reader_seats_array(in);
    for (int s = 0; rc == DOM_OK && s < in->seats; s++) {
        dom_tileset set = dom_tileset_empty();
        in->index = s;
        rc = read_tiles(in, &set);
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

static dom_rc lead_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_value value = dom_cursor_next(in->cursor);
    for (dom_lead lead = DOM_LEAD_ROTATE; lead <= DOM_LEAD_LOWEST_DOUBLE; lead++)
        if (dom_value_is(&value, dom_lead_word(lead))) {
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

static dom_rc ends_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    int count = dom_reader_array(in, 0, DOM_ENDS_MAX);
    view->end_count = (uint8_t)count;
    for (int e = 0; e < count; e++) {
        int64_t value;
        in->index = e;
        dom_rc rc = dom_reader_integer(in, DOM_ARM_CLOSED, DOM_PIP_MAX, &value);
        if (rc != DOM_OK)
            return rc;
        view->ends[e] = (int8_t)value;
    }
    return count < 0 ? DOM_E_MALFORMED : DOM_OK;
}

/* --- history --------------------------------------------------------------- */

typedef enum { TAIL_NOTHING, TAIL_END, TAIL_COUNT } event_tail;

/* The form of one kind of event. An event is [seat, word], followed by its tile if it has one, its
 * tail if it has one, and "down" for a play face down. The tail is an end or a count.
 * Example: [0, "play", 6, 4, 1, "down"]. */
typedef struct {
    dom_word word;
    uint8_t entries; /* without "down" */
    bool tile;
    uint8_t tail; /* event_tail */
    uint8_t tail_min, tail_max;
    int8_t seat_min, seat_max;
} event_shape;

#define ENTRIES(tile, tail) (2 + 2 * (tile) + ((tail) != TAIL_NOTHING)), (tile), (tail)
#define ANY_SEAT 0, DOM_SEATS_MAX - 1

/* clang-format off */
static const event_shape events[] = {
    [DOM_EVENT_LEAD]  = {DOM_WORD("lead"),  ENTRIES(true,  TAIL_END),     0, 0, ANY_SEAT},
    [DOM_EVENT_PLAY]  = {DOM_WORD("play"),  ENTRIES(true,  TAIL_END),     0, DOM_ENDS_MAX - 1, ANY_SEAT},
    [DOM_EVENT_DRAW]  = {DOM_WORD("draw"),  ENTRIES(false, TAIL_COUNT),   1, DOM_TILES_MAX, ANY_SEAT},
    [DOM_EVENT_PASS]  = {DOM_WORD("pass"),  ENTRIES(false, TAIL_NOTHING), 0, 0, ANY_SEAT},
    [DOM_EVENT_START] = {DOM_WORD("start"), ENTRIES(true,  TAIL_NOTHING), 0, 0, DOM_NOBODY, DOM_NOBODY},
    [DOM_EVENT_LOT]   = {DOM_WORD("lot"),   ENTRIES(true,  TAIL_NOTHING), 0, 0, ANY_SEAT},
};
/* clang-format on */
enum { EVENT_KINDS = sizeof events / sizeof *events };

static const dom_word down_word = DOM_WORD("down"); /* of a play face down */

/* The longest entry is a play face down: tag, seat, a word, three numbers, and a word with its
 * padding. */
_Static_assert(2 + 5 + 3 + sizeof(dom_word) <= DOM_ROOM_BYTES, "an entry fits into the room");
_Static_assert((int)DOM_TILES_MAX < 128 && (int)DOM_ENDS_MAX < 128 && (int)DOM_PIP_MAX < 128 &&
                   (int)DOM_SEATS_MAX < 128,
               "numbers of an entry have one byte each");

static uint8_t tail_of(const event_shape *shape, const dom_event *event)
{
    return shape->tail == TAIL_END ? event->end : event->count;
}

static void set_tail(const event_shape *shape, dom_event *event, uint8_t tail)
{
    *(shape->tail == TAIL_END ? &event->end : &event->count) = tail;
}

static uint8_t *pack_event(uint8_t *at, const dom_event *event)
{
    const event_shape *shape = &events[event->kind];
    *at++ = ARRAY_TAG | (shape->entries + event->down);
    *at++ = (uint8_t)event->seat;
    at = dom_word_put(&shape->word, at);
    if (shape->tile)
        at = pack_halves(at, event->tile);
    if (shape->tail != TAIL_NOTHING)
        *at++ = tail_of(shape, event);
    return event->down ? dom_word_put(&down_word, at) : at;
}

static __attribute__((noinline)) void write_event(dom_writer *out, const dom_event *event)
{
    const event_shape *shape = &events[event->kind];
    dom_write_array(out, shape->entries + event->down);
    dom_write_integer(out, event->seat);
    dom_write_word(out, &shape->word);
    if (shape->tile)
        write_halves(out, event->tile);
    if (shape->tail != TAIL_NOTHING)
        dom_write_integer(out, tail_of(shape, event));
    if (event->down)
        dom_write_word(out, &down_word);
    dom_write_array_end(out);
}

/* Returns the shape of the event whose word is at `at`, or NULL. */
static const event_shape *unpack_shape(const uint8_t *at)
{
    const event_shape *shape = &events[DOM_EVENT_PLAY]; /* the most frequent one */
    if (dom_word_is_at(&shape->word, at))
        return shape;
    for (shape = events; shape < events + EVENT_KINDS; shape++)
        if (dom_word_is_at(&shape->word, at))
            return shape;
    return NULL;
}

/* Reads an event in the shortest form. Returns the place behind it; NULL if it is not one. */
static const uint8_t *unpack_event(const uint8_t *at, dom_event *event)
{
    const event_shape *shape = unpack_shape(at + 2);
    int seat = (int8_t)at[1];
    if (shape == NULL || seat < shape->seat_min || seat > shape->seat_max)
        return NULL;
    uint8_t kind = (uint8_t)(shape - events), tag = ARRAY_TAG | shape->entries;
    bool down = kind == DOM_EVENT_PLAY && at[0] == tag + 1;
    if (at[0] != tag + down)
        return NULL;
    *event = (dom_event){.seat = (int8_t)seat, .kind = kind, .down = down};
    at += 3 + dom_word_bytes(&shape->word);
    if (kind == DOM_EVENT_DRAW)
        event->tile = DOM_NO_TILE;
    if (shape->tile) {
        event->tile = unpack_halves(at);
        at += 2;
        if (event->tile == DOM_NO_TILE)
            return NULL;
    }
    if (shape->tail != TAIL_NOTHING) {
        if (*at < shape->tail_min || *at > shape->tail_max)
            return NULL;
        set_tail(shape, event, *at++);
    }
    if (!down)
        return at;
    return dom_word_is_at(&down_word, at) ? at + 1 + dom_word_bytes(&down_word) : NULL;
}

/* Reads seat, kind and `down` of an event. Returns false if the array does not have the number of
 * entries of this kind. */
static bool read_head(dom_cursor *c, dom_event *event)
{
    dom_value array = dom_cursor_next(c);
    if (array.kind != DOM_VALUE_ARRAY || array.count < 2)
        return false;
    dom_value seat = dom_cursor_next(c), word = dom_cursor_next(c);
    int kind = 0;
    while (kind < EVENT_KINDS && !dom_value_says(&word, &events[kind].word))
        kind++;
    if (kind == EVENT_KINDS)
        return false;
    const event_shape *shape = &events[kind];
    bool down = kind == DOM_EVENT_PLAY && array.count == shape->entries + 1u;
    *event = (dom_event){.seat = (int8_t)seat.integer, .kind = (uint8_t)kind, .down = down};
    return array.count == shape->entries + (uint32_t)down &&
           dom_value_within(&seat, shape->seat_min, shape->seat_max);
}

static bool read_down(dom_cursor *c)
{
    dom_value word = dom_cursor_next(c);
    return dom_value_says(&word, &down_word);
}

/* Returns false if the value is not an event; then *event is undefined. */
static DOM_LONG_WAY bool read_event(dom_cursor *c, dom_event *event)
{
    if (!read_head(c, event))
        return false;
    const event_shape *shape = &events[event->kind];
    if (event->kind == DOM_EVENT_DRAW)
        event->tile = DOM_NO_TILE;
    if (shape->tile && (event->tile = read_halves(c)) == DOM_NO_TILE)
        return false;
    if (shape->tail != TAIL_NOTHING) {
        dom_value tail = dom_cursor_next(c);
        if (!dom_value_within(&tail, shape->tail_min, shape->tail_max))
            return false;
        set_tail(shape, event, (uint8_t)tail.integer);
    }
    return !event->down || read_down(c);
}

/* Reads an event in any form. */
static bool take_event(dom_cursor *c, dom_event *event)
{
    const uint8_t *behind = has_packed_room(c) ? unpack_event(c->at, event) : NULL;
    if (behind == NULL)
        return read_event(c, event);
    c->at = behind;
    return true;
}

static void history_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_view *view = &((const dom_msg_ask *)body)->view;
    dom_write_array(out, view->history_count);
    for (int i = 0; i < view->history_count; i++) {
        const dom_event *event = &view->history[i];
        dom_check(event->kind < EVENT_KINDS);
        if (dom_writer_has_room(out))
            out->at = pack_event(out->at, event);
        else
            write_event(out, event);
    }
    dom_write_array_end(out);
}

static dom_rc history_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    int count = dom_reader_array(in, 0, DOM_HISTORY_MAX);
    view->history_count = (uint16_t)count;
    for (int i = 0; i < count; i++)
        if (!take_event(in->cursor, &view->history[i])) {
            in->index = i;
            return dom_reader_fail(in, "expected an event");
        }
    return count < 0 ? DOM_E_MALFORMED : DOM_OK;
}

/* --- actions --------------------------------------------------------------- */

static uint8_t *pack_play(uint8_t *at, const dom_action *action)
{
    *at++ = ARRAY_TAG | (action->down ? 5 : 4);
    at = dom_word_put(&events[DOM_EVENT_PLAY].word, at);
    at = pack_halves(at, action->tile);
    *at++ = action->end;
    return action->down ? dom_word_put(&down_word, at) : at;
}

/* DOM_PASS stands for a well-formed action that no position can list (read_action). It is written
 * as such an action, which is read as DOM_PASS again. */
static __attribute__((noinline)) void write_action(dom_writer *out, const dom_action *action)
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

/* Reads a play in the shortest form. Returns the place behind it; NULL if it is not one that a
 * position can list. */
static const uint8_t *unpack_play(const uint8_t *at, dom_action *action)
{
    bool down = at[0] == (ARRAY_TAG | 5);
    if (at[0] != (ARRAY_TAG | 4) + down || !dom_word_is_at(&events[DOM_EVENT_PLAY].word, at + 1))
        return NULL;
    at += 2 + dom_word_bytes(&events[DOM_EVENT_PLAY].word);
    dom_tile tile = unpack_halves(at);
    if (tile == DOM_NO_TILE || at[2] >= DOM_ENDS_MAX)
        return NULL;
    *action = (dom_action){.kind = DOM_PLAY, .tile = tile, .end = at[2], .down = down};
    at += 3;
    if (!down)
        return at;
    return dom_word_is_at(&down_word, at) ? at + 1 + dom_word_bytes(&down_word) : NULL;
}

/* Reads the entries of a play. Returns false if they do not have its form, with any integers. */
static bool read_play(dom_cursor *c, bool down, dom_action *action)
{
    dom_value word = dom_cursor_next(c), number[3];
    if (!dom_value_says(&word, &events[DOM_EVENT_PLAY].word))
        return false;
    for (int i = 0; i < 3; i++) {
        number[i] = dom_cursor_next(c);
        if (!dom_value_within(&number[i], -DOM_INTEGER_MAX, DOM_INTEGER_MAX))
            return false;
    }
    if (down && !read_down(c))
        return false;
    dom_tile tile = tile_of(&number[0], &number[1]);
    if (tile != DOM_NO_TILE && dom_value_within(&number[2], 0, DOM_ENDS_MAX - 1))
        *action = (dom_action){
            .kind = DOM_PLAY, .tile = tile, .end = (uint8_t)number[2].integer, .down = down};
    return true;
}

/* Returns false if the value does not have the form of an action. An action that has the form, but
 * can never be legal (such as a tile 9-99), is read as DOM_PASS. */
static DOM_LONG_WAY bool read_action(dom_cursor *c, dom_action *action)
{
    dom_value array = dom_cursor_next(c);
    *action = (dom_action){.kind = DOM_PASS};
    if (array.kind != DOM_VALUE_ARRAY)
        return false;
    if (array.count == 1) {
        dom_value word = dom_cursor_next(c);
        action->kind = DOM_DRAW;
        return dom_value_says(&word, &events[DOM_EVENT_DRAW].word);
    }
    return (array.count == 4 || array.count == 5) && read_play(c, array.count == 5, action);
}

/* Reads an action in any form. */
static bool take_action(dom_cursor *c, dom_action *action)
{
    const uint8_t *behind = has_packed_room(c) ? unpack_play(c->at, action) : NULL;
    if (behind == NULL)
        return read_action(c, action);
    c->at = behind;
    return true;
}

static void action_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_action action;
    memcpy(&action, (const char *)body + field->offset, sizeof action);
    write_action(out, &action);
}

static dom_rc action_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_action action;
    if (!take_action(in->cursor, &action))
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
    for (int i = 0; i < view->legal_count; i++) {
        const dom_action *action = &view->legal[i];
        if (action->kind == DOM_PLAY && dom_writer_has_room(out))
            out->at = pack_play(out->at, action);
        else
            write_action(out, action);
    }
    dom_write_array_end(out);
}

static dom_rc legal_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_view *view = &((dom_msg_ask *)body)->view;
    int count = dom_reader_array(in, 1, DOM_ACTIONS_MAX);
    view->legal_count = (uint16_t)count;
    for (int i = 0; i < count; i++)
        if (!take_action(in->cursor, &view->legal[i]) || view->legal[i].kind == DOM_PASS) {
            in->index = i;
            return dom_reader_fail(in, "expected an action");
        }
    return count < 0 ? DOM_E_MALFORMED : DOM_OK;
}

const dom_kind dom_kind_hand = {hand_write, hand_read};
const dom_kind dom_kind_hands = {hands_write, hands_read};
const dom_kind dom_kind_lead = {lead_write, lead_read};
const dom_kind dom_kind_ends = {ends_write, ends_read};
const dom_kind dom_kind_history = {history_write, history_read};
const dom_kind dom_kind_action = {action_write, action_read};
const dom_kind dom_kind_legal = {legal_write, legal_read};
