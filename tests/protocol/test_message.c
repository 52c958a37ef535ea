/* Encoding and decoding in both formats. */
#include "generate.h"

#include "protocol/probe.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

static uint8_t wire[DOM_ARENA_MESSAGE_BYTES + 100], again[DOM_ARENA_MESSAGE_BYTES];
static dom_msg_ask ask_store[DOM_BATCH_MAX];
static dom_msg_ask *asks[DOM_BATCH_MAX];
static dom_decoder *decoder;

static void open_decoder(void)
{
    decoder = dom_decoder_open();
    cr_assert(ne(ptr, decoder, NULL));
    for (int i = 0; i < DOM_BATCH_MAX; i++)
        asks[i] = &ask_store[i];
}

static void close_decoder(void)
{
    dom_decoder_close(&decoder);
}

TestSuite(protocol_message, .init = open_decoder, .fini = close_decoder);

Test(protocol_message, a_decoder_may_be_closed_again)
{
    dom_decoder_close(&decoder);
    cr_assert(eq(ptr, decoder, NULL));
    dom_decoder_close(&decoder);
}

/* Returns a message for the decoder to fill: with room for asks, and garbage everywhere else. */
static dom_msg ready(void)
{
    dom_msg msg;
    memset(&msg, 0xa5, sizeof msg);
    memset(ask_store, 0x5a, sizeof ask_store);
    msg.as.asks = (dom_msg_asks){.room = DOM_BATCH_MAX, .item = asks};
    return msg;
}

static dom_rc decode_json(const char *text, dom_msg *msg, dom_err *err)
{
    *msg = ready();
    return dom_msg_decode(decoder, DOM_FORMAT_JSON, (const uint8_t *)text, strlen(text), msg, err);
}

struct round_trip {
    dom_format format;
    dom_msg_type type;
};

ParameterizedTestParameters(protocol_message, decoding_gives_what_was_encoded)
{
    static struct round_trip trips[2 * DOM_MSG_UNKNOWN];
    for (int i = 0; i < 2 * DOM_MSG_UNKNOWN; i++)
        trips[i] = (struct round_trip){(dom_format)(i % 2), (dom_msg_type)(i / 2)};
    return cr_make_param_array(struct round_trip, trips, 2 * DOM_MSG_UNKNOWN);
}

