#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static void write_six(char text[static DOM_HTTP_ADDRESS_BYTES], struct in6_addr six)
{
    char network[INET6_ADDRSTRLEN] = "";
    bool is_four = IN6_IS_ADDR_V4MAPPED(&six);
    if (!is_four)
        memset(six.s6_addr + 8, 0, 8);
    (void)inet_ntop(is_four ? AF_INET : AF_INET6, is_four ? six.s6_addr + 12 : six.s6_addr, network,
                    sizeof network);
    (void)snprintf(text, DOM_HTTP_ADDRESS_BYTES, "%s%s", network, is_four ? "" : "/64");
}

void dom_http_address_write(char text[static DOM_HTTP_ADDRESS_BYTES],
                            const struct sockaddr *address)
{
    text[0] = '\0';
    if (address && address->sa_family == AF_INET)
        (void)inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr,
                        text, DOM_HTTP_ADDRESS_BYTES);
    if (address && address->sa_family == AF_INET6)
        write_six(text, ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}
