/* The tree of values (values.h) that is made from a MessagePack message. */
#include "values.h"

#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *what;
    const char bytes[24];
    size_t size;
    dom_rc rc;
    size_t values; /* number of values inside maps and arrays */
} values_case;

#define CASE(what, bytes, rc, values)                                                              \
    {                                                                                              \
        what, bytes, sizeof(bytes) - 1, rc, values                                                 \
    }

ParameterizedTestParameters(protocol_values, a_message_is_exactly_one_value)
{
    static values_case cases[] = {
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
    return cr_make_param_array(values_case, cases, sizeof cases / sizeof *cases);
}

ParameterizedTest(values_case *c, protocol_values, a_message_is_exactly_one_value)
{
    uint8_t *bytes = malloc(c->size + 1); /* so that a sanitizer notices a read beyond the end */
    memcpy(bytes, c->bytes, c->size);
    bytes = realloc(bytes, c->size ? c->size : 1);
    dom_values tree = {0};
    dom_err err = {.rc = DOM_OK};
    cr_expect(eq(int, dom_values_read_msgpack(&tree, bytes, c->size, &err), c->rc), "%s", c->what);
    if (c->rc == DOM_OK)
        cr_expect(eq(sz, tree.used, c->values + 1), "%s", c->what);
    else
        cr_expect(ge(sz, strlen(err.text), 1), "%s", c->what);
    dom_values_clear(&tree);
    free(bytes);
}

Test(protocol_values, every_first_byte_is_accepted_or_refused)
{
    dom_values tree = {0};
    for (int tag = 0; tag < 256; tag++) {
        uint8_t bytes[1] = {(uint8_t)tag};
        bool alone = tag <= 0x80 || tag == 0x90 || tag == 0xa0 || tag == 0xc0 || tag == 0xc2 ||
                     tag == 0xc3 || tag >= 0xe0;
        dom_rc rc = dom_values_read_msgpack(&tree, bytes, 1, NULL);
        cr_expect(eq(int, rc, alone ? DOM_OK : DOM_E_MALFORMED), "%02x", tag);
    }
    dom_values_clear(&tree);
}

Test(protocol_values, extension_types_and_the_reserved_tag_are_refused_where_they_stand)
{
    static const uint8_t tags[] = {0xc1, 0xc7, 0xc8, 0xc9, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8};
    dom_values tree = {0};
    for (size_t i = 0; i < sizeof tags; i++) {
        uint8_t bytes[20] = {tags[i]};
        dom_err err = {.text = ""};
        cr_expect(
            eq(int, dom_values_read_msgpack(&tree, bytes, sizeof bytes, &err), DOM_E_MALFORMED));
        cr_expect(eq(str, err.text,
                     "not a MessagePack message: at byte 1 it holds a type that is not part of the "
                     "protocol"),
                  "%02x", tags[i]);
    }
    dom_values_clear(&tree);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* Returns true if msgpack-c read the same value. */
static bool is_same(const dom_value *value, const msgpack_object *object)
{
    switch (object->type) {
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        return value->kind == DOM_VALUE_INTEGER &&
               (uint64_t)value->integer ==
                   (object->via.u64 < INT64_MAX ? object->via.u64 : INT64_MAX);
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        return value->kind == DOM_VALUE_INTEGER && value->integer == object->via.i64;
    case MSGPACK_OBJECT_BOOLEAN:
        return value->kind == DOM_VALUE_BOOLEAN && value->boolean == object->via.boolean;
    case MSGPACK_OBJECT_STR:
        return value->kind == DOM_VALUE_TEXT && value->count == object->via.str.size &&
               (value->count == 0 || memcmp(value->text, object->via.str.ptr, value->count) == 0);
    case MSGPACK_OBJECT_ARRAY:
        if (value->kind != DOM_VALUE_ARRAY || value->count != object->via.array.size)
            return false;
        for (uint32_t i = 0; i < value->count; i++)
            if (!is_same(&value->items[i], &object->via.array.ptr[i]))
                return false;
        return true;
    case MSGPACK_OBJECT_MAP:
        if (value->kind != DOM_VALUE_MAP || value->count != object->via.map.size)
            return false;
        for (uint32_t i = 0; i < value->count; i++)
            if (!is_same(&value->items[2 * i], &object->via.map.ptr[i].key) ||
                !is_same(&value->items[2 * i + 1], &object->via.map.ptr[i].val))
                return false;
        return true;
    default:
        return value->kind == DOM_VALUE_OTHER;
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

Test(protocol_values, the_tree_is_that_of_msgpack_c)
{
    uint64_t state = 7;
    dom_values tree = {0};
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
        cr_assert(eq(int, dom_values_read_msgpack(&tree, bytes, buffer.size, NULL), DOM_OK), "%d",
                  i);
        cr_assert(eq(int, msgpack_unpack_next(&theirs, buffer.data, buffer.size, NULL),
                     MSGPACK_UNPACK_SUCCESS));
        cr_assert(is_same(tree.values, &theirs.data), "%d", i);
        containers += tree.values->kind >= DOM_VALUE_ARRAY;
        cr_assert(
            eq(int, dom_values_read_msgpack(&tree, bytes, buffer.size - 1, NULL), DOM_E_MALFORMED));
        msgpack_unpacked_destroy(&theirs);
        msgpack_sbuffer_destroy(&buffer);
    }
    cr_assert(ge(sz, containers, 500));
    dom_values_clear(&tree);
}

Test(protocol_values, random_bytes_are_refused_or_read_as_msgpack_c_does)
{
    uint64_t state = 1;
    dom_values tree = {0};
    size_t read = 0;
    for (int i = 0; i < 200000; i++) {
        uint8_t bytes[40];
        size_t size = (size_t)(i % 40) + 1;
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)next_random(&state);
        if (dom_values_read_msgpack(&tree, bytes, size, NULL) != DOM_OK)
            continue;
        msgpack_unpacked theirs;
        msgpack_unpacked_init(&theirs);
        size_t end = 0;
        cr_assert(eq(int, msgpack_unpack_next(&theirs, (char *)bytes, size, &end),
                     MSGPACK_UNPACK_SUCCESS));
        cr_assert(eq(sz, end, size));
        cr_assert(is_same(tree.values, &theirs.data));
        cr_assert(le(sz, tree.used, size));
        read++;
        msgpack_unpacked_destroy(&theirs);
    }
    cr_assert(ge(sz, read, 1000));
    dom_values_clear(&tree);
}

/* Each array claims all remaining bytes. Together they claim more than the message can hold. */
Test(protocol_values, claimed_lengths_are_bounded_in_total)
{
    uint8_t bytes[40] = {0x9f, 0x9f, 0x9f, 0x9f};
    dom_values tree = {0};
    dom_err err;
    cr_assert(eq(int, dom_values_read_msgpack(&tree, bytes, sizeof bytes, &err), DOM_E_MALFORMED));
    cr_assert(strstr(err.text, "byte 3 it claims more than there is") != NULL, "%s", err.text);
    dom_values_clear(&tree);
}

/* An empty message may come with a NULL pointer. */
Test(protocol_values, an_empty_message_is_malformed)
{
    dom_values tree = {0};
    cr_expect(eq(int, dom_values_read_msgpack(&tree, NULL, 0, NULL), DOM_E_MALFORMED));
    cr_expect(eq(int, dom_values_read_json(&tree, NULL, 0, NULL), DOM_E_MALFORMED));
    dom_values_clear(&tree);
}

Test(protocol_values, a_tree_of_json_has_a_value_for_every_key_and_entry)
{
    static const char text[] = "{\"a\": [1, true, null], \"b\": {\"c\": \"d\"}, \"e\": {}}";
    dom_values tree = {0};
    for (int again = 0; again < 2; again++) {
        cr_assert(eq(int, dom_values_read_json(&tree, (const uint8_t *)text, sizeof text - 1, NULL),
                     DOM_OK));
        cr_expect(eq(sz, tree.used, 1 + 2 * 3 + 3 + 2));
        dom_values_clear(&tree);
        cr_expect(eq(int, memcmp(&tree, &(dom_values){0}, sizeof tree), 0));
    }
}

typedef struct {
    const char *text, *why;
} refused_json;

Test(protocol_values, refused_json_says_where_and_why)
{
    static const refused_json refused[] = {
        {"", "byte 0 it ends in the middle"},
        {"7", "byte 0 it is neither an object nor an array"},
        {"[1] 2", "byte 4 it has more bytes after its end"},
        {"[1,", "byte 3 it ends in the middle"},
        {"[1,]", "byte 3 it has no value where one must be"},
        {"[,1]", "byte 1 it has no value where one must be"},
        {"[tru]", "byte 1 it has no value where one must be"},
        {"[01]", "byte 1 it has no value where one must be"},
        {"[-]", "byte 2 it has no value where one must be"},
        {"[1 2]", "byte 3 it has neither a comma nor the end of an array or object"},
        {"[1}", "byte 2 it has neither a comma nor the end of an array or object"},
        {"{1:2}", "byte 1 it has no key where one must be"},
        {"{\"a\" 2}", "byte 5 it has no colon after a key"},
        {"{\"a\":1,}", "byte 7 it has no key where one must be"},
        {"{\"a\":1,\"b\":2,\"a\":3}",
         "byte 18 it has an object with a key twice before this place"},
        {"{\"a\":1,\"\\u0061\":3}", "byte 17 it has an object with a key twice before this place"},
        {"{\"\\u0000\":1}", "byte 9 it has a zero byte in a key"},
        {"[9223372036854775808]", "byte 1 it has an integer beyond 64 bits"},
        {"[-9223372036854775809]", "byte 2 it has an integer beyond 64 bits"},
        {"[100000000000000000000]", "byte 1 it has an integer beyond 64 bits"},
        {"[1.]", "byte 1 it has a number without digits after its point"},
        {"[1e+]", "byte 1 it has a number without digits in its exponent"},
        {"[1.7976931348623159e308]", "byte 1 it has a number that is not finite"},
        {"[0.00001e400]", "byte 1 it has a number that is not finite"},
        {"[\"a\tb\"]", "byte 3 it has a control character in a text"},
        {"[\"a\xff\"]", "byte 3 it has a text that is not UTF-8"},
        {"[\"a\\x\"]", "byte 3 it has an escape that stands for no character"},
        {"[\"\\ud83c\"]", "byte 2 it has an escape that stands for no character"},
        {"[\"\\ud83c\\u0041\"]", "byte 2 it has an escape that stands for no character"},
        {"[\"\\udc00\"]", "byte 2 it has an escape that stands for no character"},
        {"[\"\\u00g0\"]", "byte 2 it has an escape that stands for no character"},
        {"[\"\\", "byte 2 it ends in the middle"},
        {"[[[[[[[[[1]]]]]]]]]", "byte 8 it is nested too deeply"},
    };
    dom_values tree = {0};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        dom_err err = {.text = ""};
        const uint8_t *bytes = (const uint8_t *)refused[i].text;
        cr_expect(eq(int, dom_values_read_json(&tree, bytes, strlen(refused[i].text), &err),
                     DOM_E_MALFORMED),
                  "%s", refused[i].text);
        cr_expect(ne(ptr, strstr(err.text, refused[i].why), NULL), "%s: %s", refused[i].text,
                  err.text);
    }
    dom_values_clear(&tree);
}

Test(protocol_values, a_zero_byte_is_not_json)
{
    static const char *const texts[] = {"\0", "1\0", "[1\0]", "[\0", "[\"\0\"]"};
    static const size_t sizes[] = {1, 2, 4, 2, 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dom_values tree = {0};
        cr_expect(eq(int, dom_values_read_json(&tree, (const uint8_t *)texts[i], sizes[i], NULL),
                     DOM_E_MALFORMED));
        dom_values_clear(&tree);
    }
}

Test(protocol_values, escapes_and_reals_at_the_edge_are_read)
{
    static const char text[] =
        "[\"a\\n\\u00e4\\ud83c\\udf1f\\/\\u0000\", 1.7976931348623157e308, "
        "0.00001e312, 1e-999999999999, -9223372036854775808, \"\", \"\\\\\"]";
    static const char first[] = "a\n\xc3\xa4\xf0\x9f\x8c\x9f/\0";
    dom_values tree = {0};
    cr_assert(
        eq(int, dom_values_read_json(&tree, (const uint8_t *)text, sizeof text - 1, NULL), DOM_OK));
    const dom_value *item = tree.values[0].items;
    cr_assert(eq(int, tree.values[0].count, 7));
    cr_expect(dom_value_says(&item[0], first, sizeof first - 1));
    cr_expect(all(eq(int, item[1].kind, DOM_VALUE_OTHER), eq(int, item[2].kind, DOM_VALUE_OTHER),
                  eq(int, item[3].kind, DOM_VALUE_OTHER), eq(i64, item[4].integer, INT64_MIN)));
    cr_expect(dom_value_says(&item[5], "", 0));
    cr_expect(dom_value_says(&item[6], "\\", 1));
    dom_values_clear(&tree);
}

/* Returns the code of an object whose keys are the numbers from 0; `last` is one more key. */
static dom_rc read_many_keys(int count, int last)
{
    static char text[4000];
    int size = snprintf(text, sizeof text, "{");
    for (int i = 0; i < count; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "\"%d\":[],", i);
    size += snprintf(text + size, sizeof text - (size_t)size, "\"%d\":1}", last);
    dom_values tree = {0};
    dom_rc rc = dom_values_read_json(&tree, (const uint8_t *)text, (size_t)size, NULL);
    dom_values_clear(&tree);
    return rc;
}

Test(protocol_values, a_key_twice_is_found_among_few_and_many)
{
    static const int counts[] = {1, 2, 30, 31, 32, 33, 100, 300};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        cr_expect(eq(int, read_many_keys(counts[i], counts[i]), DOM_OK));
        for (int twice = 0; twice < counts[i]; twice += 7)
            cr_expect(eq(int, read_many_keys(counts[i], twice), DOM_E_MALFORMED), "%d of %d", twice,
                      counts[i]);
    }
}

static dom_rc read_json(const char *text)
{
    dom_values tree = {0};
    dom_rc rc = dom_values_read_json(&tree, (const uint8_t *)text, strlen(text), NULL);
    dom_values_clear(&tree);
    return rc;
}

Test(protocol_values, brackets_inside_a_text_do_not_nest)
{
    const char *flat = "{\"a\": \"[[[[[[[[[[ \\\" [[[[[\", \"b\": [[[[[[[]]]]]]]}";
    const char *deep = "{\"b\": [[[[[[[[]]]]]]]]}";
    cr_assert(eq(int, read_json(flat), DOM_OK));
    cr_assert(eq(int, read_json(deep), DOM_E_MALFORMED));
}
