#include "upload.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns true if the header Origin names the host of the request: "http://HOST" or "https://HOST",
 * for a proxy may speak TLS. */
static bool is_own_origin(const char *origin, const char *host)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(origin, schemes[i], strlen(schemes[i])) == 0)
            return strcasecmp(origin + strlen(schemes[i]), host) == 0;
    return false;
}

/* A page cannot set either header itself. Browsers send Sec-Fetch-Site only to this machine and by
 * TLS. */
static bool is_same_origin(const dom_http_upload_headers *headers)
{
    if (headers->fetch_site)
        return strcmp(headers->fetch_site, "same-origin") == 0;
    return headers->origin && headers->host && is_own_origin(headers->origin, headers->host);
}

static bool is_json(const char *type)
{
    static const char json[] = "application/json";
    size_t size = strlen(json);
    return type && strncasecmp(type, json, size) == 0 &&
           (type[size] == '\0' || type[size] == ';' || type[size] == ' ');
}

dom_http_refusal dom_http_upload_check(const dom_http_upload_headers *headers)
{
    if (!is_same_origin(headers))
        return (dom_http_refusal){403, "only pages of this server may send this\n"};
    if (!is_json(headers->content_type))
        return (dom_http_refusal){415, "only application/json is allowed\n"};
    if (headers->content_length && atol(headers->content_length) > DOM_HTTP_UPLOAD_BYTES)
        return (dom_http_refusal){413, "at most 4096 bytes are allowed\n"};
    return (dom_http_refusal){0, ""};
}

void dom_http_upload_add(dom_http_upload *upload, const char *bytes, size_t size)
{
    size_t room = upload->size < DOM_HTTP_UPLOAD_BYTES ? DOM_HTTP_UPLOAD_BYTES - upload->size : 0;
    size_t kept = size < room ? size : room;
    if (kept > 0)
        memcpy(upload->bytes + upload->size, bytes, kept);
    upload->size += size;
}
