#include "web/html.h"

#include "base/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_reference(dom_web_html *h, const char *text)
{
    dom_web_html_constant(h, text, strlen(text));
}

static void put_hex(dom_web_html *h, const char *before, unsigned char byte)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%s%02x", before, byte);
    put_reference(h, text);
}

void dom_web_html_bytes(dom_web_html *h, const void *bytes, size_t size)
{
    static const char *const references[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    const unsigned char *at = bytes;
    for (size_t i = 0, from = 0; i <= size; i++) {
        if (i < size && dom_bytes_are_text(&at[i], 1) && references[at[i]] == NULL)
            continue;
        dom_web_html_constant(h, (const char *)at + from, i - from);
        from = i + 1;
        if (i < size && dom_bytes_are_text(&at[i], 1))
            put_reference(h, references[at[i]]);
        else if (i < size)
            put_hex(h, "\\x", at[i]);
    }
}

static void put_formatted(dom_web_html *h, const char *format, va_list args)
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
        dom_web_html_bytes(h, whole ? whole : text, (size_t)size);
    free(whole);
}

void dom_web_html_text(dom_web_html *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_formatted(h, format, args);
    va_end(args);
}

void dom_web_html_attr(dom_web_html *h, const char *name, const char *format, ...)
{
    va_list args;
    put_reference(h, " ");
    put_reference(h, name);
    put_reference(h, "=\"");
    va_start(args, format);
    put_formatted(h, format, args);
    va_end(args);
    put_reference(h, "\"");
}

void dom_web_html_json(dom_web_html *h, const char *json)
{
    for (const char *at = json; *at; at++) {
        if (strchr("<>&", *at))
            put_hex(h, "\\u00", (unsigned char)*at);
        else
            dom_web_html_constant(h, at, 1);
    }
}
