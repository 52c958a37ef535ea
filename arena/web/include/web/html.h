/* web/html.h - writing HTML in which data cannot become markup.
 *
 * Markup is constant: html_raw takes nothing but a string literal. Everything else goes
 * through html_text, html_bytes, html_attr or html_json, which escape it, so a bot called
 * "<script>" is shown and not obeyed.
 *
 *     html_raw(h, "<a");
 *     html_attr(h, "href", "%s.html", slug);
 *     html_raw(h, ">");
 *     html_text(h, "%s", name);
 *     html_raw(h, "</a>");
 *
 * Memory may run out at any call: `has_failed` is then set, what follows is ignored, and
 * one look at the end is enough.
 */
#ifndef DOM_WEB_HTML_H
#define DOM_WEB_HTML_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text. All zero: empty. Release with html_clear. */
typedef struct {
    char *bytes; /* `size` of them, and a NUL behind                          */
    size_t size, room;
    bool has_failed;
} html;

/* Append a string literal as it is; anything else does not compile. */
#define html_raw(h, literal) html_constant((h), "" literal, sizeof(literal) - 1)

/* For html_raw and for files that are part of the program. */
void html_constant(html *h, const char *bytes, size_t size);

/* Append formatted text as character data: '&', '<', '>' and both quotes become
 * references, bytes that are neither visible ASCII nor newline, tab or blank become \xNN. */
__attribute__((format(printf, 2, 3))) void html_text(html *h, const char *format, ...);

/* The same for bytes that may hold anything, NUL too. */
void html_bytes(html *h, const void *bytes, size_t size);

/* Append ` name="value"`, the value escaped like text. `name` is a constant. */
__attribute__((format(printf, 3, 4))) void html_attr(html *h, const char *name, const char *format,
                                                     ...);

/* Append JSON for a data block `<script type="application/json">`: '<', '>' and '&', which
 * stand only in strings, as \u00NN, so that no text ends the block. */
void html_json(html *h, const char *json);

void html_clear(html *h);

#endif
