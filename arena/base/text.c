#include "base/text.h"

#include "base/check.h"

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

void dom_text_add(dom_text *text, const char *string)
{
    while (*string)
        dom_text_add_char(text, *string++);
}

void dom_text_copy(char *buffer, size_t size, const char *string)
{
    dom_text text = dom_text_of(buffer, size);
    dom_text_add(&text, string);
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
