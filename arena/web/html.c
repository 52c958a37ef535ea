#include "web/html.h"

#include "base/bytes.h"
#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONVERSION_BYTES = 16 }; /* of a conversion, such as "%-12.40s" */

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

/* Appends one value, formatted and escaped. */
__attribute__((format(printf, 2, 3))) static void put_value(dom_web_html *h, const char *format,
                                                            ...)
{
    char text[256], *whole = text;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (size >= (int)sizeof text && (whole = malloc((size_t)size + 1)) != NULL) {
        va_start(args, format);
        (void)vsnprintf(whole, (size_t)size + 1, format, args);
        va_end(args);
    }
    if (size < 0 || whole == NULL)
        h->has_failed = true;
    else
        dom_web_html_bytes(h, whole, (size_t)size);
    if (whole != text)
        free(whole);
}

static void put_text(dom_web_html *h, const char *text)
{
    dom_web_html_bytes(h, text, strlen(text));
}

/* Appends what a conversion such as "%.1f" makes of the next argument. */
static void put_argument(dom_web_html *h, const char *conversion, va_list *args)
{
    char type = conversion[strlen(conversion) - 1];
    if (type == '%')
        dom_web_html_constant(h, "%", 1);
    else if (type == 's' && conversion[1] == 's') /* most of all */
        put_text(h, va_arg(*args, const char *));
    else if (type == 's')
        put_value(h, conversion, va_arg(*args, const char *));
    else if (type == 'f' || type == 'g')
        put_value(h, conversion, va_arg(*args, double));
    else if (strstr(conversion, "ll"))
        put_value(h, conversion, va_arg(*args, long long));
    else if (strchr(conversion, 'l'))
        put_value(h, conversion, va_arg(*args, long));
    else if (strchr(conversion, 'z'))
        put_value(h, conversion, va_arg(*args, size_t));
    else
        put_value(h, conversion, va_arg(*args, int));
}

void dom_web_html_format(dom_web_html *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    while (*format) {
        char conversion[CONVERSION_BYTES];
        size_t constant = strcspn(format, "%");
        dom_web_html_constant(h, format, constant);
        format += constant;
        size_t size = *format ? strcspn(format + 1, "%scdufgx") + 2 : 0;
        dom_check(size < sizeof conversion);
        memcpy(conversion, format, size);
        conversion[size] = '\0';
        format += size;
        if (size > 0)
            put_argument(h, conversion, &args);
    }
    va_end(args);
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
