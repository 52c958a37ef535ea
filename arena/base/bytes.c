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
