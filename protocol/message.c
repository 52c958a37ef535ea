#include "protocol/message.h"

#include "field.h"
#include "shape.h"

#include <stdlib.h>
#include <string.h>

/* --- rows ------------------------------------------------------------------
 * A row says key, member, kind and range; R is a field that must be there, O one
 * that may be absent. The order of the rows is the order on the wire. */

#define MEMBER(type, member) .offset = offsetof(type, member), .width = sizeof(((type *)0)->member)
#define KEY(text) .key = (text), .key_bytes = sizeof(text) - 1
#define R .required = true
#define O .required = false

#define INTEGER(need, text, type, member, low, high)                                               \
    {                                                                                              \
        KEY(text), need, MEMBER(type, member), .kind = &dom_kind_integer, .min = (low),            \
                                               .max = (high)                                       \
    }
/* A text of `least` bytes up to what the member has room for. */
#define TEXT(need, text, type, member, least)                                                      \
    {                                                                                              \
        KEY(text), need, MEMBER(type, member), .kind = &dom_kind_text, .min = (least),             \
                                               .max = sizeof(((type *)0)->member) - 1              \
    }
#define VARIANT(text, type, member)                                                                \
    {                                                                                              \
        KEY(text), R, MEMBER(type, member), .kind = &dom_kind_slug, .min = 1,                      \
                                            .max = sizeof(((type *)0)->member) - 1                 \
    }
#define OF_KIND(text, type, member, of_kind)                                                       \
    {                                                                                              \
        KEY(text), R, MEMBER(type, member), .kind = (of_kind)                                      \
    }
#define SEATS(text, type, member)                                                                  \
    {                                                                                              \
        KEY(text), R, MEMBER(type, member), .kind = &dom_kind_seats, .min = 2,                     \
                                            .max = DOM_SEATS_MAX                                   \
    }
/* One integer per seat; the member is an array. */
#define PER_SEAT(text, type, member, low, high)                                                    \
    {                                                                                              \
        KEY(text), R, MEMBER(type, member[0]), .kind = &dom_kind_per_seat, .min = (low),           \
                                               .max = (high)                                       \
    }
#define PART(text, type, member, of_record)                                                        \
    {                                                                                              \
        KEY(text), R, MEMBER(type, member), .kind = &dom_kind_part, .record = (of_record)          \
    }
#define ROWS(rows) .field = (rows), .field_count = sizeof(rows) / sizeof *(rows)

enum { NUMBER_MAX = INT32_MAX, SEAT_MAX = DOM_SEATS_MAX - 1 };

/* --- hello ----------------------------------------------------------------- */

static bool name_given(const void *body)
{
    return ((const dom_msg_hello *)body)->name[0] != '\0';
}

static bool version_given(const void *body)
{
    return ((const dom_msg_hello *)body)->version[0] != '\0';
}

static bool language_given(const void *body)
{
    return ((const dom_msg_hello *)body)->language[0] != '\0';
}

/* Any protocol number can be read, so that the refusal can name it. */
static const dom_field hello_fields[] = {
    INTEGER(R, "protocol", dom_msg_hello, protocol, 0, NUMBER_MAX),
    {KEY("name"), O, MEMBER(dom_msg_hello, name), .kind = &dom_kind_text, .given = name_given,
     .max = DOM_LABEL_BYTES - 1},
    {KEY("version"), O, MEMBER(dom_msg_hello, version), .kind = &dom_kind_text,
     .given = version_given, .max = DOM_LABEL_BYTES - 1},
    {KEY("language"), O, MEMBER(dom_msg_hello, language), .kind = &dom_kind_text,
     .given = language_given, .max = DOM_LABEL_BYTES - 1},
    {KEY("max_tables"), O, MEMBER(dom_msg_hello, max_tables), .kind = &dom_kind_integer, .min = 1,
     .max = DOM_OPEN_TABLES_MAX, .fallback = 1},
    {KEY("batch"), O, MEMBER(dom_msg_hello, batch), .kind = &dom_kind_integer, .min = 1,
     .max = DOM_BATCH_MAX, .fallback = 1},
    {KEY("events"), O, MEMBER(dom_msg_hello, events), .kind = &dom_kind_boolean},
};

