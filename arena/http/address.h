/* address.h - the address of a client, as a text. Private to this folder. */
#ifndef DOM_HTTP_ADDRESS_H
#define DOM_HTTP_ADDRESS_H

#include "http/server.h"

struct sockaddr;

/* Writes whom a connection counts for: an IPv4 address, such as "192.0.2.7", or the first 64 bits
 * of an IPv6 address, such as "2001:db8::/64", because who has one address of a network has them
 * all. An IPv4 address in IPv6 form counts as IPv4. NULL or another kind of address is "". */
void dom_http_address_write(char text[static DOM_HTTP_ADDRESS_BYTES],
                            const struct sockaddr *address);

#endif
