/* web/html.h - writing HTML in which data cannot become markup.
 *
 * Markup is constant: dom_web_html_raw takes nothing but a string literal. Everything else goes
 * through dom_web_html_text, dom_web_html_bytes, dom_web_html_attr or dom_web_html_json, which
 * escape it, so a bot called "<script>" is shown and not obeyed.
 *
 *     dom_web_html_raw(h, "<a");
 *     dom_web_html_attr(h, "href", "%s.html", slug);
 *     dom_web_html_raw(h, ">");
 *     dom_web_html_text(h, "%s", name);
 *     dom_web_html_raw(h, "</a>");
 *
 * Memory may run out at any call: `has_failed` is then set, what follows is ignored, and
 * one look at the end is enough.
 */
#ifndef DOM_WEB_HTML_H
#define DOM_WEB_HTML_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text. All zero: empty. Release with dom_web_html_clear. */
typedef struct {
    char *bytes; /* `size` of them, and a NUL behind                          */
    size_t size, room;
    bool has_failed;
} dom_web_html;

/* Append a string literal as it is; anything else does not compile. */
#define dom_web_html_raw(h, literal) dom_web_html_constant((h), "" literal, sizeof(literal) - 1)

/* For dom_web_html_raw and for files that are part of the program. */
void dom_web_html_constant(dom_web_html *h, const char *bytes, size_t size);

/* Append formatted text as character data: '&', '<', '>' and both quotes become
 * references, bytes that are neither visible ASCII nor newline, tab or blank become \xNN. */
__attribute__((format(printf, 2, 3))) void dom_web_html_text(dom_web_html *h, const char *format,
                                                             ...);

/* The same for bytes that may hold anything, NUL too. */
void dom_web_html_bytes(dom_web_html *h, const void *bytes, size_t size);

/* Append ` name="value"`, the value escaped like text. `name` is a constant. */
__attribute__((format(printf, 3, 4))) void dom_web_html_attr(dom_web_html *h, const char *name,
                                                             const char *format, ...);

/* Append JSON for a data block `<script type="application/json">`: '<', '>' and '&', which
 * stand only in strings, as \u00NN, so that no text ends the block. */
void dom_web_html_json(dom_web_html *h, const char *json);

void dom_web_html_clear(dom_web_html *h);

#endif
