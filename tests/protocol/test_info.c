/* Infos: what is good, why one is bad, and the packed form. The vectors have more cases. */
#include "generate.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dom_rc read_json(const char *info, dom_info *out, dom_err *err)
{
    char text[600];
    dom_msg msg = {.type = DOM_MSG_UNKNOWN};
    dom_decoder *decoder = dom_decoder_open();
    int size =
        snprintf(text, sizeof text, "{\"type\":\"act\",\"req\":1,\"choice\":0,\"info\":%s}", info);
    dom_rc rc =
        dom_msg_decode(decoder, DOM_FORMAT_JSON, (const uint8_t *)text, (size_t)size, &msg, err);
    cr_assert(eq(int, rc, DOM_OK), "%s: %s", info, err->text);
    rc = dom_info_read(&msg.as.act.info, out, err);
    dom_decoder_close(&decoder);
    return rc;
}

Test(protocol_info, an_info_has_what_was_given)
{
    dom_info info;
    dom_err err = {.text = ""};
    cr_assert(eq(int, read_json("{\"text\":\"so\",\"expected\":-4.1256,\"depth\":0}", &info, &err),
                 DOM_OK));
    cr_expect(info.has_expected && info.has_depth && !info.has_worlds);
    cr_expect(eq(int, info.expected, -4126), "rounded to a thousandth");
    cr_expect(eq(int, info.depth, 0));
    cr_expect(eq(i64, info.worlds, 0));
    cr_expect(eq(str, info.text, "so"));
    cr_expect(not(dom_info_is_empty(&info)));
    cr_assert(eq(int, read_json("{}", &info, &err), DOM_OK));
    cr_expect(dom_info_is_empty(&info));
    cr_assert(eq(int, read_json("{\"text\":\"\"}", &info, &err), DOM_OK));
    cr_expect(dom_info_is_empty(&info));
    cr_assert(eq(int, read_json("{\"worlds\":0}", &info, &err), DOM_OK));
    cr_expect(not(dom_info_is_empty(&info)), "none is something else than no number");
}

Test(protocol_info, a_bad_info_says_why)
{
    static const char *const cases[][2] = {
        {"7", "act.info: expected a map"},
        {"{\"eval\":7}", "act.info: an unknown key"},
        {"{\"expected\":NaN}", "act.info.expected: expected a finite number"},
        {"{\"expected\":1e6}", ""},
        {"{\"expected\":1000000.1}", "act.info.expected: not in -1000000..1000000"},
        {"{\"worlds\":1.0}", "act.info.worlds: expected an integer"},
        {"{\"depth\":-1}", "act.info.depth: -1 is not in 0..2147483647"},
        {"{\"depth\":1,\"depth\":1}", "act.info.depth: appears twice"},
        {"{\"text\":\"a\\nb\"}", "act.info.text: not UTF-8 without control characters"},
        {"{\"text\":\"a\\ud83c\"}", "act.info.text: expected a text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_info info;
        dom_err err = {.text = ""};
        dom_rc rc = read_json(cases[i][0], &info, &err);
        cr_expect(eq(int, rc, cases[i][1][0] ? DOM_E_MALFORMED : DOM_OK), "%s", cases[i][0]);
        cr_expect(eq(str, err.text, (char *)cases[i][1]));
    }
}

static bool is_same_info(const dom_info *a, const dom_info *b)
{
    return a->has_expected == b->has_expected && a->expected == b->expected &&
           a->has_worlds == b->has_worlds && a->worlds == b->worlds &&
           a->has_depth == b->has_depth && a->depth == b->depth && strcmp(a->text, b->text) == 0;
}

Test(protocol_info, both_forms_give_back_what_they_were_made_of)
{
    uint64_t state = 5;
    for (int i = 0; i < 2000; i++) {
        uint8_t room[DOM_INFO_MESSAGE_BYTES], packed[DOM_INFO_PACKED_BYTES];
        dom_info info, read;
        generate_info(&state, &info);
        dom_msg_info written = dom_info_write(&info, room);
        cr_assert(eq(int, dom_info_read(&written, &read, NULL), DOM_OK));
        cr_assert(is_same_info(&info, &read));
        size_t size = dom_info_pack(&info, packed);
        cr_assert(le(sz, size, DOM_INFO_PACKED_BYTES));
        cr_assert(dom_info_unpack(packed, size, &read));
        cr_assert(is_same_info(&info, &read));
    }
}

Test(protocol_info, an_impossible_forecast_is_not_given)
{
    static const double none[] = {NAN, INFINITY, -INFINITY, 1000000.5, -1e300};
    dom_info info = {.text = ""};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        dom_info_expect(&info, none[i]);
        cr_expect(dom_info_is_empty(&info));
    }
    dom_info_expect(&info, -4.1256);
    cr_expect(info.has_expected && info.expected == -4126);
}

Test(protocol_info, the_packed_form_is_as_the_header_says)
{
    static const uint8_t bytes[] = {7, 0xe2, 0xef, 0xff, 0xff, 0, 1, 0,   0,  0,
                                    0, 0,    0,    3,    0,    0, 0, 'o', 'k'};
    dom_info info = {.has_expected = true,
                     .expected = -4126,
                     .has_worlds = true,
                     .worlds = 256,
                     .has_depth = true,
                     .depth = 3,
                     .text = "ok"};
    uint8_t packed[DOM_INFO_PACKED_BYTES];
    cr_assert(eq(sz, dom_info_pack(&info, packed), sizeof bytes));
    cr_expect(eq(int, memcmp(packed, bytes, sizeof bytes), 0));
}

/* Any bytes are refused, or packed again as they were. The block has exactly this size, so that a
 * sanitizer notices a read beyond it. */
static void unpack_any(const uint8_t *bytes, size_t size)
{
    uint8_t again[DOM_INFO_PACKED_BYTES];
    uint8_t *block = malloc(size ? size : 1);
    dom_info info;
    if (size > 0)
        memcpy(block, bytes, size);
    if (dom_info_unpack(block, size, &info)) {
        cr_assert(eq(sz, dom_info_pack(&info, again), size));
        cr_assert(eq(int, memcmp(again, block, size), 0));
    }
    free(block);
}

Test(protocol_info, bytes_that_were_not_packed_are_refused)
{
    uint64_t state = 9;
    dom_info info;
    cr_expect(not(dom_info_unpack((const uint8_t *)"", 0, &info)));
    cr_expect(not(dom_info_unpack((const uint8_t *)"\x08", 1, &info)), "unknown bits");
    cr_expect(not(dom_info_unpack((const uint8_t *)"\1\0\0\0", 4, &info)), "cut");
    cr_expect(not(dom_info_unpack((const uint8_t *)"\1\1\xca\x9a\x3b", 5, &info)), "too large");
    cr_expect(not(dom_info_unpack((const uint8_t *)"\4\xff\xff\xff\xff", 5, &info)), "-1");
    cr_expect(not(dom_info_unpack((const uint8_t *)"\0a\nb", 4, &info)), "control character");
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[240];
        size_t size = (size_t)generate_from(&state, 0, i % 2 ? 24 : 240);
        for (size_t k = 0; k < size; k++)
            bytes[k] =
                (uint8_t)(i % 3 ? generate_from(&state, 0, 127) : generate_from(&state, 0, 255));
        if (size > 0)
            bytes[0] %= 9;
        unpack_any(bytes, size);
    }
}
