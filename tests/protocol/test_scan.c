/* The scan of a MessagePack message before anything is built from it. */
#include "scan.h"

#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *what;
    const char bytes[24];
    size_t size;
    dom_rc rc;
    size_t values;
} scan_case;

#define CASE(what, bytes, rc, values)                                                              \
    {                                                                                              \
        what, bytes, sizeof(bytes) - 1, rc, values                                                 \
    }

ParameterizedTestParameters(protocol_scan, walks_exactly_one_value)
{
    static scan_case cases[] = {
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
    return cr_make_param_array(scan_case, cases, sizeof cases / sizeof *cases);
}

ParameterizedTest(scan_case *c, protocol_scan, walks_exactly_one_value)
{
    uint8_t *bytes = malloc(c->size + 1); /* its own block, so that reading on is seen */
    memcpy(bytes, c->bytes, c->size);
    bytes = realloc(bytes, c->size ? c->size : 1);
    size_t values = 0;
    dom_err err = {.rc = DOM_OK};
    cr_expect(eq(int, dom_scan_msgpack(bytes, c->size, &values, &err), c->rc), "%s", c->what);
    if (c->rc == DOM_OK)
        cr_expect(eq(sz, values, c->values), "%s", c->what);
    else
        cr_expect(ge(sz, strlen(err.text), 1), "%s", c->what);
    free(bytes);
}

Test(protocol_scan, every_first_byte_is_answered)
{
    for (int tag = 0; tag < 256; tag++) {
        uint8_t bytes[1] = {(uint8_t)tag};
        size_t values;
        bool alone = tag <= 0x80 || tag == 0x90 || tag == 0xa0 || tag == 0xc0 || tag == 0xc2 ||
                     tag == 0xc3 || tag >= 0xe0;
        cr_expect(
            eq(int, dom_scan_msgpack(bytes, 1, &values, NULL), alone ? DOM_OK : DOM_E_MALFORMED),
            "%02x", tag);
    }
}

Test(protocol_scan, values_never_outnumber_the_bytes)
{
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        uint8_t bytes[40];
        size_t size = (size_t)(i % 40) + 1;
        for (size_t k = 0; k < size; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            bytes[k] = (uint8_t)(state >> 56);
        }
        size_t values;
        (void)dom_scan_msgpack(bytes, size, &values, NULL);
        cr_assert(le(sz, values, 8 * size));
    }
}

Test(protocol_scan, brackets_inside_a_text_do_not_nest)
{
    const char *flat = "{\"a\": \"[[[[[[[[[[ \\\" [[[[[\", \"b\": [[[[[[[]]]]]]]}";
    const char *deep = "{\"b\": [[[[[[[[]]]]]]]]}";
    cr_assert(eq(int, dom_scan_json((const uint8_t *)flat, strlen(flat), NULL), DOM_OK));
    cr_assert(eq(int, dom_scan_json((const uint8_t *)deep, strlen(deep), NULL), DOM_E_MALFORMED));
}
