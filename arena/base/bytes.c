#include "base/bytes.h"

#include <stdint.h>
#include <string.h>

bool dom_bytes_are_plain(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] < ' ' || at[i] >= 127)
            return false;
    return true;
}

bool dom_bytes_are_text(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (!dom_bytes_are_plain(&at[i], 1) && at[i] != '\n' && at[i] != '\t')
            return false;
    return true;
}

bool dom_bytes_have_end(const void *bytes, size_t size)
{
    return memchr(bytes, '\0', size) != NULL;
}

size_t dom_bytes_tail_at(const void *bytes, size_t size, int lines, size_t most)
{
    const uint8_t *text = bytes;
    size_t at = size;
    if (at > 0 && text[at - 1] == '\n')
        at--; /* the line end of the last line */
    while (at > 0 && size - at < most && (text[at - 1] != '\n' || --lines > 0))
        at--;
    return at;
}

dom_bytes_ends dom_bytes_ends_of(const void *bytes, size_t size, int first, int last, size_t most)
{
    const uint8_t *text = bytes;
    dom_bytes_ends ends = {.tail = dom_bytes_tail_at(bytes, size, last, most)};
    while (ends.head < ends.tail && ends.head < most / 3 && first > 0)
        first -= text[ends.head++] == '\n';
    if (ends.head < ends.tail && text[ends.head - 1] != '\n' && text[ends.head] == '\n')
        ends.head++;
    for (size_t i = ends.head; i < ends.tail; i++)
        ends.lines += text[i] == '\n' || i + 1 == ends.tail;
    return ends;
}
