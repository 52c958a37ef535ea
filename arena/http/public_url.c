#include "http/public_url.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
#define NAME "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS "-."
#define PATH NAME "/_~%@+=:,;!"

/* Returns what follows a scheme, or NULL. */
static const char *after_scheme(const char *text)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(text, schemes[i], strlen(schemes[i])) == 0)
            return text + strlen(schemes[i]);
    return NULL;
}

/* Returns what follows a host, which may be an IPv6 address in brackets; NULL if there is none. */
static const char *after_host(const char *text)
{
    bool is_six = text[0] == '[';
    size_t size = is_six ? strspn(text + 1, DIGITS "abcdefABCDEF:.") : strspn(text, NAME);
    if (size == 0 || (is_six && text[1 + size] != ']'))
        return NULL;
    return text + size + 2 * is_six;
}

/* Returns what follows a port, which may be missing; NULL if it is no port. */
static const char *after_port(const char *text)
{
    if (text[0] != ':')
        return text;
    size_t size = strspn(text + 1, DIGITS);
    int port = size > 0 && size <= 5 ? atoi(text + 1) : 0;
    return port > 0 && port <= UINT16_MAX ? text + 1 + size : NULL;
}

static bool is_url(const char *text)
{
    const char *at = after_scheme(text);
    at = at ? after_host(at) : NULL;
    at = at ? after_port(at) : NULL;
    return at && (*at == '\0' || (*at == '/' && at[strspn(at, PATH)] == '\0'));
}

dom_rc dom_http_public_url_read(char out[static DOM_HTTP_PUBLIC_URL_BYTES], const char *text,
                                dom_err *err)
{
    size_t size = strlen(text);
    if (!is_url(text) || size + 2 > DOM_HTTP_PUBLIC_URL_BYTES)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--url: '%.80s' is not an address of pages; allowed: http:// or https:// "
            "with a host and perhaps a path, e.g. https://example.org/domino/",
            text);
    (void)snprintf(out, DOM_HTTP_PUBLIC_URL_BYTES, "%s%s", text, text[size - 1] == '/' ? "" : "/");
    return DOM_OK;
}
