/* http/gzip.h - compresses what is sent, and whether a client takes it so. */
#ifndef DOM_HTTP_GZIP_H
#define DOM_HTTP_GZIP_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a client takes gzip, by its header Accept-Encoding (RFC 9110); NULL if it sent
 * none. Examples: "gzip, br" and "*" do, "gzip;q=0" and "br" do not. */
bool dom_http_gzip_is_accepted(const char *accept_encoding);

/* Returns whether compressing content of this type and size is worth it: text of 1 KiB or more, but
 * no stream of events, which must arrive at once. */
bool dom_http_gzip_is_useful(const char *type, size_t size);

/* Compresses bytes. Returns the compressed bytes, which the caller frees, and sets *out_size; NULL
 * if memory has run out. */
char *dom_http_gzip(const char *bytes, size_t size, size_t *out_size);

#endif
