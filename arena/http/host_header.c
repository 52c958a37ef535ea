#include "host_header.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

enum { PORT_DIGITS_MAX = 5 };

/* Returns true if this may follow a name: nothing, or a port. */
static bool is_port(const char *text)
{
    size_t digits = text[0] == ':' ? strspn(text + 1, "0123456789") : 0;
    return text[0] == '\0' || (digits > 0 && digits <= PORT_DIGITS_MAX && text[1 + digits] == '\0');
}

static bool is_loopback_name(const char *name)
{
    struct in_addr four;
    return strcmp(name, "localhost") == 0 || strcmp(name, "[::1]") == 0 ||
           (inet_pton(AF_INET, name, &four) == 1 && ntohl(four.s_addr) >> 24 == 127);
}

bool dom_http_host_is_loopback(const char *host)
{
    char name[sizeof "127.255.255.255"];
    size_t in_brackets = host[0] == '[' ? strcspn(host, "]") : 0;
    size_t size = in_brackets + strcspn(host + in_brackets, ":");
    if (size >= sizeof name)
        return false;
    memcpy(name, host, size);
    name[size] = '\0';
    return is_loopback_name(name) && is_port(host + size);
}

bool dom_http_host_is_of(const char *host, const char *url)
{
    const char *name = strstr(url, "://") + strlen("://");
    size_t in_brackets = name[0] == '[' ? strcspn(name, "]") : 0;
    size_t size = in_brackets + strcspn(name + in_brackets, ":/");
    return strncasecmp(host, name, size) == 0 && is_port(host + size);
}
