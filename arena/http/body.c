#include "http/body.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

void dom_http_body_clear(dom_http_body *body)
{
    free(body->bytes);
    *body = (dom_http_body){0};
}

void dom_http_body_add(dom_http_body *body, const char *bytes, size_t size)
{
    /* With a NUL. */
    body->has_failed =
        body->has_failed || !dom_vec_reserve(body->bytes, body->size, body->room, size + 1);
    if (body->has_failed || size == 0)
        return;
    memcpy(body->bytes + body->size, bytes, size);
    body->size += size;
    body->bytes[body->size] = '\0';
}
