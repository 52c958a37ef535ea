/* The infos of a seat as bytes. */
#include "record/infos.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static void add(dom_record_infos *list, uint32_t choice, const char *text)
{
    uint8_t packed[DOM_INFO_PACKED_BYTES];
    dom_info info = {.text = ""};
    strcpy(info.text, text);
    size_t size = dom_info_pack(&info, packed);
    cr_assert(eq(int, dom_record_infos_add(list, choice, packed, size, 1000), DOM_OK));
}

Test(record_infos, are_read_back_in_order)
{
    dom_record_infos list = {.bytes = NULL};
    uint32_t choice;
    dom_info info;
    add(&list, 0, "first");
    add(&list, 0x01020304, "");
    add(&list, UINT32_MAX, "last");
    cr_expect(eq(int, list.bytes[11], 4), "the lowest byte comes first");
    const uint8_t *at = list.bytes;
    size_t size = list.size;
    cr_assert(eq(int, dom_record_infos_next(&at, &size, &choice, &info), DOM_OK));
    cr_expect(eq(u32, choice, 0));
    cr_expect(eq(str, info.text, "first"));
    cr_assert(eq(int, dom_record_infos_next(&at, &size, &choice, &info), DOM_OK));
    cr_expect(eq(u32, choice, 0x01020304));
    cr_assert(eq(int, dom_record_infos_next(&at, &size, &choice, &info), DOM_OK));
    cr_expect(eq(u32, choice, UINT32_MAX));
    cr_expect(eq(str, info.text, "last"));
    cr_expect(eq(int, dom_record_infos_next(&at, &size, &choice, &info), DOM_E_ABSENT));
    dom_record_infos_clear(&list);
    dom_record_infos_clear(&list);
}

Test(record_infos, that_find_no_room_are_dropped_with_the_first_reason)
{
    dom_record_infos list = {.bytes = NULL};
    uint8_t packed[200] = {0};
    for (int i = 0; i < 6; i++)
        cr_assert(eq(int, dom_record_infos_add(&list, 0, packed, sizeof packed, 1000), DOM_OK));
    cr_expect(eq(sz, list.size, 4 * 205));
    cr_expect(eq(u32, list.dropped, 2));
    cr_expect(eq(str, list.reason, "act.info: the seat has 1000 bytes in a match"));
    dom_record_infos_drop(&list, "another reason");
    cr_expect(eq(u32, list.dropped, 3));
    cr_expect(eq(str, list.reason, "act.info: the seat has 1000 bytes in a match"));
    cr_assert(eq(int, dom_record_infos_add(&list, 0, packed, 175, 1000), DOM_OK));
    cr_expect(eq(sz, list.size, 1000), "a smaller one still has room");
    dom_record_infos_clear(&list);
}

Test(record_infos, of_any_bytes_are_read_or_refused)
{
    static const struct {
        const char *bytes;
        size_t size;
    } bad[] = {{"\0\0\0\0", 4}, {"\0\0\0\0\0", 5}, {"\0\0\0\0\2\0", 6}, {"\0\0\0\0\1\x08", 6}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const uint8_t *at = (const uint8_t *)bad[i].bytes;
        size_t size = bad[i].size;
        uint32_t choice;
        dom_info info;
        cr_expect(eq(int, dom_record_infos_next(&at, &size, &choice, &info), DOM_E_MALFORMED),
                  "%zu", i);
    }
}

Test(record_infos, are_said_in_words)
{
    static const struct {
        dom_info info;
        const char *words;
    } cases[] = {
        {{.has_expected = true, .expected = -4125}, "expects -4.125 points"},
        {{.has_expected = true, .expected = 7000, .text = "so"}, "expects 7 points: so"},
        {{.has_expected = true, .expected = -50}, "expects -0.05 points"},
        {{.has_expected = true, .has_depth = true}, "expects 0 points, depth 0"},
        {{.has_worlds = true, .worlds = 1}, "1 world"},
        {{.has_worlds = true, .worlds = 480, .has_depth = true, .depth = 3, .text = "so"},
         "480 worlds, depth 3: so"},
        {{.text = "so"}, "so"},
        {{.text = ""}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[DOM_RECORD_INFO_WORDS_BYTES];
        dom_record_info_words(words, &cases[i].info);
        cr_expect(eq(str, words, (char *)cases[i].words));
    }
    dom_info largest = {.has_expected = true,
                        .expected = -DOM_INFO_EXPECTED_MAX * 1000 + 1,
                        .has_worlds = true,
                        .worlds = 9007199254740991,
                        .has_depth = true,
                        .depth = INT32_MAX};
    memset(largest.text, 'x', DOM_INFO_TEXT_BYTES - 1);
    char words[DOM_RECORD_INFO_WORDS_BYTES];
    dom_record_info_words(words, &largest);
    cr_expect(eq(int, words[strlen(words) - 1], 'x'));
    cr_expect(eq(sz, strlen(strchr(words, ':')), 2 + DOM_INFO_TEXT_BYTES - 1), "nothing is cut");
}
