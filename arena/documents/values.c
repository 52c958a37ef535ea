#include "documents/values.h"

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values --------------------------------------------------------------------- */

json_t *dom_documents_real(bool is_known, double value)
{
    return is_known ? json_real(value) : json_null();
}

json_t *dom_documents_integer(bool is_known, int64_t value)
{
    return is_known ? json_integer((json_int_t)value) : json_null();
}

/* Returns `size` bytes as a JSON string, each of them as the function writes it, in at most 4
 * characters. */
static json_t *written_bytes(const void *bytes, size_t size, int (*write)(char *to, uint8_t byte))
{
    const uint8_t *at = bytes;
    char *text = malloc(4 * size + 5);
    size_t length = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < size; i++)
        length += (size_t)write(text + length, at[i]);
    json_t *string = json_stringn(text, length);
    free(text);
    return string;
}

static int write_shown(char *to, uint8_t byte)
{
    return snprintf(to, 5, dom_bytes_are_text(&byte, 1) ? "%c" : "\\x%02x", byte);
}

static int write_hex(char *to, uint8_t byte)
{
    return snprintf(to, 3, "%02x", byte);
}

json_t *dom_documents_bytes(const void *bytes, size_t size)
{
    return written_bytes(bytes, size, write_shown);
}

json_t *dom_documents_hex(const void *bytes, size_t size)
{
    return written_bytes(bytes, size, write_hex);
}

json_t *dom_documents_text(const char *text)
{
    json_t *string = json_string(text);
    return string ? string : dom_documents_bytes(text, strlen(text));
}
