/* The table of fields of every message, and encoding and decoding by these tables. */
#include "protocol/message.h"

#include "field.h"
#include "json_to_msgpack.h"
#include "rows.h"
#include "shape.h"

#include <stdlib.h>
#include <string.h>

/* The kinds of values, with their ranges. */
#define PER_SEAT(low, high) .kind = &dom_kind_per_seat, .min = (low), .max = (high)
#define SEAT INTEGER(0, DOM_SEATS_MAX - 1)
#define SEAT_OR_NOBODY INTEGER(DOM_NOBODY, DOM_SEATS_MAX - 1)
#define TILES INTEGER(0, DOM_TILES_MAX)
#define SEATS .kind = &dom_kind_seats, .min = 2, .max = DOM_SEATS_MAX
#define BOOLEAN .kind = &dom_kind_boolean
#define VARIANT .kind = &dom_kind_slug, .min = 1
#define PART(of) .kind = &dom_kind_part, .record = &(of)

/* The member of the struct with the number of entries of its per-seat arrays. */
#define SEATS_AT(type, member)                                                                     \
    .seats_offset = offsetof(type, member), .seats_width = sizeof(((type *)0)->member)

/* --- hello ----------------------------------------------------------------- */

/* Any protocol number can be read, so that the text of the refusal can name it. */
static const dom_field hello_fields[] = {
    {KEY("protocol"), REQUIRED, AT(dom_msg_hello, protocol), LIMIT},
    {KEY("name"), OPTIONAL, AT(dom_msg_hello, name), TEXT(0)},
    {KEY("version"), OPTIONAL, AT(dom_msg_hello, version), TEXT(0)},
    {KEY("language"), OPTIONAL, AT(dom_msg_hello, language), TEXT(0)},
    {KEY("max_tables"), OPTIONAL, AT(dom_msg_hello, max_tables), INTEGER(1, DOM_OPEN_TABLES_MAX),
     .fallback = 1},
    {KEY("batch"), OPTIONAL, AT(dom_msg_hello, batch), INTEGER(1, DOM_BATCH_MAX), .fallback = 1},
    {KEY("events"), OPTIONAL, AT(dom_msg_hello, events), BOOLEAN},
    {KEY("multipart"), OPTIONAL, AT(dom_msg_hello, multipart), BOOLEAN},
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
    {KEY("startup_ms"), REQUIRED, AT(dom_msg_limits, startup_ms), LIMIT},
    {KEY("move_ms"), REQUIRED, AT(dom_msg_limits, move_ms), LIMIT},
    {KEY("bank_ms"), REQUIRED, AT(dom_msg_limits, bank_ms), LIMIT},
    {KEY("increment_ms"), REQUIRED, AT(dom_msg_limits, increment_ms), LIMIT},
    {KEY("margin_ms"), REQUIRED, AT(dom_msg_limits, margin_ms), LIMIT},
    {KEY("message_bytes"), REQUIRED, AT(dom_msg_limits, message_bytes), LIMIT},
};

static const dom_record limits_record = {ROWS(limits_fields)};

static const dom_field welcome_fields[] = {
    {KEY("protocol"), REQUIRED, AT(dom_msg_welcome, protocol), LIMIT},
    {KEY("arena"), REQUIRED, AT(dom_msg_welcome, arena), TEXT(0)},
    {KEY("bot"), REQUIRED, AT(dom_msg_welcome, bot), TEXT(1)},
    {KEY("limits"), REQUIRED, AT(dom_msg_welcome, limits), PART(limits_record)},
    {KEY("variants"), REQUIRED, .kind = &dom_kind_variants},
};

/* --- match ----------------------------------------------------------------- */

