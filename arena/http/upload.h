/* upload.h - a request with a body, as people send it who play: whether it is allowed, and its
 * bytes. Private to this folder.
 *
 * A page elsewhere can make a browser send a form to this server, together with its cookies. So
 * only requests of this server's own pages are allowed: the browser says where a request comes from
 * in the headers Sec-Fetch-Site or Origin, and a form cannot send JSON.
 */
#ifndef DOM_HTTP_UPLOAD_H
#define DOM_HTTP_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>

enum { DOM_HTTP_UPLOAD_BYTES = 4096 };

/* Headers of a request; NULL: it has no such header. */
typedef struct {
    const char *host, *origin, *fetch_site, *content_type, *content_length;
} dom_http_upload_headers;

/* A refusal: an HTTP status and a line for a person. */
typedef struct {
    int status;
    const char *words;
} dom_http_refusal;

/* Returns why a request with these headers may have no body; status 0 if it may. */
dom_http_refusal dom_http_upload_check(const dom_http_upload_headers *headers);

/* A body that is being received. The caller frees it with free(). */
typedef struct {
    size_t size; /* more than DOM_HTTP_UPLOAD_BYTES: it is too long, and not all is kept */
    char bytes[DOM_HTTP_UPLOAD_BYTES + 1]; /* ends with a NUL */
} dom_http_upload;

/* Appends what has arrived. */
void dom_http_upload_add(dom_http_upload *upload, const char *bytes, size_t size);

#endif
