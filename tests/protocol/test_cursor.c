/* The cursor (cursor.h) over MessagePack messages. */
#include "cursor.h"

#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

/* Reads one value that must fill the buffer. Returns what is wrong, or NULL. *at is the
 * place where reading ended; `at` may be NULL. */
static const char *wrong_with(const uint8_t *bytes, size_t size, size_t *at)
{
    dom_cursor c = dom_cursor_of(bytes, size);
    dom_cursor_skip(&c, DOM_DEPTH_MAX);
    dom_cursor_finish(&c);
    if (at)
        *at = (size_t)(c.at - c.start);
    return c.wrong;
}

/* Returns the number of values inside the next one. */
static size_t count_values(dom_cursor *c)
{
    dom_value value = dom_cursor_next(c);
    size_t inside = value.kind < DOM_VALUE_ARRAY ? 0 : value.count, count;
    inside *= value.kind == DOM_VALUE_MAP ? 2 : 1;
    count = inside;
    for (size_t i = 0; i < inside; i++)
        count += count_values(c);
    return count;
}

typedef struct {
    const char *what;
    const char bytes[24];
    size_t size;
    dom_rc rc;
    size_t values; /* number of values inside maps and arrays */
} cursor_case;

#define CASE(what, bytes, rc, values)                                                              \
    {                                                                                              \
        what, bytes, sizeof(bytes) - 1, rc, values                                                 \
    }

ParameterizedTestParameters(protocol_cursor, a_message_is_exactly_one_value)
{
    static cursor_case cases[] = {
        CASE("nothing", "", DOM_E_MALFORMED, 0),
        CASE("nil", "\xc0", DOM_OK, 0),
        CASE("small integer", "\x7f", DOM_OK, 0),
        CASE("small negative integer", "\xff", DOM_OK, 0),
        CASE("every width", "\x98\xcc\1\xcd\1\2\xce\1\2\3\4\xd0\1\xd1\1\2\xc2\xc3\xa1\0", DOM_OK,
             8),
        CASE("double", "\xcb\x7f\xef\xff\xff\xff\xff\xff\xff", DOM_OK, 0),
        CASE("minus infinity", "\xcb\xff\xf0\0\0\0\0\0\0", DOM_E_MALFORMED, 0),
        CASE("float that is no number", "\xca\x7f\xc0\0\0", DOM_E_MALFORMED, 0),
        CASE("empty map", "\x80", DOM_OK, 0),
        CASE("map counts two values an entry", "\x82\1\2\3\4", DOM_OK, 4),
        CASE("arrays inside each other", "\x92\x91\xc0\x90", DOM_OK, 3),
        CASE("text 8, bin 8", "\x92\xd9\2ab\xc4\1\xff", DOM_OK, 2),
        CASE("text 16, bin 16", "\x92\xda\0\1a\xc5\0\0", DOM_OK, 2),
        CASE("text 32, bin 32", "\x92\xdb\0\0\0\1a\xc6\0\0\0\0", DOM_OK, 2),
        CASE("map 16, map 32", "\x92\xde\0\1\1\1\xdf\0\0\0\0", DOM_OK, 4),
        CASE("behind the end", "\xc0\xc0", DOM_E_MALFORMED, 0),
        CASE("length cut", "\xda\0", DOM_E_MALFORMED, 0),
        CASE("number cut", "\xcf\0\0\0\0\0\0\0", DOM_E_MALFORMED, 0),
        CASE("text cut",
             "\xa3"
             "ab",
             DOM_E_MALFORMED, 0),
        CASE("array of all there could be", "\xdd\xff\xff\xff\xff", DOM_E_MALFORMED, 0),
        CASE("map of half as many as bytes", "\xde\0\2\1\1\1\1", DOM_OK, 4),
        CASE("map of one more", "\xde\0\3\1\1\1\1\1", DOM_E_MALFORMED, 0),
        CASE("eight levels", "\x91\x91\x91\x91\x91\x91\x91\x91\xc0", DOM_OK, 8),
        CASE("nine levels", "\x91\x91\x91\x91\x91\x91\x91\x91\x91\xc0", DOM_E_MALFORMED, 0),
        CASE("ninth level empty", "\x91\x91\x91\x91\x91\x91\x91\x91\x80", DOM_E_MALFORMED, 0),
        CASE("many beside each other", "\x98\x90\x90\x90\x90\x90\x90\x90\x90", DOM_OK, 8),
        CASE("never used", "\xc1", DOM_E_MALFORMED, 0),
        CASE("ext 8", "\xc7\0\1", DOM_E_MALFORMED, 0),
        CASE("fixext 16", "\xd8\1aaaaaaaaaaaaaaaa", DOM_E_MALFORMED, 0),
    };
    return cr_make_param_array(cursor_case, cases, sizeof cases / sizeof *cases);
}