static const dom_field match_fields[] = {
    {KEY("table"), REQUIRED, AT(dom_msg_match, table), NUMBER},
    {KEY("variant"), REQUIRED, AT(dom_msg_match, variant), VARIANT},
    {KEY("seat"), REQUIRED, AT(dom_msg_match, seat), SEAT},
    {KEY("seats"), REQUIRED, AT(dom_msg_match, seats), SEATS},
    {KEY("teams"), REQUIRED, AT(dom_msg_match, teams), BOOLEAN},
    {KEY("bots"), REQUIRED, AT(dom_msg_match, bots[0]), .kind = &dom_kind_names, .min = 1},
    {KEY("seed"), REQUIRED, AT(dom_msg_match, seed), NUMBER},
    {KEY("commit"), REQUIRED, AT(dom_msg_match, commit), .kind = &dom_kind_hex, .min = 64},
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
    {KEY("move_ms"), REQUIRED, AT(dom_msg_clock, move_ms), LIMIT},
    {KEY("bank_ms"), REQUIRED, AT(dom_msg_clock, bank_ms), LIMIT},
};

static const dom_record clock_record = {ROWS(clock_fields)};

/* An ask of an arena before this key has none. It is read as DOM_LEAD_NEXT. */
static bool lead_given(const void *body)
{
    return ((const dom_msg_ask *)body)->view.lead_rule != DOM_LEAD_NEXT;
}

static const dom_field ask_fields[] = {
    {KEY("req"), REQUIRED, AT(dom_msg_ask, req), NUMBER},
    {KEY("table"), REQUIRED, AT(dom_msg_ask, table), NUMBER},
    {KEY("variant"), REQUIRED, AT(dom_msg_ask, variant), VARIANT},
    {KEY("seat"), REQUIRED, AT(dom_msg_ask, view.seat), SEAT},
    {KEY("seats"), REQUIRED, AT(dom_msg_ask, view.seats), SEATS},
    {KEY("seed"), REQUIRED, AT(dom_msg_ask, seed), NUMBER},
    {KEY("round"), REQUIRED, AT(dom_msg_ask, view.round), INTEGER(1, UINT16_MAX)},
    {KEY("scores"), REQUIRED, AT(dom_msg_ask, view.scores[0]), PER_SEAT(INT32_MIN, INT32_MAX)},
    {KEY("leader"), REQUIRED, AT(dom_msg_ask, view.leader), SEAT_OR_NOBODY},
    {KEY("lead"), OPTIONAL, AT(dom_msg_ask, view.lead_rule), .kind = &dom_kind_lead,
     .given = lead_given},
    {KEY("hand"), REQUIRED, AT(dom_msg_ask, view.hand), .kind = &dom_kind_hand},
    {KEY("ends"), REQUIRED, .kind = &dom_kind_ends},
    {KEY("counts"), REQUIRED, AT(dom_msg_ask, view.counts[0]), PER_SEAT(0, DOM_TILES_MAX)},
    {KEY("stock"), REQUIRED, AT(dom_msg_ask, view.stock), TILES},
    {KEY("drawable"), REQUIRED, AT(dom_msg_ask, view.drawable), TILES},
    {KEY("drawn"), REQUIRED, AT(dom_msg_ask, view.drawn), TILES},
    {KEY("history"), REQUIRED, .kind = &dom_kind_history},
    {KEY("legal"), REQUIRED, .kind = &dom_kind_legal},
    {KEY("clock"), REQUIRED, AT(dom_msg_ask, clock), PART(clock_record)},
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

#define ASK_RECORD ROWS(ask_fields), SEATS_AT(dom_msg_ask, view.seats), .check = check_ask

static const dom_record ask_part = {ASK_RECORD};

static void asks_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_msg_asks *asks = body;
    dom_write_array(out, asks->count);
    for (int i = 0; i < asks->count; i++)
        dom_record_write(out, &ask_part, asks->item[i]);
    dom_write_array_end(out);
}

static dom_rc asks_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_msg_asks *asks = body;
    asks->count = 0;
    if (asks->room == 0)
        return dom_reader_fail(in, "not expected here");
    int count = dom_reader_array(in, 1, asks->room);
    dom_rc rc = count < 0 ? DOM_E_MALFORMED : DOM_OK;
    for (int i = 0; rc == DOM_OK && i < count; i++) {
        in->index = i;
        dom_reader inside = dom_reader_inside(in);
        rc = dom_record_read(&inside, &ask_part, asks->item[i]);
        asks->count++;
    }
    return rc;
}