static dom_rc check_hello(dom_reader *in, void *body)
{
    const dom_msg_hello *hello = body;
    if (hello->batch <= hello->max_tables)
        return DOM_OK;
    return dom_reader_fail(in, "batch %d is more than max_tables %d", (int)hello->batch,
                           (int)hello->max_tables);
}

/* --- welcome --------------------------------------------------------------- */

static const dom_field limits_fields[] = {
    INTEGER(R, "startup_ms", dom_msg_limits, startup_ms, 0, NUMBER_MAX),
    INTEGER(R, "move_ms", dom_msg_limits, move_ms, 0, NUMBER_MAX),
    INTEGER(R, "bank_ms", dom_msg_limits, bank_ms, 0, NUMBER_MAX),
    INTEGER(R, "increment_ms", dom_msg_limits, increment_ms, 0, NUMBER_MAX),
    INTEGER(R, "margin_ms", dom_msg_limits, margin_ms, 0, NUMBER_MAX),
    INTEGER(R, "message_bytes", dom_msg_limits, message_bytes, 0, NUMBER_MAX),
};

static const dom_record limits_record = {ROWS(limits_fields)};

static const dom_field welcome_fields[] = {
    INTEGER(R, "protocol", dom_msg_welcome, protocol, 0, NUMBER_MAX),
    TEXT(R, "arena", dom_msg_welcome, arena, 0),
    TEXT(R, "bot", dom_msg_welcome, bot, 1),
    PART("limits", dom_msg_welcome, limits, &limits_record),
    {KEY("variants"), R, .kind = &dom_kind_variants},
};

/* --- match ----------------------------------------------------------------- */

static const dom_field match_fields[] = {
    INTEGER(R, "table", dom_msg_match, table, 0, DOM_INTEGER_MAX),
    VARIANT("variant", dom_msg_match, variant),
    INTEGER(R, "seat", dom_msg_match, seat, 0, SEAT_MAX),
    SEATS("seats", dom_msg_match, seats),
    OF_KIND("teams", dom_msg_match, teams, &dom_kind_boolean),
    {KEY("bots"), R, MEMBER(dom_msg_match, bots[0]), .kind = &dom_kind_names, .min = 1,
     .max = DOM_NAME_BYTES - 1},
    INTEGER(R, "seed", dom_msg_match, seed, 0, DOM_INTEGER_MAX),
    {KEY("commit"), R, MEMBER(dom_msg_match, commit), .kind = &dom_kind_hex, .min = 64, .max = 64},
};

static dom_rc check_match(dom_reader *in, void *body)
{
    const dom_msg_match *match = body;
    if (match->seat < match->seats)
        return DOM_OK;
    return dom_reader_fail(in, "seat %d of %d", (int)match->seat, (int)match->seats);
}

/* --- ask ------------------------------------------------------------------- */

static const dom_field clock_fields[] = {
    INTEGER(R, "move_ms", dom_msg_clock, move_ms, 0, NUMBER_MAX),
    INTEGER(R, "bank_ms", dom_msg_clock, bank_ms, 0, NUMBER_MAX),
};

static const dom_record clock_record = {ROWS(clock_fields)};

static const dom_field ask_fields[] = {
    INTEGER(R, "req", dom_msg_ask, req, 0, DOM_INTEGER_MAX),
    INTEGER(R, "table", dom_msg_ask, table, 0, DOM_INTEGER_MAX),
    VARIANT("variant", dom_msg_ask, variant),
    INTEGER(R, "seat", dom_msg_ask, view.seat, 0, SEAT_MAX),
    SEATS("seats", dom_msg_ask, view.seats),
    INTEGER(R, "seed", dom_msg_ask, seed, 0, DOM_INTEGER_MAX),
    INTEGER(R, "round", dom_msg_ask, view.round, 1, UINT16_MAX),
    PER_SEAT("scores", dom_msg_ask, view.scores, INT32_MIN, INT32_MAX),
    INTEGER(R, "leader", dom_msg_ask, view.leader, DOM_NOBODY, SEAT_MAX),
    OF_KIND("hand", dom_msg_ask, view.hand, &dom_kind_hand),
    {KEY("ends"), R, .kind = &dom_kind_ends},
    PER_SEAT("counts", dom_msg_ask, view.counts, 0, DOM_TILES_MAX),
    INTEGER(R, "stock", dom_msg_ask, view.stock, 0, DOM_TILES_MAX),
    INTEGER(R, "drawable", dom_msg_ask, view.drawable, 0, DOM_TILES_MAX),
    INTEGER(R, "drawn", dom_msg_ask, view.drawn, 0, DOM_TILES_MAX),
    {KEY("history"), R, .kind = &dom_kind_history},
    {KEY("legal"), R, .kind = &dom_kind_legal},
    PART("clock", dom_msg_ask, clock, &clock_record),
};

