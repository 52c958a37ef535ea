/* http/body.h - a text that grows: the body of an answer.
 *
 * If memory runs out, `has_failed` is set and all later calls do nothing. So it is enough to check
 * `has_failed` once, at the end.
 */
#ifndef DOM_HTTP_BODY_H
#define DOM_HTTP_BODY_H

#include <stdbool.h>
#include <stddef.h>

/* All zero means empty. The owner frees it with dom_http_body_clear. */
typedef struct {
    char *bytes; /* `size` bytes and a NUL; NULL while nothing was written */
    size_t size, room;
    bool has_failed;
} dom_http_body;

/* Appends bytes unchanged. */
void dom_http_body_add(dom_http_body *body, const char *bytes, size_t size);

/* Frees the text and makes it empty. */
void dom_http_body_clear(dom_http_body *body);

#endif