static const dom_kind kind_asks = {asks_write, asks_read};
static const dom_field asks_fields[] = {{KEY("asks"), REQUIRED, .kind = &kind_asks}};

/* --- act ------------------------------------------------------------------- */

static bool choice_given(const void *body)
{
    return !((const dom_msg_act *)body)->has_action;
}

static bool action_given(const void *body)
{
    return ((const dom_msg_act *)body)->has_action;
}

static bool info_given(const void *body)
{
    return ((const dom_msg_act *)body)->info.bytes != NULL;
}

enum { ACT_REQ, ACT_CHOICE, ACT_ACTION, ACT_INFO };

/* A choice out of range is illegal, but not malformed, so any integer can be read. */
#define ANY INTEGER(-DOM_INTEGER_MAX, DOM_INTEGER_MAX)

static const dom_field act_fields[] = {
    [ACT_REQ] = {KEY("req"), REQUIRED, AT(dom_msg_act, req), ANY},
    [ACT_CHOICE] = {KEY("choice"), OPTIONAL, AT(dom_msg_act, choice), ANY, .given = choice_given},
    [ACT_ACTION] = {KEY("action"), OPTIONAL, AT(dom_msg_act, action), .kind = &dom_kind_action,
                    .given = action_given},
    [ACT_INFO] = {KEY("info"), OPTIONAL, AT(dom_msg_act, info), .kind = &dom_kind_info,
                  .given = info_given},
};

static dom_rc check_act(dom_reader *in, void *body)
{
    dom_msg_act *act = body;
    bool choice = in->seen >> ACT_CHOICE & 1;
    act->has_action = in->seen >> ACT_ACTION & 1;
    if (choice != act->has_action)
        return DOM_OK;
    return dom_reader_fail(in, choice ? "both choice and action" : "neither choice nor action");
}

#define ACT_RECORD ROWS(act_fields), .check = check_act

static const dom_record act_part = {ACT_RECORD};

static void acts_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)field, (void)seats;
    const dom_msg_acts *acts = body;
    dom_write_array(out, acts->count);
    for (int i = 0; i < acts->count; i++)
        dom_record_write(out, &act_part, &acts->act[i]);
    dom_write_array_end(out);
}

static dom_rc acts_read(dom_reader *in, const dom_field *field, void *body)
{
    (void)field;
    dom_msg_acts *acts = body;
    acts->count = 0;
    int count = dom_reader_array(in, 0, DOM_BATCH_MAX);
    dom_rc rc = count < 0 ? DOM_E_MALFORMED : DOM_OK;
    for (int i = 0; rc == DOM_OK && i < count; i++) {
        in->index = i;
        dom_reader inside = dom_reader_inside(in);
        rc = dom_record_read(&inside, &act_part, &acts->act[i]);
        acts->count++;
    }
    return rc;
}

static const dom_kind kind_acts = {acts_write, acts_read};
static const dom_field acts_fields[] = {{KEY("acts"), REQUIRED, .kind = &kind_acts}};

/* --- round, result, fault, bye --------------------------------------------- */

static const dom_field round_fields[] = {
    {KEY("table"), REQUIRED, AT(dom_msg_round, table), NUMBER},
    {KEY("round"), REQUIRED, AT(dom_msg_round, round), INTEGER(1, UINT16_MAX)},
    {KEY("end"), REQUIRED, AT(dom_msg_round, end), .kind = &dom_kind_round_end},
    {KEY("by"), REQUIRED, AT(dom_msg_round, by), SEAT_OR_NOBODY},
    {KEY("hands"), REQUIRED, AT(dom_msg_round, hands), .kind = &dom_kind_hands},
    {KEY("points"), REQUIRED, AT(dom_msg_round, points[0]), PER_SEAT(INT32_MIN, INT32_MAX)},
    {KEY("scores"), REQUIRED, AT(dom_msg_round, scores[0]), PER_SEAT(INT32_MIN, INT32_MAX)},
};