ParameterizedTest(struct round_trip *trip, protocol_message, decoding_gives_what_was_encoded)
{
    static dom_msg msg;
    uint64_t state = 7;
    for (int i = 0; i < 300; i++) {
        dom_err err = {.text = ""};
        generate_message(&state, trip->type, &msg);
        size_t size = dom_msg_encode(trip->format, trip->type, &msg.as, wire, sizeof wire);
        cr_assert(ge(sz, size, 1));
        dom_msg read = ready();
        dom_rc rc = dom_msg_decode(decoder, trip->format, wire, size, &read, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s: %s", dom_msg_type_word(trip->type), err.text);
        cr_assert(eq(int, read.type, trip->type));
        cr_assert(
            eq(sz, dom_msg_encode(trip->format, trip->type, &read.as, again, sizeof again), size));
        cr_assert(eq(int, memcmp(wire, again, size), 0));
    }
}

ParameterizedTestParameters(protocol_message, an_unknown_key_changes_nothing)
{
    static struct round_trip trips[2 * DOM_MSG_UNKNOWN];
    for (int i = 0; i < 2 * DOM_MSG_UNKNOWN; i++)
        trips[i] = (struct round_trip){(dom_format)(i % 2), (dom_msg_type)(i / 2)};
    return cr_make_param_array(struct round_trip, trips, 2 * DOM_MSG_UNKNOWN);
}

ParameterizedTest(struct round_trip *trip, protocol_message, an_unknown_key_changes_nothing)
{
    static dom_msg msg;
    static uint8_t probed[DOM_ARENA_MESSAGE_BYTES];
    uint64_t state = 13;
    for (int i = 0; i < 50; i++) {
        dom_err err = {.text = ""};
        generate_message(&state, trip->type, &msg);
        size_t size = dom_msg_encode(trip->format, trip->type, &msg.as, wire, sizeof wire);
        memcpy(probed, wire, size);
        size_t more = dom_probe_add_key(trip->format, probed, size, sizeof probed);
        cr_assert(ge(sz, more, size + 10));
        memcpy(probed, wire, size);
        cr_assert(eq(sz, dom_probe_add_key(trip->format, probed, size, more - 1), 0), "no room");
        cr_assert(eq(int, memcmp(probed, wire, size), 0));
        cr_assert(eq(sz, dom_probe_add_key(trip->format, probed, size, more), more));
        dom_msg read = ready();
        dom_rc rc = dom_msg_decode(decoder, trip->format, probed, more, &read, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s: %s", dom_msg_type_word(trip->type), err.text);
        cr_assert(
            eq(sz, dom_msg_encode(trip->format, trip->type, &read.as, again, sizeof again), size));
        cr_assert(eq(int, memcmp(wire, again, size), 0));
    }
}

Test(protocol_message, a_message_of_unknown_type_is_well_formed)
{
    for (int format = 0; format < 2; format++) {
        dom_err err = {.text = ""};
        size_t size = dom_probe_message((dom_format)format, wire, sizeof wire);
        dom_msg read = ready();
        cr_assert(
            eq(int, dom_msg_decode(decoder, (dom_format)format, wire, size, &read, &err), DOM_OK),
            "%s", err.text);
        cr_assert(eq(int, read.type, DOM_MSG_UNKNOWN));
        cr_assert(eq(sz, dom_probe_message((dom_format)format, wire, size - 1), 0));
        cr_assert(eq(sz, dom_probe_message((dom_format)format, wire, size), size));
    }
}

Test(protocol_message, a_view_is_decoded_as_it_was_encoded)
{
    static dom_msg msg;
    uint64_t state = 11;
    for (int i = 0; i < 200; i++) {
        generate_message(&state, DOM_MSG_ASK, &msg);
        dom_format format = (dom_format)(i % 2);
        size_t size = dom_msg_encode(format, DOM_MSG_ASK, &msg.as, wire, sizeof wire);
        dom_msg read = ready();
        cr_assert(eq(int, dom_msg_decode(decoder, format, wire, size, &read, NULL), DOM_OK));
        const dom_msg_ask *a = &msg.as.ask, *b = &read.as.ask;
        cr_assert(eq(i64, a->req, b->req));
        cr_assert(eq(i64, a->table, b->table));
        cr_assert(eq(i64, a->seed, b->seed));
        cr_assert(eq(str, (char *)a->variant, (char *)b->variant));
        cr_assert(eq(i32, a->clock.move_ms, b->clock.move_ms));
        cr_assert(eq(i32, a->clock.bank_ms, b->clock.bank_ms));
        cr_assert(eq(u8, a->view.seat, b->view.seat));
        cr_assert(eq(u8, a->view.seats, b->view.seats));
        cr_assert(eq(u16, a->view.round, b->view.round));
        cr_assert(eq(i8, a->view.leader, b->view.leader));
        cr_assert(eq(u8, a->view.lead_rule, b->view.lead_rule));
        cr_assert(eq(u8, a->view.stock, b->view.stock));
        cr_assert(eq(u8, a->view.drawable, b->view.drawable));
        cr_assert(eq(u8, a->view.drawn, b->view.drawn));
        cr_assert(eq(u8, a->view.end_count, b->view.end_count));
        cr_assert(eq(int, memcmp(a->view.ends, b->view.ends, a->view.end_count), 0));
        cr_assert(eq(int, memcmp(a->view.counts, b->view.counts, a->view.seats), 0));
        cr_assert(eq(int, memcmp(a->view.scores, b->view.scores, a->view.seats * 4u), 0));
        cr_assert(dom_tileset_equal(a->view.hand, b->view.hand));
        cr_assert(eq(u16, a->view.legal_count, b->view.legal_count));
        cr_assert(eq(u16, a->view.history_count, b->view.history_count));
        cr_assert(eq(int,
                     memcmp(a->view.legal, b->view.legal, a->view.legal_count * sizeof(dom_action)),
                     0));
        cr_assert(
            eq(int,
               memcmp(a->view.history, b->view.history, a->view.history_count * sizeof(dom_event)),
               0));
    }
}

Test(protocol_message, encoding_fails_without_overrun_if_the_buffer_is_small)
{
    static dom_msg msg;
    uint64_t state = 3;
    for (int type = 0; type < DOM_MSG_UNKNOWN; type++)
        for (dom_format format = DOM_FORMAT_MSGPACK; format <= DOM_FORMAT_JSON; format++) {
            generate_message(&state, (dom_msg_type)type, &msg);
            size_t size = dom_msg_encode(format, (dom_msg_type)type, &msg.as, wire, sizeof wire);
            for (size_t room = 0; room < size; room += 1 + room / 50) {
                again[room] = 0xee;
                cr_assert(
                    eq(sz, dom_msg_encode(format, (dom_msg_type)type, &msg.as, again, room), 0));
                cr_assert(eq(u8, again[room], 0xee));
            }
            cr_assert(
                eq(sz, dom_msg_encode(format, (dom_msg_type)type, &msg.as, again, size), size));
        }
}

Test(protocol_message, a_minimal_hello_has_the_defaults)
{
    dom_msg msg;
    cr_assert(eq(int, decode_json("{\"type\":\"hello\",\"protocol\":1}", &msg, NULL), DOM_OK));
    cr_assert(eq(int, msg.type, DOM_MSG_HELLO));
    cr_assert(eq(i32, msg.as.hello.protocol, 1));
    cr_assert(eq(str, msg.as.hello.name, ""));
    cr_assert(eq(str, msg.as.hello.version, ""));
    cr_assert(eq(str, msg.as.hello.language, ""));
    cr_assert(eq(i32, msg.as.hello.max_tables, 1));
    cr_assert(eq(i32, msg.as.hello.batch, 1));
    cr_assert(not(msg.as.hello.events));
}

Test(protocol_message, an_action_that_no_position_can_list_is_read_as_pass)
{
    static const char *const actions[] = {"[\"play\",1,6,0]", "[\"play\",13,0,0]",
                                          "[\"play\",6,1,4]", "[\"play\",-1,-1,0,\"down\"]",
                                          "[\"play\",300,44,256]"};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        dom_msg msg;
        char text[100];
        (void)snprintf(text, sizeof text, "{\"type\":\"act\",\"req\":5,\"action\":%s}", actions[i]);
        cr_assert(eq(int, decode_json(text, &msg, NULL), DOM_OK));
        cr_assert(msg.as.act.has_action);
        cr_assert(eq(int, msg.as.act.action.kind, DOM_PASS), "%s", actions[i]);
    }
}

Test(protocol_message, blanks_and_returns_around_a_line_are_ignored)
{
    dom_msg msg;
    cr_assert(
        eq(int, decode_json(" \t {\"type\":\"bye\",\"reason\":\"x\"} \r", &msg, NULL), DOM_OK));
    cr_assert(eq(str, msg.as.bye.reason, "x"));
    cr_assert(eq(int, decode_json(" \r", &msg, NULL), DOM_E_MALFORMED));
}

struct complaint {
    const char *json, *text;
};

Test(protocol_message, errors_name_the_field_and_the_reason)
{
    static const struct complaint complaints[] = {
        {"{\"type\":\"act\",\"req\":5,\"choice\":\"1\"}", "act.choice: expected an integer"},
        {"{\"type\":\"act\",\"req\":5,\"choice\":1.0}", "act.choice: expected an integer"},
        {"{\"type\":\"act\",\"choice\":1}", "act.req: is missing"},
        {"{\"type\":\"act\",\"req\":5}", "act: neither choice nor action"},
        {"{\"type\":\"acts\",\"acts\":[{\"req\":1,\"choice\":0},{\"req\":2,\"choice\":null}]}",
         "acts.acts[1].choice: expected an integer"},
        {"{\"type\":\"hello\",\"protocol\":1,\"batch\":0}", "hello.batch: 0 is not in 1..256"},
        {"{\"type\":\"hello\",\"protocol\":1,\"batch\":2}",
         "hello: batch 2 is more than max_tables 1"},
        {"{\"type\":\"hello\",\"protocol\":1,\"name\":7}", "hello.name: expected a text"},
        {"{\"type\":\"hello\",\"protocol\":1,\"events\":1}",
         "hello.events: expected true or false"},
        {"{\"type\":\"acts\",\"acts\":[{\"req\":1,\"choice\":null}]}",
         "acts.acts[0].choice: expected an integer"},
        {"{\"type\":\"act\",\"req\":5,\"choice\":1,\"action\":[\"draw\"]}",
         "act: both choice and action"},
        {"{\"type\":\"asks\",\"asks\":[]}", "asks.asks: 0 entries, not 1..256"},
        {"{\"type\":\"ask\",\"seats\":9}", "ask.seats: 9 is not in 2..8"},
        {"{\"type\":\"ask\",\"scores\":[1]}", "ask.scores: 1 seats, not 2..8"},
        {"{\"type\":\"ask\",\"scores\":[1,2],\"seats\":3}",
         "ask.seats: 3 seats where another field says 2"},
        {"{\"type\":\"ask\",\"scores\":[1,null]}", "ask.scores[1]: expected an integer"},
        {"{\"type\":\"ask\",\"scores\":[1,2],\"round\":0}", "ask.round: 0 is not in 1..65535"},
        {"{\"type\":\"ask\",\"scores\":[1,2]}", "ask.req: is missing"},
        {"{\"type\":\"ask\",\"hand\":[[6,1],[5,0]]}", "ask.hand: tiles are not in tile order"},
        {"{\"type\":\"ask\",\"ends\":[13]}", "ask.ends[0]: 13 is not in -1..12"},
        {"{\"type\":\"ask\",\"history\":[[0,\"pass\"],7]}", "ask.history[1]: expected an event"},
        {"{\"type\":\"ask\",\"legal\":[[\"pass\"]]}", "ask.legal[0]: expected an action"},
        {"{\"type\":\"round\",\"hands\":[[],[[0,1]]]}",
         "round.hands[1]: expected tiles [high, low]"},
        {"{\"type\":\"match\",\"bots\":[\"a\",\"\"]}",
         "match.bots[1]: a text of 0 bytes, not of 1..32"},
        {"{\"type\":\"welcome\",\"limits\":{\"move_ms\":-1}}",
         "welcome.limits.move_ms: -1 is not in 0..2147483647"},
        {"{\"type\":\"welcome\",\"variants\":{\"a\":{\"players\":9}}}",
         "welcome.variants[0].players: not a value of this option"},
        {"{\"type\":7}", "message: type: expected a text"},
        {"[]", "message: expected a map"},
    };
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
        dom_msg msg;
        dom_err err = {.text = ""};
        cr_expect(eq(int, decode_json(complaints[i].json, &msg, &err), DOM_E_MALFORMED));
        cr_expect(eq(str, err.text, (char *)complaints[i].text));
    }
}