ParameterizedTest(cursor_case *c, protocol_cursor, a_message_is_exactly_one_value)
{
    uint8_t *bytes = malloc(c->size + 1); /* so that a sanitizer notices a read beyond the end */
    memcpy(bytes, c->bytes, c->size);
    bytes = realloc(bytes, c->size ? c->size : 1);
    const char *wrong = wrong_with(bytes, c->size, NULL);
    cr_expect(eq(int, wrong == NULL, c->rc == DOM_OK), "%s", c->what);
    if (wrong == NULL) {
        dom_cursor cursor = dom_cursor_of(bytes, c->size);
        cr_expect(eq(sz, count_values(&cursor), c->values), "%s", c->what);
    }
    free(bytes);
}

Test(protocol_cursor, every_first_byte_is_accepted_or_refused)
{
    for (int tag = 0; tag < 256; tag++) {
        uint8_t bytes[1] = {(uint8_t)tag};
        bool alone = tag <= 0x80 || tag == 0x90 || tag == 0xa0 || tag == 0xc0 || tag == 0xc2 ||
                     tag == 0xc3 || tag >= 0xe0;
        cr_expect(eq(int, wrong_with(bytes, 1, NULL) == NULL, alone), "%02x", tag);
    }
}

Test(protocol_cursor, extension_types_and_the_reserved_tag_are_refused_where_they_stand)
{
    static const uint8_t tags[] = {0xc1, 0xc7, 0xc8, 0xc9, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8};
    for (size_t i = 0; i < sizeof tags; i++) {
        uint8_t bytes[20] = {tags[i]};
        size_t at;
        const char *wrong = wrong_with(bytes, sizeof bytes, &at);
        cr_expect(eq(str, (char *)wrong, "holds a type that is not part of the protocol"), "%02x",
                  tags[i]);
        cr_expect(eq(sz, at, 1));
    }
}

/* A number that is not finite and an extension, each in front of a 7. */
static void read_odd(bool is_lenient, const char *bytes, size_t size, dom_value_kind kind)
{
    dom_cursor c = dom_cursor_of((const uint8_t *)bytes, size);
    c.is_lenient = is_lenient;
    cr_expect(eq(int, dom_cursor_next(&c).kind, kind));
    cr_expect(eq(int, c.wrong != NULL, !is_lenient));
    cr_expect(eq(i64, dom_cursor_next(&c).integer, is_lenient ? 7 : 0));
}