static const dom_field result_fields[] = {
    {KEY("table"), REQUIRED, AT(dom_msg_result, table), NUMBER},
    {KEY("places"), REQUIRED, AT(dom_msg_result, places[0]), PER_SEAT(1, DOM_SEATS_MAX)},
    {KEY("scores"), REQUIRED, AT(dom_msg_result, scores[0]), PER_SEAT(INT32_MIN, INT32_MAX)},
    {KEY("end"), REQUIRED, AT(dom_msg_result, end), .kind = &dom_kind_fault_code,
     .min = DOM_FAULT_NONE},
    {KEY("fault_seat"), REQUIRED, AT(dom_msg_result, fault_seat), SEAT_OR_NOBODY},
};

static const dom_field fault_fields[] = {
    {KEY("table"), REQUIRED, AT(dom_msg_fault, table), INTEGER(-1, DOM_INTEGER_MAX)},
    {KEY("code"), REQUIRED, AT(dom_msg_fault, code), .kind = &dom_kind_fault_code,
     .min = DOM_FAULT_NONE + 1},
    {KEY("text"), REQUIRED, AT(dom_msg_fault, text), TEXT(0)},
    {KEY("tolerated"), REQUIRED, AT(dom_msg_fault, tolerated), BOOLEAN},
};

static const dom_field bye_fields[] = {
    {KEY("reason"), REQUIRED, AT(dom_msg_bye, reason), TEXT(0)},
};

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

static const dom_record records[] = {
    [DOM_MSG_HELLO] = {DOM_WORD("hello"), ROWS(hello_fields), .check = check_hello},
    [DOM_MSG_WELCOME] = {DOM_WORD("welcome"), ROWS(welcome_fields)},
    [DOM_MSG_MATCH] = {DOM_WORD("match"), ROWS(match_fields), SEATS_AT(dom_msg_match, seats),
                       .check = check_match},
    [DOM_MSG_ASK] = {DOM_WORD("ask"), ASK_RECORD},
    [DOM_MSG_ASKS] = {DOM_WORD("asks"), ROWS(asks_fields)},
    [DOM_MSG_ACT] = {DOM_WORD("act"), ACT_RECORD},
    [DOM_MSG_ACTS] = {DOM_WORD("acts"), ROWS(acts_fields)},
    [DOM_MSG_ROUND] = {DOM_WORD("round"), ROWS(round_fields), SEATS_AT(dom_msg_round, seats),
                       .check = check_round},
    [DOM_MSG_RESULT] = {DOM_WORD("result"), ROWS(result_fields), SEATS_AT(dom_msg_result, seats),
                        .check = check_result},
    [DOM_MSG_FAULT] = {DOM_WORD("fault"), ROWS(fault_fields)},
    [DOM_MSG_BYE] = {DOM_WORD("bye"), ROWS(bye_fields)},
    /* It knows no key but `type`. Its pointer to fields is not used, but may not be NULL either. */
    [DOM_MSG_UNKNOWN] = {DOM_WORD("?"), bye_fields, .field_count = 0},
};

_Static_assert(sizeof records / sizeof *records == DOM_MSG_TYPES, "one record per message");
_Static_assert(sizeof ask_fields / sizeof *ask_fields <= 32, "`seen` has one bit per field");
_Static_assert(sizeof(dom_end) == 4 && sizeof(dom_fault) == 4, "stored as numbers of four bytes");

const char *dom_msg_type_word(dom_msg_type type)
{
    dom_check((unsigned)type < DOM_MSG_UNKNOWN);
    return records[type].type.text;
}

