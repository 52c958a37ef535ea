/* JSON messages that become MessagePack (json_to_msgpack.h). */
#include "json_to_msgpack.h"

#include "cursor.h"
#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dom_rc copy_of(dom_json_copy *copy, const char *text, size_t size, dom_err *err)
{
    return dom_json_copy_make(copy, (const uint8_t *)text, size, err);
}

/* Returns the code for a text; the copy is checked and thrown away. */
static dom_rc read_json(const char *text, size_t size)
{
    dom_json_copy copy = {0};
    dom_rc rc = copy_of(&copy, text, size, NULL);
    if (rc == DOM_OK) {
        dom_cursor c = dom_cursor_of(copy.bytes, copy.size);
        dom_cursor_skip(&c, DOM_DEPTH_MAX);
        dom_cursor_finish(&c);
        cr_expect(eq(ptr, (void *)c.wrong, NULL));
    }
    dom_json_copy_clear(&copy);
    cr_expect(eq(int, memcmp(&copy, &(dom_json_copy){0}, sizeof copy), 0));
    return rc;
}

Test(protocol_json_to_msgpack, an_empty_message_is_malformed)
{
    cr_expect(eq(int, read_json(NULL, 0), DOM_E_MALFORMED));
}

Test(protocol_json_to_msgpack, the_copy_is_the_message)
{
    static const char text[] = " {\"a\": [1, true, null, 0.5], \"b\": {\"c\": \"d\"}, \"e\": {}, "
                               "\"f\":[-7,200,-200,70000]}";
    static const char expected[] = "\x84\xa1"
                                   "a\x94\x01\xc3\xc0\xcb\x3f\xe0\0\0\0\0\0\0\xa1"
                                   "b\x81\xa1"
                                   "c\xa1"
                                   "d\xa1"
                                   "e\x80\xa1"
                                   "f\x94\xf9\xcc\xc8\xd1\xff\x38\xce\x00\x01\x11\x70";
    dom_json_copy copy = {0};
    for (int again = 0; again < 3; again++) {
        cr_assert(eq(int, copy_of(&copy, text, sizeof text - 1, NULL), DOM_OK));
        cr_assert(eq(sz, copy.size, sizeof expected - 1));
        cr_expect(eq(int, memcmp(copy.bytes, expected, copy.size), 0));
        if (again == 1)
            dom_json_copy_clear(&copy);
    }
    dom_json_copy_clear(&copy);
}

/* Returns a JSON array of `count` times the same entry. The caller frees it. */
static char *array_of(size_t count, const char *entry, size_t bytes, size_t *size)
{
    char *text = malloc(count * (bytes + 1) + 2), *at = text;
    *at++ = '[';
    for (size_t i = 0; i < count; i++) {
        memcpy(at, entry, bytes);
        at += bytes;
        *at++ = ',';
    }
    at -= count > 0;
    *at++ = ']';
    *size = (size_t)(at - text);
    return text;
}

Test(protocol_json_to_msgpack, heads_have_the_width_of_their_count)
{
    static const size_t counts[] = {0, 1, 15, 16, 17, 255, 256, 65535, 65536, 70000};
    static const char *const entries[] = {
        "7", "\"\"", "[]", "{}", "-200", "\"12345678901234567890123456789012\"", "1e0"};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
            size_t size;
            char *text = array_of(counts[i], entries[k], strlen(entries[k]), &size);
            dom_json_copy copy = {0};
            cr_assert(eq(int, copy_of(&copy, text, size, NULL), DOM_OK));
            dom_cursor c = dom_cursor_of(copy.bytes, copy.size);
            dom_value head = dom_cursor_next(&c);
            cr_assert(eq(int, head.kind, DOM_VALUE_ARRAY));
            cr_assert(eq(sz, head.count, counts[i]));
            for (size_t n = 0; n < counts[i]; n++)
                dom_cursor_skip(&c, 1);
            dom_cursor_finish(&c);
            cr_assert(eq(ptr, (void *)c.wrong, NULL));
            dom_json_copy_clear(&copy);
            free(text);
        }
}

/* These are the longest copies, and the texts at the edges of the widths of a length. */
Test(protocol_json_to_msgpack, texts_of_any_length_fit_into_the_copy)
{
    static const size_t lengths[] = {0, 1, 31, 32, 33, 255, 256, 257, 65535, 65536, 65537, 200000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t count = 1; count <= 17; count += count < 15 ? 7 : 1) {
            char *entry = malloc(lengths[i] + 2);
            memset(entry, 'x', lengths[i] + 2);
            entry[0] = entry[lengths[i] + 1] = '"';
            size_t size;
            char *text = array_of(count, entry, lengths[i] + 2, &size);
            dom_json_copy copy = {0};
            cr_assert(eq(int, copy_of(&copy, text, size, NULL), DOM_OK));
            dom_cursor c = dom_cursor_of(copy.bytes, copy.size);
            cr_assert(eq(sz, dom_cursor_next(&c).count, count));
            for (size_t n = 0; n < count; n++) {
                dom_value value = dom_cursor_next(&c);
                cr_assert(value.kind == DOM_VALUE_TEXT && value.count == lengths[i]);
                cr_assert(eq(int, memcmp(value.text, entry + 1, lengths[i]), 0));
            }
            dom_json_copy_clear(&copy);
            free(text);
            free(entry);
        }
}