static dom_rc check_ask(dom_reader *in, void *body)
{
    const dom_view *view = &((const dom_msg_ask *)body)->view;
    if (view->seat >= view->seats)
        return dom_reader_fail(in, "seat %d of %d", view->seat, view->seats);
    if (view->leader >= view->seats)
        return dom_reader_fail(in, "leader %d of %d", view->leader, view->seats);
    return DOM_OK;
}

#define ASK_RECORD                                                                                 \
    ROWS(ask_fields), .seats_offset = offsetof(dom_msg_ask, view.seats), .seats_width = 1,         \
                      .check = check_ask

static const dom_record ask_part = {ASK_RECORD};

static void asks_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_msg_asks *asks = body;
    out->to->array(out, asks->count);
    for (int i = 0; i < asks->count; i++)
        dom_record_write(out, &ask_part, asks->item[i]);
    out->to->array_end(out);
}

static dom_rc asks_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    (void)field;
    dom_msg_asks *asks = body;
    dom_rc rc =
        dom_reader_array(in, value, 1, asks->room < DOM_BATCH_MAX ? asks->room : DOM_BATCH_MAX);
    for (uint32_t i = 0; rc == DOM_OK && i < value->count; i++) {
        in->index = (int)i;
        dom_reader inside = dom_reader_inside(in);
        dom_value item = dom_reader_item(in, value, i);
        rc = dom_record_read(&inside, &ask_part, &item, asks->item[i]);
    }
    asks->count = (uint16_t)(rc == DOM_OK ? value->count : 0);
    return rc;
}

static const dom_kind kind_asks = {asks_write, asks_read};
static const dom_field asks_fields[] = {{KEY("asks"), R, .kind = &kind_asks}};

/* --- act ------------------------------------------------------------------- */

static bool choice_given(const void *body)
{
    return !((const dom_msg_act *)body)->has_action;
}

static bool action_given(const void *body)
{
    return ((const dom_msg_act *)body)->has_action;
}

enum { ACT_REQ, ACT_CHOICE, ACT_ACTION };

/* Whether a choice is in range is not a question of form. */
static const dom_field act_fields[] = {
    [ACT_REQ] = INTEGER(R, "req", dom_msg_act, req, -DOM_INTEGER_MAX, DOM_INTEGER_MAX),
    [ACT_CHOICE] = {KEY("choice"), O, MEMBER(dom_msg_act, choice), .kind = &dom_kind_integer,
                    .min = -DOM_INTEGER_MAX, .max = DOM_INTEGER_MAX, .given = choice_given},
    [ACT_ACTION] = {KEY("action"), O, MEMBER(dom_msg_act, action), .kind = &dom_kind_action,
                    .given = action_given},
};

static dom_rc check_act(dom_reader *in, void *body)
{
    dom_msg_act *act = body;
    bool choice = in->seen >> ACT_CHOICE & 1;
    act->has_action = in->seen >> ACT_ACTION & 1;
    if (choice != act->has_action)
        return DOM_OK;
    return dom_reader_fail(in, "%s choice and action", choice ? "both" : "neither");
}

#define ACT_RECORD ROWS(act_fields), .check = check_act

static const dom_record act_part = {ACT_RECORD};

static void acts_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_msg_acts *acts = body;
    out->to->array(out, acts->count);
    for (int i = 0; i < acts->count; i++)
        dom_record_write(out, &act_part, &acts->act[i]);
    out->to->array_end(out);
}

static dom_rc acts_read(dom_reader *in, const dom_field *field, const dom_value *value, void *body)
{
    (void)field;
    dom_msg_acts *acts = body;
    dom_rc rc = dom_reader_array(in, value, 0, DOM_BATCH_MAX);
    for (uint32_t i = 0; rc == DOM_OK && i < value->count; i++) {
        in->index = (int)i;
        dom_reader inside = dom_reader_inside(in);
        dom_value item = dom_reader_item(in, value, i);
        rc = dom_record_read(&inside, &act_part, &item, &acts->act[i]);
    }
    acts->count = (uint16_t)(rc == DOM_OK ? value->count : 0);
    return rc;
}

