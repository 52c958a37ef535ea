/* http/query.h - the parameters of a request: what stands after the '?' of its address.
 *
 * Names and values come from anybody and may be any bytes but NUL. They are compared with what is
 * allowed, and escaped where they are shown.
 */
#ifndef DOM_HTTP_QUERY_H
#define DOM_HTTP_QUERY_H

#include <stddef.h>

enum { DOM_HTTP_PARAMETERS_MAX = 16 };

/* A parameter NAME=VALUE, decoded. NAME alone has the value "". The texts are borrowed. */
typedef struct {
    const char *name, *value;
} dom_http_parameter;

/* The parameters of a request in their order. All zero means none. */
typedef struct {
    size_t count;
    dom_http_parameter parameters[DOM_HTTP_PARAMETERS_MAX];
} dom_http_query;

#endif