/* An escape is longer than its character, so the head may be wider than the text needs. */
Test(protocol_json_to_msgpack, a_text_with_escapes_may_have_a_wide_head)
{
    static const size_t counts[] = {1, 5, 6, 15, 16, 17, 42, 43, 128, 10922, 10923, 40000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t bytes = 6 * counts[i] + 4;
        char *text = malloc(bytes + 1);
        memcpy(text, "[\"", 2);
        for (size_t k = 0; k < counts[i]; k++)
            memcpy(text + 2 + 6 * k, "\\u00e4", 6);
        memcpy(text + bytes - 2, "\"]", 2);
        dom_json_copy copy = {0};
        cr_assert(eq(int, copy_of(&copy, text, bytes, NULL), DOM_OK));
        dom_cursor c = dom_cursor_of(copy.bytes, copy.size);
        cr_assert(eq(sz, dom_cursor_next(&c).count, 1));
        dom_value value = dom_cursor_next(&c);
        cr_assert(value.kind == DOM_VALUE_TEXT && value.count == 2 * counts[i]);
        dom_cursor_finish(&c);
        cr_assert(eq(ptr, (void *)c.wrong, NULL));
        dom_json_copy_clear(&copy);
        free(text);
    }
}

typedef struct {
    const char *text, *why;
} refused_json;

Test(protocol_json_to_msgpack, refused_json_says_where_and_why)
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
    dom_json_copy copy = {0};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        dom_err err = {.text = ""};
        const char *text = refused[i].text;
        cr_expect(eq(int, copy_of(&copy, text, strlen(text), &err), DOM_E_MALFORMED), "%s", text);
        cr_expect(ne(ptr, strstr(err.text, refused[i].why), NULL), "%s: %s", refused[i].text,
                  err.text);
    }
    dom_json_copy_clear(&copy);
}

Test(protocol_json_to_msgpack, a_zero_byte_is_not_json)
{
    static const char *const texts[] = {"\0", "1\0", "[1\0]", "[\0", "[\"\0\"]"};
    static const size_t sizes[] = {1, 2, 4, 2, 5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        cr_expect(eq(int, read_json(texts[i], sizes[i]), DOM_E_MALFORMED));
}

Test(protocol_json_to_msgpack, escapes_and_reals_at_the_edge_are_read)
{
    static const char text[] =
        "[\"a\\n\\u00e4\\ud83c\\udf1f\\/\\u0000\", 1.7976931348623157e308, "
        "0.00001e312, 1e-999999999999, -9223372036854775808, \"\", \"\\\\\"]";
    static const char first[] = "a\n\xc3\xa4\xf0\x9f\x8c\x9f/\0";
    dom_json_copy copy = {0};
    cr_assert(eq(int, copy_of(&copy, text, sizeof text - 1, NULL), DOM_OK));
    dom_cursor c = dom_cursor_of(copy.bytes, copy.size);
    cr_assert(eq(int, dom_cursor_next(&c).count, 7));
    dom_value value = dom_cursor_next(&c);
    cr_expect(value.kind == DOM_VALUE_TEXT && value.count == sizeof first - 1 &&
              memcmp(value.text, first, value.count) == 0);
    cr_expect(eq(dbl, dom_cursor_next(&c).real, 1.7976931348623157e308));
    cr_expect(eq(dbl, dom_cursor_next(&c).real, 1e307));
    cr_expect(eq(dbl, dom_cursor_next(&c).real, 0));
    cr_expect(eq(i64, dom_cursor_next(&c).integer, INT64_MIN));
    value = dom_cursor_next(&c);
    cr_expect(value.kind == DOM_VALUE_TEXT && value.count == 0);
    value = dom_cursor_next(&c);
    cr_expect(value.kind == DOM_VALUE_TEXT && value.count == 1 && value.text[0] == '\\');
    dom_json_copy_clear(&copy);
}

/* Returns the code of an object whose keys are the numbers from 0; `last` is one more key. */
static dom_rc read_many_keys(int count, int last)
{
    static char text[4000];
    int size = snprintf(text, sizeof text, "{");
    for (int i = 0; i < count; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "\"%d\":[],", i);
    size += snprintf(text + size, sizeof text - (size_t)size, "\"%d\":1}", last);
    return read_json(text, (size_t)size);
}

Test(protocol_json_to_msgpack, a_key_twice_is_found_among_few_and_many)
{
    static const int counts[] = {1, 2, 30, 31, 32, 33, 100, 300};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        cr_expect(eq(int, read_many_keys(counts[i], counts[i]), DOM_OK));
        for (int twice = 0; twice < counts[i]; twice += 7)
            cr_expect(eq(int, read_many_keys(counts[i], twice), DOM_E_MALFORMED), "%d of %d", twice,
                      counts[i]);
    }
}

Test(protocol_json_to_msgpack, brackets_inside_a_text_do_not_nest)
{
    const char *flat = "{\"a\": \"[[[[[[[[[[ \\\" [[[[[\", \"b\": [[[[[[[]]]]]]]}";
    const char *deep = "{\"b\": [[[[[[[[]]]]]]]]}";
    cr_assert(eq(int, read_json(flat, strlen(flat)), DOM_OK));
    cr_assert(eq(int, read_json(deep, strlen(deep)), DOM_E_MALFORMED));
}
