/* web/html.h - writes HTML in which data cannot become markup.
 *
 * Markup is constant: dom_web_html_raw and dom_web_html_put accept only string literals. All values
 * go into it escaped. So a bot with the name "<script>" is shown under this name, and no script
 * runs.
 *
 *     dom_web_html_put(h, "<a href=\"%s.html\">%s</a>", slug, name);
 *
 * If memory runs out, `has_failed` is set and all later calls do nothing. So it is enough to check
 * `has_failed` once, at the end.
 */
#ifndef DOM_WEB_HTML_H
#define DOM_WEB_HTML_H

#include "http/body.h"

#include <stddef.h>

/* A page that grows: the body of an answer, or a file. */
typedef dom_http_body dom_web_html;

/* Appends a string literal unchanged. Anything else does not compile. */
#define dom_web_html_raw(h, literal) dom_web_html_constant((h), "" literal, sizeof(literal) - 1)

/* Appends bytes unchanged. Only for dom_web_html_raw, for files that are part of the program, for
 * what another dom_web_html holds, and for whole documents of JSON, which are no HTML. */
static inline void dom_web_html_constant(dom_web_html *h, const char *bytes, size_t size)
{
    dom_http_body_add(h, bytes, size);
}

/* Appends a string literal with values, in the form of printf. The literal is markup. The values
 * are escaped, whether they are text between tags or stand between the quotes of an attribute: '&',
 * '<', '>' and both quotes become references, and bytes other than visible ASCII, blank, newline
 * and tab become \xNN. The conversions are those of s, c, d, u, x, f and g, also with l, ll and z.
 * A width or precision is a number in the literal, never '*'. */
#define dom_web_html_put(h, literal, ...) dom_web_html_format((h), "" literal, __VA_ARGS__)

__attribute__((format(printf, 2, 3))) void dom_web_html_format(dom_web_html *h, const char *format,
                                                               ...);

/* Appends `size` arbitrary bytes, which may include NUL, escaped in the same way. */
void dom_web_html_bytes(dom_web_html *h, const void *bytes, size_t size);

/* Appends JSON for a data block `<script type="application/json">`. '<', '>' and '&' become \u00NN,
 * so that no text can end the block. In valid JSON they occur only in strings. */
void dom_web_html_json(dom_web_html *h, const char *json);

/* Frees the text and makes it empty. */
static inline void dom_web_html_clear(dom_web_html *h)
{
    dom_http_body_clear(h);
}

#endif