Test(protocol_message, a_malformed_message_reports_its_type_if_known)
{
    static const struct {
        const char *json;
        dom_msg_type type;
    } cases[] = {
        {"{'type': 'act'}", DOM_MSG_UNKNOWN}, {"{\"a\":1}", DOM_MSG_UNKNOWN},
        {"{\"type\":1}", DOM_MSG_UNKNOWN},    {"[1]", DOM_MSG_UNKNOWN},
        {"{\"type\":\"act\"}", DOM_MSG_ACT},  {"{\"type\":\"hello\"}", DOM_MSG_HELLO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_msg msg = {.type = DOM_MSG_BYE};
        cr_expect(eq(int, decode_json(cases[i].json, &msg, NULL), DOM_E_MALFORMED));
        cr_expect(eq(int, msg.type, cases[i].type), "%s", cases[i].json);
    }
}

Test(protocol_message, invalid_bytes_of_texts_are_encoded_as_question_marks)
{
    dom_msg_bye bye;
    dom_msg msg;
    for (dom_format format = DOM_FORMAT_MSGPACK; format <= DOM_FORMAT_JSON; format++) {
        strcpy(bye.reason, "caf\xc3\xa9 \xff\x01 \xe2\x82");
        size_t size = dom_msg_encode(format, DOM_MSG_BYE, &bye, wire, sizeof wire);
        cr_assert(eq(int, dom_msg_decode(decoder, format, wire, size, &msg, NULL), DOM_OK));
        cr_assert(eq(str, msg.as.bye.reason, "caf\xc3\xa9 ?? ??"));
        memset(bye.reason, 'x', sizeof bye.reason);
        bye.reason[DOM_TEXT_BYTES - 1] = '\0';
        bye.reason[0] = '\n';
        size = dom_msg_encode(format, DOM_MSG_BYE, &bye, wire, sizeof wire);
        cr_assert(eq(int, dom_msg_decode(decoder, format, wire, size, &msg, NULL), DOM_OK));
        cr_assert(eq(sz, strlen(msg.as.bye.reason), DOM_TEXT_BYTES - 1));
    }
}

Test(protocol_message, more_asks_than_room_are_malformed)
{
    static dom_msg msg;
    uint64_t state = 5;
    do
        generate_message(&state, DOM_MSG_ASKS, &msg);
    while (msg.as.asks.count < 3);
    size_t size = dom_msg_encode(DOM_FORMAT_MSGPACK, DOM_MSG_ASKS, &msg.as, wire, sizeof wire);
    dom_msg read = ready();
    read.as.asks.room = msg.as.asks.count;
    cr_assert(
        eq(int, dom_msg_decode(decoder, DOM_FORMAT_MSGPACK, wire, size, &read, NULL), DOM_OK));
    cr_assert(eq(u16, read.as.asks.count, msg.as.asks.count));
    read = ready();
    read.as.asks = (dom_msg_asks){0};
    cr_assert(eq(int, dom_msg_decode(decoder, DOM_FORMAT_MSGPACK, wire, size, &read, NULL),
                 DOM_E_MALFORMED));
    read = ready();
    read.as.asks.room = (uint16_t)(msg.as.asks.count - 1);
    cr_assert(eq(int, dom_msg_decode(decoder, DOM_FORMAT_MSGPACK, wire, size, &read, NULL),
                 DOM_E_MALFORMED));
}

/* Decodes a message that begins like this and is filled up to `size` bytes. */
static dom_rc decode_filled(const char *beginning, size_t size, dom_err *err)
{
    int head = snprintf((char *)wire, sizeof wire, "{%s,\"x\":\"", beginning);
    memset(wire + head, 'x', size);
    memcpy(wire + size - 2, "\"}", 2);
    dom_msg msg = ready();
    return dom_msg_decode(decoder, DOM_FORMAT_JSON, wire, size, &msg, err);
}

Test(protocol_message, a_message_has_at_most_65536_bytes_if_a_bot_sends_it_and_1048576_otherwise)
{
    static const struct {
        const char *beginning;
        size_t most;
        const char *text;
    } cases[] = {
        {"\"type\":\"hello\",\"protocol\":1", 65536, "hello: 65537 bytes, more than 65536"},
        {"\"type\":\"act\",\"req\":1,\"choice\":0", 65536, "act: 65537 bytes, more than 65536"},
        {"\"type\":\"acts\",\"acts\":[]", 65536, "acts: 65537 bytes, more than 65536"},
        {"\"type\":\"bye\",\"reason\":\"\"", 1048576, "message: 1048577 bytes, more than 1048576"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err = {.text = ""};
        cr_expect(eq(int, decode_filled(cases[i].beginning, cases[i].most, &err), DOM_OK), "%s",
                  err.text);
        cr_expect(
            eq(int, decode_filled(cases[i].beginning, cases[i].most + 1, &err), DOM_E_MALFORMED));
        cr_expect(eq(str, err.text, (char *)cases[i].text));
    }
}

Test(protocol_message, a_large_message_does_not_affect_later_ones)
{
    static dom_msg msg;
    uint64_t state = 1;
    for (int i = 0; i < 200; i++) {
        generate_message(&state, i % 3 ? DOM_MSG_ACT : DOM_MSG_ACTS, &msg);
        size_t size = dom_msg_encode(DOM_FORMAT_MSGPACK, msg.type, &msg.as, wire, sizeof wire);
        memset(wire + size, 0xc0, 10);
        dom_msg read = ready();
        cr_assert(
            eq(int, dom_msg_decode(decoder, DOM_FORMAT_MSGPACK, wire, size, &read, NULL), DOM_OK));
        cr_assert(eq(int, dom_msg_decode(decoder, DOM_FORMAT_MSGPACK, wire, size + 1, &read, NULL),
                     DOM_E_MALFORMED));
    }
}

Test(protocol_message, type_words_are_those_of_the_specification)
{
    static const char *const words[] = {"hello", "welcome", "match",  "ask",   "asks", "act",
                                        "acts",  "round",   "result", "fault", "bye"};
    for (int type = 0; type < DOM_MSG_UNKNOWN; type++)
        cr_assert(eq(str, (char *)dom_msg_type_word((dom_msg_type)type), (char *)words[type]));
}