Test(protocol_cursor, a_lenient_cursor_passes_over_what_no_message_may_hold)
{
#define ODD(bytes) bytes "\7", sizeof(bytes "\7") - 1
    for (int is_lenient = 0; is_lenient < 2; is_lenient++) {
        read_odd(is_lenient, ODD("\xcb\x7f\xf8\0\0\0\0\0\0"), DOM_VALUE_OTHER);
        read_odd(is_lenient, ODD("\xca\xff\x80\0\0"), DOM_VALUE_OTHER);
        read_odd(is_lenient, ODD("\xd4\5\0"), DOM_VALUE_OTHER);
        read_odd(is_lenient, ODD("\xd6\xff\0\0\0\0"), DOM_VALUE_OTHER);
        read_odd(is_lenient, ODD("\xc7\2\5\0\0"), DOM_VALUE_OTHER);
        read_odd(is_lenient, ODD("\xc9\0\0\0\0\5"), DOM_VALUE_OTHER);
    }
    dom_cursor cut = dom_cursor_of((const uint8_t *)"\xd8\5\0", 3);
    cut.is_lenient = true;
    cr_expect(eq(int, dom_cursor_next(&cut).kind, DOM_VALUE_OTHER));
    cr_expect(ne(ptr, (void *)cut.wrong, NULL));
}

Test(protocol_cursor, after_an_error_every_value_is_of_no_type)
{
    static const uint8_t bytes[] = {0x93, 1, 0xc1, 2, 3};
    dom_cursor c = dom_cursor_of(bytes, sizeof bytes);
    cr_expect(eq(int, dom_cursor_next(&c).kind, DOM_VALUE_ARRAY));
    cr_expect(eq(int, dom_cursor_next(&c).kind, DOM_VALUE_INTEGER));
    for (int i = 0; i < 3; i++) {
        int64_t number;
        int count;
        cr_expect(eq(int, dom_cursor_next(&c).kind, DOM_VALUE_OTHER));
        cr_expect(ne(ptr, (void *)c.wrong, NULL));
        cr_expect(not(dom_cursor_take_small(&c, -32, 127, &number)));
        cr_expect(not(dom_cursor_take_large(&c, INT64_MAX, &number)));
        cr_expect(not(dom_cursor_take_head(&c, 0, 15, &count)));
        cr_expect(eq(sz, (size_t)(c.at - c.start), 3));
    }
}

/* Each short way takes exactly what dom_cursor_next gives, or nothing. */
static void compare_ways(const uint8_t *bytes, size_t size, const dom_word *word)
{
    dom_cursor c = dom_cursor_of(bytes, size), next = c, copy = c;
    dom_value value = dom_cursor_next(&next);
    int64_t number;
    int count;
    uint8_t tag = size > 0 ? bytes[0] : 0xc0;
    if (dom_cursor_take_small(&copy, -5, 100, &number)) {
        cr_assert(dom_value_within(&value, -5, 100) && number == value.integer);
        cr_assert(eq(ptr, (void *)copy.at, (void *)next.at));
    } else {
        int small = (int8_t)tag;
        cr_assert(small < -5 || small > 100);
    }
    copy = c;
    if (dom_cursor_take_large(&copy, 300, &number)) {
        cr_assert(dom_value_within(&value, 0, 300) && number == value.integer);
        cr_assert(eq(ptr, (void *)copy.at, (void *)next.at));
    } else {
        bool is_large = tag == 0xcd || tag == 0xcf;
        cr_assert(not(is_large && size >= 9 && dom_value_within(&value, 0, 300)));
    }
    copy = c;
    if (dom_cursor_take_head(&copy, 2, 9, &count)) {
        cr_assert(value.kind == DOM_VALUE_ARRAY && value.count == (uint32_t)count);
        cr_assert(2 <= count && count <= 9);
        cr_assert(eq(ptr, (void *)copy.at, (void *)next.at));
    } else {
        cr_assert(tag < 0x92 || tag > 0x99 || (size_t)(tag - 0x90) >= size);
    }
    copy = c;
    if (dom_cursor_take_word(&copy, word)) {
        cr_assert(dom_value_says(&value, word));
        cr_assert(eq(ptr, (void *)copy.at, (void *)next.at));
    }
}

