/* The golden vectors, which decide where the specification leaves a doubt, and messages that are
 * derived from them. */
#include "vectors.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static dom_msg_ask ask_store[8];
static dom_msg_ask *asks[8];
static dom_decoder *decoder;
static uint8_t *block; /* the message that was decoded last */

static void open_decoder(void)
{
    decoder = dom_decoder_open();
    for (int i = 0; i < 8; i++)
        asks[i] = &ask_store[i];
}

static void close_decoder(void)
{
    dom_decoder_close(&decoder);
    free(block);
    block = NULL;
}

TestSuite(protocol_vectors, .init = open_decoder, .fini = close_decoder);

/* Decodes from a block of exactly this size, so that a sanitizer notices a read beyond it. */
static dom_rc decode(dom_format format, const uint8_t *bytes, size_t size, dom_msg *msg,
                     dom_err *err)
{
    free(block); /* of the call before: an info points into it */
    block = malloc(size ? size : 1);
    memcpy(block, bytes, size);
    memset(msg, 0xa5, sizeof *msg);
    msg->as.asks = (dom_msg_asks){.room = 8, .item = asks};
    return dom_msg_decode(decoder, format, block, size, msg, err);
}

static const char *const sides[] = {"bot", "arena"};
#define EACH_SIDE_AND_FORMAT                                                                       \
    for (int side = 0; side < 2; side++)                                                           \
        for (dom_format format = DOM_FORMAT_MSGPACK; format <= DOM_FORMAT_JSON; format++)

static bool is_of_bot(dom_msg_type type)
{
    return type == DOM_MSG_HELLO || type == DOM_MSG_ACT || type == DOM_MSG_ACTS;
}

Test(protocol_vectors, good_vectors_are_decoded)
{
    int seen[DOM_MSG_TYPES] = {0};
    EACH_SIDE_AND_FORMAT
    {
        size_t count;
        const vector *v = vectors_load(sides[side], "ok", format, &count);
        for (size_t i = 0; i < count; i++) {
            dom_msg msg;
            dom_err err = {.text = ""};
            cr_expect(eq(int, decode(format, v[i].bytes, v[i].size, &msg, &err), DOM_OK),
                      "%s.ok %s: %s", sides[side], v[i].name, err.text);
            if (msg.type != DOM_MSG_UNKNOWN)
                cr_expect(eq(int, is_of_bot(msg.type), side == 0), "%s", v[i].name);
            seen[msg.type]++;
        }
    }
    for (int type = 0; type <= DOM_MSG_UNKNOWN; type++)
        cr_expect(ge(int, seen[type], 2), "type %d is in no vector", type);
}

/* Returns how many acts of a message have an info, and checks whether each is good. */
static int judge_infos(const vector *v, dom_format format, bool is_good)
{
    dom_msg msg;
    cr_assert(eq(int, decode(format, v->bytes, v->size, &msg, NULL), DOM_OK), "%s", v->name);
    const dom_msg_act *act = msg.type == DOM_MSG_ACT ? &msg.as.act : msg.as.acts.act;
    int count = msg.type == DOM_MSG_ACT    ? 1
                : msg.type == DOM_MSG_ACTS ? msg.as.acts.count
                                           : 0,
        infos = 0;
    for (int i = 0; i < count; i++) {
        dom_info info;
        dom_err err = {.text = ""};
        if (act[i].info.bytes == NULL)
            continue;
        infos++;
        cr_expect(eq(int, dom_info_read(&act[i].info, &info, &err) == DOM_OK, is_good), "%s: %s",
                  v->name, err.text);
        cr_expect(eq(int, err.text[0] == '\0', is_good), "%s", v->name);
    }
    return infos;
}

Test(protocol_vectors, an_info_is_good_or_dropped)
{
    static const char *const kinds[] = {"dropped", "ok"};
    for (int is_good = 0; is_good < 2; is_good++)
        for (dom_format format = DOM_FORMAT_MSGPACK; format <= DOM_FORMAT_JSON; format++) {
            size_t count, infos = 0;
            const vector *v = vectors_load("bot", kinds[is_good], format, &count);
            for (size_t i = 0; i < count; i++) {
                int found = judge_infos(&v[i], format, is_good);
                cr_expect(is_good || found > 0, "%s has no info", v[i].name);
                infos += (size_t)found;
            }
            cr_expect(ge(sz, infos, 7), "%s", kinds[is_good]);
        }
}