static const dom_kind kind_acts = {acts_write, acts_read};
static const dom_field acts_fields[] = {{KEY("acts"), R, .kind = &kind_acts}};

/* --- what happened --------------------------------------------------------- */

static const dom_field round_fields[] = {
    INTEGER(R, "table", dom_msg_round, table, 0, DOM_INTEGER_MAX),
    INTEGER(R, "round", dom_msg_round, round, 1, NUMBER_MAX),
    OF_KIND("end", dom_msg_round, end, &dom_kind_round_end),
    INTEGER(R, "by", dom_msg_round, by, DOM_NOBODY, SEAT_MAX),
    OF_KIND("hands", dom_msg_round, hands, &dom_kind_hands),
    PER_SEAT("points", dom_msg_round, points, INT32_MIN, INT32_MAX),
    PER_SEAT("scores", dom_msg_round, scores, INT32_MIN, INT32_MAX),
};

static const dom_field result_fields[] = {
    INTEGER(R, "table", dom_msg_result, table, 0, DOM_INTEGER_MAX),
    PER_SEAT("places", dom_msg_result, places, 1, DOM_SEATS_MAX),
    PER_SEAT("scores", dom_msg_result, scores, INT32_MIN, INT32_MAX),
    {KEY("end"), R, MEMBER(dom_msg_result, end), .kind = &dom_kind_fault_code,
     .min = DOM_FAULT_NONE},
    INTEGER(R, "fault_seat", dom_msg_result, fault_seat, DOM_NOBODY, SEAT_MAX),
};

static const dom_field fault_fields[] = {
    INTEGER(R, "table", dom_msg_fault, table, -1, DOM_INTEGER_MAX),
    {KEY("code"), R, MEMBER(dom_msg_fault, code), .kind = &dom_kind_fault_code,
     .min = DOM_FAULT_NONE + 1},
    TEXT(R, "text", dom_msg_fault, text, 0),
    OF_KIND("tolerated", dom_msg_fault, tolerated, &dom_kind_boolean),
};

static const dom_field bye_fields[] = {TEXT(R, "reason", dom_msg_bye, reason, 0)};

static dom_rc check_round(dom_reader *in, void *body)
{
    const dom_msg_round *round = body;
    if (round->by < round->seats)
        return DOM_OK;
    return dom_reader_fail(in, "by %d of %d", (int)round->by, (int)round->seats);
}

static dom_rc check_result(dom_reader *in, void *body)
{
    const dom_msg_result *result = body;
    if (result->fault_seat < result->seats)
        return DOM_OK;
    return dom_reader_fail(in, "fault_seat %d of %d", (int)result->fault_seat, (int)result->seats);
}

/* --- messages -------------------------------------------------------------- */

#define SEATED(struct_, member)                                                                    \
    .seats_offset = offsetof(struct_, member), .seats_width = sizeof(((struct_ *)0)->member)

static const dom_record records[] = {
    [DOM_MSG_HELLO] = {"hello", ROWS(hello_fields), .check = check_hello},
    [DOM_MSG_WELCOME] = {"welcome", ROWS(welcome_fields)},
    [DOM_MSG_MATCH] = {"match", ROWS(match_fields), SEATED(dom_msg_match, seats),
                       .check = check_match},
    [DOM_MSG_ASK] = {"ask", ASK_RECORD},
    [DOM_MSG_ASKS] = {"asks", ROWS(asks_fields)},
    [DOM_MSG_ACT] = {"act", ACT_RECORD},
    [DOM_MSG_ACTS] = {"acts", ROWS(acts_fields)},
    [DOM_MSG_ROUND] = {"round", ROWS(round_fields), SEATED(dom_msg_round, seats),
                       .check = check_round},
    [DOM_MSG_RESULT] = {"result", ROWS(result_fields), SEATED(dom_msg_result, seats),
                        .check = check_result},
    [DOM_MSG_FAULT] = {"fault", ROWS(fault_fields)},
    [DOM_MSG_BYE] = {"bye", ROWS(bye_fields)},
};

_Static_assert(sizeof records / sizeof *records == DOM_MSG_UNKNOWN, "a record per message");
_Static_assert(sizeof ask_fields / sizeof *ask_fields <= 32, "a bit of `seen` per field");
_Static_assert(sizeof(dom_end) == 4 && sizeof(dom_fault) == 4, "stored as numbers of four bytes");

