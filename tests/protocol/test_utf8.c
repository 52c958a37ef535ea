/* Plain text is UTF-8 without control characters: checked for every character there is. */
#include "protocol/utf8.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CODES = 1 << 21, UNICODE_LAST = 0x10ffff };

/* Writes a number as a character of `bytes` bytes, whether this is the shortest form or not. */
static void write_code(uint32_t code, size_t bytes, char out[static 4])
{
    static const uint8_t head[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = bytes - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(head[bytes] | code);
}

/* The numbers below which a character has this many bytes. */
static const uint32_t limits[] = {0, 0x80, 0x800, 0x10000, CODES};

static bool is_plain(uint32_t code)
{
    bool is_control = code < 0x20 || (0x7f <= code && code < 0xa0);
    bool is_surrogate = 0xd800 <= code && code <= 0xdfff;
    return !is_control && !is_surrogate && code <= UNICODE_LAST;
}

Test(protocol_utf8, a_character_is_plain_text_in_its_shortest_form_only)
{
    char text[4];
    for (size_t bytes = 1; bytes <= 4; bytes++)
        for (uint32_t code = 0; code < limits[bytes]; code++) {
            bool is_shortest = code >= limits[bytes - 1];
            write_code(code, bytes, text);
            cr_assert(
                eq(sz, dom_utf8_plain(text, bytes), is_shortest && is_plain(code) ? bytes : 0),
                "%x in %zu bytes", code, bytes);
        }
}

static size_t bytes_of(uint32_t code)
{
    size_t bytes = 1;
    while (code >= limits[bytes])
        bytes++;
    return bytes;
}

Test(protocol_utf8, only_characters_that_turn_text_are_plain_and_not_shown)
{
    static const struct {
        uint32_t first, last;
    } turning[] = {{0x61c, 0x61c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}};
    char text[4];
    for (uint32_t code = 0; code <= UNICODE_LAST; code++) {
        size_t bytes = bytes_of(code), plain;
        bool is_turning = false;
        for (size_t i = 0; i < sizeof turning / sizeof *turning; i++)
            is_turning |= turning[i].first <= code && code <= turning[i].last;
        write_code(code, bytes, text);
        plain = dom_utf8_plain(text, bytes);
        cr_assert(eq(sz, dom_utf8_shown(text, bytes), is_turning ? 0 : plain), "%x", code);
    }
}

/* The first and the last character of each row of Unicode's table of well-formed sequences. */
static const uint32_t corners[] = {0xa0,    0xbf,    0xc0,    0x7ff,   0x800,    0xfff,
                                   0x1000,  0xcfff,  0xd000,  0xd7ff,  0xe000,   0xffff,
                                   0x10000, 0x3ffff, 0x40000, 0xfffff, 0x100000, UNICODE_LAST};

Test(protocol_utf8, a_character_that_is_cut_or_has_a_wrong_byte_is_not_plain_text)
{
    static const uint8_t wrong[] = {0x00, 0x7f, 0xc0, 0xff};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        size_t bytes = bytes_of(corners[i]);
        char text[6] = "x";
        write_code(corners[i], bytes, text + 1);
        cr_expect(eq(sz, dom_utf8_plain(text, 1 + bytes), 1 + bytes), "%x", corners[i]);
        for (size_t size = 1; size < bytes; size++)
            cr_expect(eq(sz, dom_utf8_plain(text, 1 + size), 1), "%x cut to %zu", corners[i], size);
        for (size_t k = 1; k < bytes; k++)
            for (size_t w = 0; w < sizeof wrong; w++) {
                char damaged[6];
                memcpy(damaged, text, sizeof damaged);
                damaged[1 + k] = (char)wrong[w];
                cr_expect(eq(sz, dom_utf8_plain(damaged, 1 + bytes), 1), "%x, byte %zu is %02x",
                          corners[i], k, wrong[w]);
            }
    }
}

Test(protocol_utf8, a_byte_that_cannot_begin_a_character_is_not_plain_text)
{
    for (int first = 0x80; first < 0x100; first++) {
        if (0xc2 <= first && first <= 0xf4)
            continue;
        char text[] = {(char)first, (char)0x80, (char)0x80, (char)0x80, 0};
        cr_expect(eq(sz, dom_utf8_plain(text, 4), 0), "%02x", first);
    }
}

Test(protocol_utf8, cleaning_replaces_every_byte_that_is_not_plain_text)
{
    static const struct {
        const char *text, *clean;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"\xff", "?"},
        {"\n\t", "??"},
        {"caf\xc3\xa9 \xff\x01 \xe2\x82", "caf\xc3\xa9 ?? ??"},
        {"\xed\xa0\x80z", "???z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[20];
        strcpy(text, cases[i].text);
        dom_utf8_clean(text, strlen(text));
        cr_expect(eq(str, text, (char *)cases[i].clean));
    }
}
