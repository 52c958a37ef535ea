#include "base/text.h"

#include "base/check.h"

#include <string.h>

dom_text dom_text_of(char *buffer, size_t size)
{
    dom_check(size > 0);
    buffer[0] = '\0';
    return (dom_text){.at = buffer, .room = size};
}

void dom_text_add_char(dom_text *text, char c)
{
    if (text->room <= 1) {
        text->cut = true;
        return;
    }
    *text->at++ = c;
    *text->at = '\0';
    text->room--;
}

bool dom_text_is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void dom_text_add(dom_text *text, const char *string)
{
    size_t length = strlen(string);
    bool is_cut = length >= text->room;
    size_t fits = is_cut ? text->room - 1 : length;
    while (fits > 0 && dom_text_is_continuation(string[fits]))
        fits--;
    memcpy(text->at, string, fits);
    text->at += fits;
    *text->at = '\0';
    text->room = is_cut ? 1 : text->room - fits; /* after a cut nothing more is added */
    text->cut |= is_cut;
}

void dom_text_copy(char *buffer, size_t size, const char *string)
{
    dom_text text = dom_text_of(buffer, size);
    dom_text_add(&text, string);
}

bool dom_text_has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* Returns how many bytes a UTF-8 character has that begins with this byte; 1 for a byte that begins
 * none. */
static size_t size_from(char first)
{
    unsigned char byte = (unsigned char)first;
    return byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

void dom_text_drop_cut(char *string)
{
    char *to = string;
    for (const char *at = string; *at;) {
        size_t whole = size_from(*at), size = 1;
        while (size < whole && dom_text_is_continuation(at[size]))
            size++;
        if (size == whole) {
            memmove(to, at, size);
            to += size;
        }
        at += size;
    }
    *to = '\0';
}

void dom_text_add_int(dom_text *text, long long value)
{
    char digits[24];
    int n = 0;
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    do {
        digits[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        dom_text_add_char(text, '-');
    while (n > 0)
        dom_text_add_char(text, digits[--n]);
}
