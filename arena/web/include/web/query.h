/* web/query.h - the parameters of a request: what stands after the '?' of its address.
 *
 * Names and values come from anybody and may be any bytes but NUL. They are compared with what is
 * allowed, and shown through web/html.h only.
 */
#ifndef DOM_WEB_QUERY_H
#define DOM_WEB_QUERY_H

#include <stddef.h>

enum { DOM_WEB_PARAMETERS_MAX = 16 };

/* A parameter NAME=VALUE, decoded. NAME alone has the value "". The texts are borrowed. */
typedef struct {
    const char *name, *value;
} dom_web_parameter;

/* The parameters of a request in their order. All zero means none. */
typedef struct {
    size_t count;
    dom_web_parameter parameters[DOM_WEB_PARAMETERS_MAX];
} dom_web_query;

#endif
