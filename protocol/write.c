/* The part of the writer (write.h) that is not inline: the end of the room, JSON, and integers that
 * have more than a byte. */
#include "write.h"

#include <stdio.h>
#include <string.h>

uint8_t *dom_writer_overflow(dom_writer *out)
{
    out->full = true;
    out->end = out->room_end = out->at; /* nothing may be written after a gap */
    return NULL;
}

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
        dom_writer_byte(out, ',');
    put_bytes(out, bytes, size);
    out->comma = true;
}

/* Does the same with one byte. */
static void put_mark(dom_writer *out, char mark)
{
    if (out->comma)
        dom_writer_byte(out, ',');
    dom_writer_byte(out, (uint8_t)mark);
}

static __attribute__((noinline)) void put_digits(dom_writer *out, int64_t value)
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

/* Most numbers are one digit. */
static void json_integer(dom_writer *out, int64_t value)
{
    if (value < 0 || value > 9 || out->end - out->at < 2) {
        put_digits(out, value);
        return;
    }
    *out->at = ',';
    out->at += out->comma;
    *out->at++ = (uint8_t)('0' + value);
    out->comma = true;
}

static __attribute__((noinline)) void pack_integer(dom_writer *out, int64_t value)
{
    msgpack_packer packer = {out, dom_writer_append};
    (void)msgpack_pack_int64(&packer, value);
}

void dom_write_any_integer(dom_writer *out, int64_t value)
{
    if (out->is_json)
        json_integer(out, value);
    else
        pack_integer(out, value);
}

void dom_json_boolean(dom_writer *out, bool value)
{
    put_value(out, value ? "true" : "false", value ? 4 : 5);
}

void dom_json_real(dom_writer *out, double value)
{
    bool is_negative = value < 0;
    int64_t thousandths = (int64_t)((is_negative ? -value : value) * 1000 + 0.5);
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%s%lld.%03d", is_negative ? "-" : "",
                        (long long)(thousandths / 1000), (int)(thousandths % 1000));
    while (digits[size - 1] == '0' && digits[size - 2] != '.')
        size--;
    put_value(out, digits, (size_t)size);
}

/* In plain text only quotes and backslashes need an escape. */
void dom_json_text(dom_writer *out, const char *text, size_t bytes)
{
    put_mark(out, '"');
    size_t start = 0; /* of the part that is not written yet */
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] != '"' && text[i] != '\\')
            continue;
        put_bytes(out, text + start, i - start);
        dom_writer_byte(out, '\\');
        start = i;
    }
    put_bytes(out, text + start, bytes - start);
    dom_writer_byte(out, '"');
    out->comma = true;
}

void dom_json_begin(dom_writer *out, char bracket)
{
    put_mark(out, bracket);
    out->comma = false;
}

void dom_json_end(dom_writer *out, char bracket)
{
    dom_writer_byte(out, (uint8_t)bracket);
    out->comma = true;
}

void dom_json_key(dom_writer *out, const char *key, size_t bytes)
{
    put_mark(out, '"');
    put_bytes(out, key, bytes);
    put_bytes(out, "\":", 2);
    out->comma = false;
}