Test(protocol_cursor, the_short_ways_take_what_the_long_one_takes)
{
    static const dom_word words[] = {DOM_WORD("by"), DOM_WORD("lead"), DOM_WORD("increment_ms"),
                                     DOM_WORD("fourteen bytes")};
    for (int tag = 0; tag < 256; tag++)
        for (int second = 0; second < 256; second++)
            for (size_t size = 0; size <= 20; size += size < 3 ? 1 : 17) {
                uint8_t *bytes = malloc(size + 1); /* as above */
                memset(bytes, second, size);
                if (size > 0)
                    bytes[0] = (uint8_t)tag;
                bytes = realloc(bytes, size ? size : 1);
                compare_ways(bytes, size, &words[second % 4]);
                free(bytes);
            }
}

/* A word is only taken whole, and only with its own length. */
Test(protocol_cursor, a_word_is_taken_or_left)
{
    static const dom_word words[] = {DOM_WORD("by"), DOM_WORD("lead"), DOM_WORD("increment_ms"),
                                     DOM_WORD("fourteen bytes")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t bytes = dom_word_bytes(&words[i]);
        uint8_t message[32] = {0};
        cr_assert(eq(sz, bytes, strlen(words[i].text)));
        memcpy(message, &words[i], 1 + bytes);
        for (size_t k = 0; k < sizeof message; k++) {
            dom_cursor c = dom_cursor_of(message, sizeof message);
            message[k] ^= 1;
            cr_expect(eq(int, dom_cursor_take_word(&c, &words[i]), k > bytes), "%zu", k);
            message[k] ^= 1;
        }
    }
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Returns true if msgpack-c read the same value as the cursor has next. */
static bool is_same(dom_cursor *c, const msgpack_object *object)
{
    dom_value value = dom_cursor_next(c);
    switch (object->type) {
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        return value.kind == DOM_VALUE_INTEGER &&
               (uint64_t)value.integer ==
                   (object->via.u64 < INT64_MAX ? object->via.u64 : INT64_MAX);
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        return value.kind == DOM_VALUE_INTEGER && value.integer == object->via.i64;
    case MSGPACK_OBJECT_BOOLEAN:
        return value.kind == DOM_VALUE_BOOLEAN && value.boolean == object->via.boolean;
    case MSGPACK_OBJECT_STR:
        return value.kind == DOM_VALUE_TEXT && value.count == object->via.str.size &&
               (value.count == 0 || memcmp(value.text, object->via.str.ptr, value.count) == 0);
    case MSGPACK_OBJECT_ARRAY:
        if (value.kind != DOM_VALUE_ARRAY || value.count != object->via.array.size)
            return false;
        for (uint32_t i = 0; i < value.count; i++)
            if (!is_same(c, &object->via.array.ptr[i]))
                return false;
        return true;
    case MSGPACK_OBJECT_MAP:
        if (value.kind != DOM_VALUE_MAP || value.count != object->via.map.size)
            return false;
        for (uint32_t i = 0; i < value.count; i++)
            if (!is_same(c, &object->via.map.ptr[i].key) ||
                !is_same(c, &object->via.map.ptr[i].val))
                return false;
        return true;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_FLOAT64:
        return value.kind == DOM_VALUE_REAL && value.real == object->via.f64;
    default:
        return value.kind == DOM_VALUE_OTHER;
    }
}

/* Makes a random value of any kind, with lengths of every width. */
static void pack_random(msgpack_packer *out, uint64_t *state, int depth)
{
    static const char text[70000];
    static const uint8_t bits[] = {5, 7, 8, 15, 16, 31, 32, 62};
    size_t count = next_random(state) % (depth < 3 ? 18 : 3);
    size_t bytes = next_random(state) % 50 == 0 ? 66000 : next_random(state) % 300;
    uint64_t number = (next_random(state) << 31 | next_random(state)) >>
                      (62 - bits[next_random(state) % sizeof bits]);
    switch (next_random(state) % (depth < 5 ? 11 : 7)) {
    case 0:
        msgpack_pack_uint64(out, number);
        return;
    case 1:
        msgpack_pack_int64(out, -(int64_t)number);
        return;
    case 2:
        msgpack_pack_uint64(out, UINT64_MAX - number);
        return;
    case 3:
        msgpack_pack_str(out, bytes);
        msgpack_pack_str_body(out, text, bytes);
        return;
    case 4:
        msgpack_pack_bin(out, bytes);
        msgpack_pack_bin_body(out, text, bytes);
        return;
    case 5:
        (void)(number & 1 ? msgpack_pack_true(out) : msgpack_pack_false(out));
        return;
    case 6:
        (void)(number & 1 ? msgpack_pack_nil(out) : msgpack_pack_double(out, (double)number));
        return;
    case 7:
    case 8:
        msgpack_pack_array(out, count);
        break;
    default:
        msgpack_pack_map(out, count);
        count *= 2;
    }
    for (size_t i = 0; i < count; i++)
        pack_random(out, state, depth + 1);
}

Test(protocol_cursor, the_values_are_those_of_msgpack_c)
{
    uint64_t state = 7;
    size_t containers = 0;
    for (int i = 0; i < 3000; i++) {
        msgpack_sbuffer buffer;
        msgpack_packer packer;
        msgpack_unpacked theirs;
        msgpack_sbuffer_init(&buffer);
        msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
        msgpack_unpacked_init(&theirs);
        pack_random(&packer, &state, 0);
        const uint8_t *bytes = (const uint8_t *)buffer.data;
        dom_cursor c = dom_cursor_of(bytes, buffer.size), top = c;
        cr_assert(eq(ptr, (void *)wrong_with(bytes, buffer.size, NULL), NULL), "%d", i);
        cr_assert(eq(int, msgpack_unpack_next(&theirs, buffer.data, buffer.size, NULL),
                     MSGPACK_UNPACK_SUCCESS));
        cr_assert(is_same(&c, &theirs.data), "%d", i);
        cr_assert(eq(ptr, (void *)c.at, (void *)c.end));
        containers += dom_cursor_next(&top).kind >= DOM_VALUE_ARRAY;
        cr_assert(ne(ptr, (void *)wrong_with(bytes, buffer.size - 1, NULL), NULL));
        msgpack_unpacked_destroy(&theirs);
        msgpack_sbuffer_destroy(&buffer);
    }
    cr_assert(ge(sz, containers, 500));
}

Test(protocol_cursor, random_bytes_are_refused_or_read_as_msgpack_c_does)
{
    uint64_t state = 1;
    size_t read = 0;
    for (int i = 0; i < 200000; i++) {
        uint8_t bytes[40];
        size_t size = (size_t)(i % 40) + 1;
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)next_random(&state);
        if (wrong_with(bytes, size, NULL))
            continue;
        msgpack_unpacked theirs;
        msgpack_unpacked_init(&theirs);
        size_t end = 0;
        cr_assert(eq(int, msgpack_unpack_next(&theirs, (char *)bytes, size, &end),
                     MSGPACK_UNPACK_SUCCESS));
        cr_assert(eq(sz, end, size));
        dom_cursor c = dom_cursor_of(bytes, size);
        cr_assert(is_same(&c, &theirs.data));
        read++;
        msgpack_unpacked_destroy(&theirs);
    }
    cr_assert(ge(sz, read, 1000));
}

/* A count is refused where its head ends, before any of its entries is read. */
Test(protocol_cursor, claimed_counts_are_bounded_by_the_bytes_left)
{
    uint8_t bytes[16] = {0x9f, 0x9f, 0x9f, 0x9f};
    size_t at;
    const char *wrong = wrong_with(bytes, sizeof bytes, &at);
    cr_assert(eq(str, (char *)wrong, "claims more than there is"));
    cr_assert(eq(sz, at, 2));
}

/* An empty message may come with a NULL pointer. */
Test(protocol_cursor, an_empty_message_is_malformed)
{
    cr_expect(eq(str, (char *)wrong_with(NULL, 0, NULL), "ends in the middle"));
}
