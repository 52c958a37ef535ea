/* host_header.h - what the header Host of a request names. Private to this folder. */
#ifndef DOM_HTTP_HOST_HEADER_H
#define DOM_HTTP_HOST_HEADER_H

#include <stdbool.h>

/* Returns true if a Host header names this machine's loopback: localhost, an address 127.x.x.x or
 * [::1], alone or followed by ":" and a port of 1 to 5 digits. Anything else before, between or
 * behind them is another name, such as "[::1].evil.example". */
bool dom_http_host_is_loopback(const char *host);

/* Returns true if a Host header names the host of this address (http/public_url.h), with any port
 * or none: a proxy may leave it out, or put its own there. */
bool dom_http_host_is_of(const char *host, const char *url);

#endif
