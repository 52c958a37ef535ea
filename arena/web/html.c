#include "web/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void html_clear(html *h)
{
    free(h->bytes);
    *h = (html){0};
}

/* Room for `more` bytes and a NUL; false once memory has run out. */
static bool reserve(html *h, size_t more)
{
    size_t wanted = h->size + more + 1;
    if (h->has_failed || wanted <= h->room)
        return !h->has_failed;
    size_t room = h->room ? h->room : 4096;
    while (room < wanted)
        room *= 2;
    char *grown = realloc(h->bytes, room);
    h->has_failed = grown == NULL;
    if (grown) {
        h->bytes = grown;
        h->room = room;
    }
    return grown != NULL;
}

void html_constant(html *h, const char *bytes, size_t size)
{
    if (!reserve(h, size) || size == 0)
        return;
    memcpy(h->bytes + h->size, bytes, size);
    h->size += size;
    h->bytes[h->size] = '\0';
}

static void put(html *h, const char *text)
{
    html_constant(h, text, strlen(text));
}

static void put_hex(html *h, const char *before, unsigned char byte)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%s%02x", before, byte);
    put(h, text);
}

static bool is_shown(unsigned char byte)
{
    return (byte >= ' ' && byte < 127) || byte == '\n' || byte == '\t';
}

void html_bytes(html *h, const void *bytes, size_t size)
{
    static const char *const references[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    const unsigned char *at = bytes;
    for (size_t i = 0, from = 0; i <= size; i++) {
        if (i < size && is_shown(at[i]) && references[at[i]] == NULL)
            continue;
        html_constant(h, (const char *)at + from, i - from);
        from = i + 1;
        if (i < size && is_shown(at[i]))
            put(h, references[at[i]]);
        else if (i < size)
            put_hex(h, "\\x", at[i]);
    }
}

static void put_formatted(html *h, const char *format, va_list args)
{
    char text[256];
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(text, sizeof text, format, args);
    char *whole = size >= (int)sizeof text ? malloc((size_t)size + 1) : NULL;
    if (whole)
        (void)vsnprintf(whole, (size_t)size + 1, format, again);
    va_end(again);
    if (size < 0 || (size >= (int)sizeof text && whole == NULL))
        h->has_failed = true;
    else
        html_bytes(h, whole ? whole : text, (size_t)size);
    free(whole);
}

void html_text(html *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_formatted(h, format, args);
    va_end(args);
}

void html_attr(html *h, const char *name, const char *format, ...)
{
    va_list args;
    put(h, " ");
    put(h, name);
    put(h, "=\"");
    va_start(args, format);
    put_formatted(h, format, args);
    va_end(args);
    put(h, "\"");
}

void html_json(html *h, const char *json)
{
    for (const char *at = json; *at; at++) {
        if (strchr("<>&", *at))
            put_hex(h, "\\u00", (unsigned char)*at);
        else
            html_constant(h, at, 1);
    }
}