Test(protocol_vectors, bad_vectors_are_refused_with_a_reason)
{
    size_t total = 0;
    EACH_SIDE_AND_FORMAT
    {
        size_t count;
        const vector *v = vectors_load(sides[side], "bad", format, &count);
        total += count;
        for (size_t i = 0; i < count; i++) {
            dom_msg msg;
            dom_err err = {.text = ""};
            cr_expect(eq(int, decode(format, v[i].bytes, v[i].size, &msg, &err), DOM_E_MALFORMED),
                      "%s.bad %s was accepted", sides[side], v[i].name);
            cr_expect(ge(sz, strlen(err.text), 1), "%s", v[i].name);
        }
    }
    cr_expect(ge(sz, total, 100));
}

/* Encodes one message in MessagePack. */
static size_t canonical(dom_format format, const vector *v, uint8_t *out, size_t room)
{
    dom_msg msg;
    cr_assert(eq(int, decode(format, v->bytes, v->size, &msg, NULL), DOM_OK), "%s", v->name);
    if (msg.type == DOM_MSG_UNKNOWN)
        return 0;
    return dom_msg_encode(DOM_FORMAT_MSGPACK, msg.type, &msg.as, out, room);
}

Test(protocol_vectors, both_formats_give_the_same_message)
{
    static vector packed[VECTORS_MAX];
    static uint8_t a[1 << 16], b[1 << 16];
    for (int side = 0; side < 2; side++) {
        size_t packed_count, count, pairs = 0;
        memcpy(packed, vectors_load(sides[side], "ok", DOM_FORMAT_MSGPACK, &packed_count),
               sizeof packed);
        const vector *json = vectors_load(sides[side], "ok", DOM_FORMAT_JSON, &count);
        for (size_t i = 0; i < count; i++) {
            const vector *twin = vectors_find(packed, packed_count, json[i].name);
            cr_assert(ne(ptr, (void *)twin, NULL), "%s", json[i].name);
            size_t size = canonical(DOM_FORMAT_JSON, &json[i], a, sizeof a);
            cr_expect(eq(sz, canonical(DOM_FORMAT_MSGPACK, twin, b, sizeof b), size), "%s",
                      twin->name);
            cr_expect(eq(int, memcmp(a, b, size), 0), "%s", twin->name);
            pairs++;
        }
        cr_expect(ge(sz, pairs, 26));
    }
}

/* A reader must accept these vectors, but this codec would not write them. */
/* clang-format off */
static const char *const not_canonical[] = {
    "hello-minimal", "hello-label-64", "hello-label-empty", "hello-labels-empty", "hello-characters",
    "hello-unicode", "hello-unknown-keys", "hello-deepest",
    "hello-wide-integers", "hello-other-protocol", "hello-skips-bin",
    "hello-skips-not-utf8", "hello-skips-surrogate", "hello-skips-key-not-utf8",
    "unknown-type-not-utf8", "hello-skips-odd-map", "hello-skips-large-integer", "hello-skips-nul", "hello-escapes",
    "act-key-order", "act-req-last", "act-wide-integers", "act-long-forms",
    "act-impossible-order", "act-impossible-pips", "act-impossible-end",
    "act-impossible-numbers", "act-type-inside", "act-info-expected", "act-info-float-32",
    "act-info-largest", "act-info-action", "unknown-type",
    "welcome-unknown-option", "ask-key-order", "ask-unknown-keys",
    "ask-wide-integers", "unknown-type-arena",
};
/* clang-format on */

static bool is_canonical(const char *name)
{
    for (size_t i = 0; i < sizeof not_canonical / sizeof *not_canonical; i++)
        if (strcmp(not_canonical[i], name) == 0)
            return false;
    return true;
}

Test(protocol_vectors, encoding_gives_the_bytes_of_the_vectors)
{
    static uint8_t bytes[1 << 16];
    for (int side = 0; side < 2; side++) {
        size_t count;
        const vector *v = vectors_load(sides[side], "ok", DOM_FORMAT_MSGPACK, &count);
        for (size_t i = 0; i < count; i++) {
            size_t size = canonical(DOM_FORMAT_MSGPACK, &v[i], bytes, sizeof bytes);
            bool same = size == v[i].size && memcmp(bytes, v[i].bytes, size) == 0;
            cr_expect(eq(int, same, is_canonical(v[i].name)), "%s", v[i].name);
        }
    }
}

