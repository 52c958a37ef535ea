/* The JSON half of the writer (write.h). */
#include "write.h"

#include <string.h>

static void put_bytes(dom_writer *out, const char *bytes, size_t size)
{
    uint8_t *at = dom_writer_room(out, size);
    if (at)
        memcpy(at, bytes, size);
}

/* Writes the bytes of one value, with a comma before it if one is needed. */
static void put_value(dom_writer *out, const char *bytes, size_t size)
{
    if (out->comma)
        put_bytes(out, ",", 1);
    put_bytes(out, bytes, size);
    out->comma = true;
}

void dom_json_integer(dom_writer *out, int64_t value)
{
    char digits[24];
    char *at = digits + sizeof digits;
    bool is_negative = value < 0;
    uint64_t rest = is_negative ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (is_negative)
        *--at = '-';
    put_value(out, at, (size_t)(digits + sizeof digits - at));
}

void dom_json_boolean(dom_writer *out, bool value)
{
    put_value(out, value ? "true" : "false", value ? 4 : 5);
}

/* In plain text only quotes and backslashes need an escape. */
void dom_json_text(dom_writer *out, const char *text, size_t bytes)
{
    put_value(out, "\"", 1);
    size_t start = 0; /* of the part that is not written yet */
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] != '"' && text[i] != '\\')
            continue;
        put_bytes(out, text + start, i - start);
        put_bytes(out, "\\", 1);
        start = i;
    }
    put_bytes(out, text + start, bytes - start);
    put_bytes(out, "\"", 1);
}

void dom_json_array(dom_writer *out)
{
    put_value(out, "[", 1);
    out->comma = false;
}

void dom_json_array_end(dom_writer *out)
{
    put_bytes(out, "]", 1);
    out->comma = true;
}

void dom_json_map(dom_writer *out)
{
    put_value(out, "{", 1);
    out->comma = false;
}

void dom_json_map_end(dom_writer *out)
{
    put_bytes(out, "}", 1);
    out->comma = true;
}

void dom_json_key(dom_writer *out, const char *key, size_t bytes)
{
    put_value(out, "\"", 1);
    put_bytes(out, key, bytes);
    put_bytes(out, "\":", 2);
    out->comma = false;
}
