/* http/public_url.h - the public address of the pages, which the feed and the link cards need. */
#ifndef DOM_HTTP_PUBLIC_URL_H
#define DOM_HTTP_PUBLIC_URL_H

#include "base/err.h"

enum { DOM_HTTP_PUBLIC_URL_BYTES = 256 };

/* Reads a public address: http or https, a host, perhaps a port and a path, without '?' and '#'.
 * Example: "https://example.org/domino" becomes "https://example.org/domino/".
 *
 * out   receives the address with a '/' at its end
 * text  as the user wrote it
 *
 * Returns DOM_OK, or DOM_E_CONFIG with a message that says what is allowed. */
dom_rc dom_http_public_url_read(char out[static DOM_HTTP_PUBLIC_URL_BYTES], const char *text,
                                dom_err *err);

#endif
