/* Recognises characters by a table of first bytes and the range of the second byte. */
#include "protocol/utf8.h"

#include <stdbool.h>

/* The well-formed sequences of more than one byte (Unicode, table 3-7). A row has the range of
 * the first byte, how many bytes follow, and the range of the second byte. The range of the
 * second byte excludes overlong forms and surrogates. */
static const struct {
    uint8_t first, last, follow, low, high;
} sequences[] = {
    {0xc2, 0xdf, 1, 0x80, 0xbf}, /* */
    {0xe0, 0xe0, 2, 0xa0, 0xbf}, /* not overlong */
    {0xe1, 0xec, 2, 0x80, 0xbf}, /* */
    {0xed, 0xed, 2, 0x80, 0x9f}, /* not a surrogate */
    {0xee, 0xef, 2, 0x80, 0xbf}, /* */
    {0xf0, 0xf0, 3, 0x90, 0xbf}, /* not overlong */
    {0xf1, 0xf3, 3, 0x80, 0xbf}, /* */
    {0xf4, 0xf4, 3, 0x80, 0x8f}, /* to U+10FFFF */
};

size_t dom_utf8_sequence(const uint8_t *at, size_t left)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (at[0] < sequences[i].first || at[0] > sequences[i].last)
            continue;
        if (left <= sequences[i].follow || at[1] < sequences[i].low || at[1] > sequences[i].high)
            return 0;
        for (size_t k = 2; k <= sequences[i].follow; k++)
            if ((at[k] & 0xc0) != 0x80)
                return 0;
        return 1u + sequences[i].follow;
    }
    return 0;
}

/* Returns the number of bytes of the character at `at`; 0 if it is not UTF-8 or a control. */
static size_t character(const uint8_t *at, size_t left)
{
    if (at[0] < 0x80)
        return at[0] >= ' ' && at[0] != 127;
    size_t bytes = dom_utf8_sequence(at, left);
    bool is_control = bytes == 2 && at[0] == 0xc2 && at[1] < 0xa0;
    return is_control ? 0 : bytes;
}

/* Returns whether the character at `at`, of so many bytes, changes the direction of text. */
static bool turns(const uint8_t *at, size_t bytes)
{
    if (bytes == 2)
        return at[0] == 0xd8 && at[1] == 0x9c;
    if (bytes != 3 || at[0] != 0xe2)
        return false;
    return at[1] == 0x80 ? at[2] == 0x8e || at[2] == 0x8f || (at[2] >= 0xaa && at[2] <= 0xae)
                         : at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9;
}

/* Returns how many bytes at the start are characters that are allowed. */
static size_t count_bytes(const char *text, size_t size, bool may_turn)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t at = 0;
    while (at < size) {
        size_t n = character(bytes + at, size - at);
        if (n == 0 || (!may_turn && turns(bytes + at, n)))
            return at;
        at += n;
    }
    return at;
}

size_t dom_utf8_plain(const char *text, size_t size)
{
    return count_bytes(text, size, true);
}

size_t dom_utf8_shown(const char *text, size_t size)
{
    return count_bytes(text, size, false);
}

void dom_utf8_clean(char *text, size_t size)
{
    for (size_t at = dom_utf8_plain(text, size); at < size;
         at += 1 + dom_utf8_plain(text + at + 1, size - at - 1))
        text[at] = '?';
}