static const struct {
    const dom_sink *sink;
    const dom_source *source;
} formats[] = {
    [DOM_FORMAT_MSGPACK] = {&dom_sink_msgpack, &dom_source_msgpack},
    [DOM_FORMAT_JSON] = {&dom_sink_json, &dom_source_json},
};

const char *dom_msg_type_word(dom_msg_type type)
{
    dom_check((unsigned)type < DOM_MSG_UNKNOWN);
    return records[type].type;
}

size_t dom_msg_encode(dom_format format, dom_msg_type type, const void *body, uint8_t *out,
                      size_t room)
{
    dom_check((unsigned)type < DOM_MSG_UNKNOWN);
    dom_writer writer = dom_writer_of(formats[format].sink, out, room);
    dom_record_write(&writer, &records[type], body);
    return writer.full ? 0 : (size_t)(writer.at - out);
}

struct dom_decoder {
    dom_workspace space;
};

dom_decoder *dom_decoder_open(void)
{
    dom_decoder *decoder = malloc(sizeof *decoder);
    if (decoder == NULL || dom_workspace_init(&decoder->space))
        return decoder;
    free(decoder);
    return NULL;
}

void dom_decoder_close(dom_decoder **decoder)
{
    if (*decoder == NULL)
        return;
    dom_workspace_clear(&(*decoder)->space);
    free(*decoder);
    *decoder = NULL;
}

static dom_msg_type type_of(const dom_value *word)
{
    dom_msg_type type = DOM_MSG_HELLO;
    while (type < DOM_MSG_UNKNOWN && !dom_value_is(word, records[type].type))
        type++;
    return type;
}

/* Find the one `type` among the keys, all of which are texts. */
static dom_rc read_type(dom_reader *in, const dom_value *map, dom_msg_type *type)
{
    *type = DOM_MSG_TYPES;
    for (const void *entry = in->from->first(map); entry; entry = in->from->next(map, entry)) {
        dom_value key = in->from->key(entry);
        if (key.kind != DOM_VALUE_TEXT)
            return dom_reader_fail(in, "a key is not a text");
        if (!dom_value_is(&key, "type"))
            continue;
        dom_value word = in->from->value(entry);
        if (*type != DOM_MSG_TYPES)
            return dom_reader_fail(in, "type: appears twice");
        if (word.kind != DOM_VALUE_TEXT)
            return dom_reader_fail(in, "type: expected a text");
        *type = type_of(&word);
    }
    return *type == DOM_MSG_TYPES ? dom_reader_fail(in, "type: is missing") : DOM_OK;
}

static bool is_of_bot(dom_msg_type type)
{
    return type == DOM_MSG_HELLO || type == DOM_MSG_ACT || type == DOM_MSG_ACTS;
}

static dom_rc read_message(dom_reader *in, const dom_value *map, size_t size, dom_msg *out)
{
    if (map->kind != DOM_VALUE_MAP)
        return dom_reader_fail(in, "expected a map");
    dom_msg_type type;
    dom_rc rc = read_type(in, map, &type);
    if (rc != DOM_OK)
        return rc;
    out->type = type;
    if (type == DOM_MSG_UNKNOWN)
        return DOM_OK;
    in->name = records[type].type;
    if (is_of_bot(type) && size > DOM_BOT_MESSAGE_BYTES)
        return dom_reader_fail(in, "%zu bytes, more than %d", size, DOM_BOT_MESSAGE_BYTES);
    return dom_record_read(in, &records[type], map, &out->as);
}

dom_rc dom_msg_decode(dom_decoder *decoder, dom_format format, const uint8_t *bytes, size_t size,
                      dom_msg *out, dom_err *err)
{
    const dom_source *source = formats[format].source;
    dom_reader in = {.from = source, .name = "message", .index = -1, .err = err};
    dom_value root;
    if (size > DOM_ARENA_MESSAGE_BYTES)
        return dom_reader_fail(&in, "%zu bytes, more than %d", size, DOM_ARENA_MESSAGE_BYTES);
    dom_rc rc = source->parse(&decoder->space, bytes, size, &root, err);
    if (rc != DOM_OK)
        return rc;
    rc = read_message(&in, &root, size, out);
    source->release(&decoder->space);
    return rc;
}