size_t dom_msg_encode(dom_format format, dom_msg_type type, const void *body, uint8_t *out,
                      size_t room)
{
    dom_check((unsigned)type < DOM_MSG_UNKNOWN);
    dom_writer writer = dom_writer_of(format == DOM_FORMAT_JSON, out, room);
    dom_record_write(&writer, &records[type], body);
    return writer.full ? 0 : (size_t)(writer.at - out);
}

struct dom_decoder {
    dom_json_copy copy;
};

dom_decoder *dom_decoder_open(void)
{
    return calloc(1, sizeof(dom_decoder));
}

void dom_decoder_close(dom_decoder **decoder)
{
    if (*decoder == NULL)
        return;
    dom_json_copy_clear(&(*decoder)->copy);
    free(*decoder);
    *decoder = NULL;
}

static dom_msg_type type_of(const dom_value *word)
{
    dom_msg_type type = DOM_MSG_HELLO;
    while (type < DOM_MSG_UNKNOWN && !dom_value_says(word, &records[type].type))
        type++;
    return type;
}

/* Reads `type`, which is normally the first of `count` keys, and passes over it. If it is another
 * one, the cursor goes back to the first key. */
static dom_rc read_type(dom_reader *in, uint32_t count, dom_msg_type *type)
{
    dom_cursor first = *in->cursor;
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; i < count && rc == DOM_OK; i++) {
        dom_value key = dom_cursor_next(in->cursor);
        if (key.kind != DOM_VALUE_TEXT)
            return dom_reader_fail(in, "a key is not a text");
        if (!dom_value_says(&key, &dom_type_key)) {
            rc = dom_reader_skip(in);
            continue;
        }
        dom_value word = dom_cursor_next(in->cursor);
        if (word.kind != DOM_VALUE_TEXT)
            return dom_reader_fail(in, "type: expected a text");
        *type = type_of(&word);
        in->has_type = i == 0;
        if (i > 0)
            *in->cursor = first;
        return DOM_OK;
    }
    return rc == DOM_OK ? dom_reader_fail(in, "type: is missing") : rc;
}

static bool is_of_bot(dom_msg_type type)
{
    return type == DOM_MSG_HELLO || type == DOM_MSG_ACT || type == DOM_MSG_ACTS;
}

static dom_rc read_message(dom_reader *in, size_t size, dom_msg *out)
{
    dom_value map = dom_cursor_next(in->cursor);
    if (map.kind != DOM_VALUE_MAP)
        return dom_reader_fail(in, "expected a map");
    dom_rc rc = read_type(in, map.count, &out->type);
    if (rc != DOM_OK)
        return rc;
    if (out->type != DOM_MSG_UNKNOWN)
        in->name = records[out->type].type.text;
    if (is_of_bot(out->type) && size > DOM_BOT_MESSAGE_BYTES)
        return dom_reader_fail(in, "%zu bytes, more than %d", size, DOM_BOT_MESSAGE_BYTES);
    uint32_t count = map.count - in->has_type;
    rc = dom_record_read_entries(in, &records[out->type], count, &out->as);
    dom_cursor_finish(in->cursor);
    return rc == DOM_OK && in->cursor->wrong ? dom_reader_fail(in, "malformed") : rc;
}

dom_rc dom_msg_decode(dom_decoder *decoder, dom_format format, const uint8_t *bytes, size_t size,
                      dom_msg *out, dom_err *err)
{
    dom_cursor cursor = dom_cursor_of(bytes, size);
    dom_reader in = {.cursor = &cursor, .name = "message", .err = err};
    out->type = DOM_MSG_UNKNOWN;
    if (size > DOM_ARENA_MESSAGE_BYTES)
        return dom_reader_fail(&in, "%zu bytes, more than %d", size, DOM_ARENA_MESSAGE_BYTES);
    if (format == DOM_FORMAT_JSON) {
        dom_rc rc = dom_json_copy_make(&decoder->copy, bytes, size, err);
        if (rc != DOM_OK)
            return rc;
        cursor = dom_cursor_of(decoder->copy.bytes, decoder->copy.size);
    }
    return read_message(&in, size, out);
}