Test(protocol_vectors, every_proper_prefix_of_a_message_is_refused)
{
    EACH_SIDE_AND_FORMAT
    {
        size_t count;
        const vector *v = vectors_load(sides[side], "ok", format, &count);
        for (size_t i = 0; i < count; i++)
            for (size_t size = 0; size < v[i].size; size += 1 + size / 2000) {
                dom_msg msg;
                cr_assert(eq(int, decode(format, v[i].bytes, size, &msg, NULL), DOM_E_MALFORMED),
                          "%s cut to %zu bytes", v[i].name, size);
            }
    }
}

static uint64_t bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Decodes the bytes. If they are a message, encodes it again. */
static void chew(dom_format format, const uint8_t *bytes, size_t size)
{
    static uint8_t out[1 << 16];
    dom_msg msg;
    dom_err err;
    dom_rc rc = decode(format, bytes, size, &msg, &err);
    cr_assert(rc == DOM_OK || rc == DOM_E_MALFORMED);
    if (rc == DOM_OK && msg.type != DOM_MSG_UNKNOWN)
        cr_assert(ge(sz, dom_msg_encode(format, msg.type, &msg.as, out, sizeof out), 1));
}

Test(protocol_vectors, damaged_messages_never_crash)
{
    uint64_t state = 99;
    EACH_SIDE_AND_FORMAT
    {
        size_t count;
        const vector *v = vectors_load(sides[side], "ok", format, &count);
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < 300; k++) {
                static vector damaged;
                memcpy(damaged.bytes, v[i].bytes, v[i].size);
                for (uint64_t n = bits(&state) % 3 + 1; n > 0; n--)
                    damaged.bytes[bits(&state) % v[i].size] = (uint8_t)bits(&state);
                chew(format, damaged.bytes, v[i].size);
            }
    }
}

Test(protocol_vectors, random_bytes_never_crash)
{
    uint64_t state = 5;
    for (int i = 0; i < 100000; i++) {
        uint8_t bytes[64];
        size_t size = bits(&state) % sizeof bytes;
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)bits(&state);
        if (size > 0)
            bytes[0] = i % 2 ? '{' : (uint8_t)(0x80 + bits(&state) % 4);
        chew(i % 2 ? DOM_FORMAT_JSON : DOM_FORMAT_MSGPACK, bytes, size);
    }
}

Test(protocol_vectors, a_known_ask_is_read_field_by_field)
{
    size_t count;
    const vector *all = vectors_load("arena", "ok", DOM_FORMAT_MSGPACK, &count);
    const vector *v = vectors_find(all, count, "ask-spinner");
    dom_msg msg;
    cr_assert(eq(int, decode(DOM_FORMAT_MSGPACK, v->bytes, v->size, &msg, NULL), DOM_OK));
    const dom_msg_ask *ask = &msg.as.ask;
    const dom_view *view = &ask->view;
    cr_assert(eq(i64, ask->req, 901));
    cr_assert(eq(i64, ask->seed, DOM_INTEGER_MAX));
    cr_assert(eq(str, (char *)ask->variant, "homo-homini-lupus"));
    cr_assert(eq(i32, ask->clock.bank_ms, 250));
    cr_assert(eq(u8, view->seat, 3));
    cr_assert(eq(i32, view->scores[0], -1150));
    cr_assert(eq(int, dom_tileset_count(view->hand), 5));
    cr_assert(dom_tileset_has(view->hand, dom_tile_of(4, 5)));
    cr_assert(eq(i8, view->ends[0], DOM_ARM_CLOSED));
    cr_assert(eq(i8, view->ends[2], 5));
    cr_assert(eq(u16, view->history_count, 6));
    cr_assert(eq(u8, view->history[2].down, 1));
    cr_assert(eq(u8, view->history[2].tile, dom_tile_of(3, 3)));
    cr_assert(eq(u8, view->history[4].kind, DOM_EVENT_DRAW));
    cr_assert(eq(u8, view->history[4].count, 2));
    cr_assert(eq(u8, view->history[4].tile, DOM_NO_TILE));
    cr_assert(eq(u16, view->legal_count, 7));
    cr_assert(eq(u8, view->legal[6].end, 2));
    cr_assert(eq(u8, view->legal[6].down, 1));
}
