#include "web/number_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dom_web_number_path_write(char out[static DOM_WEB_NUMBER_PATH_BYTES], const char *folder,
                               const dom_web_number_path *path)
{
    int size = snprintf(out, DOM_WEB_NUMBER_PATH_BYTES, "%s/%s/%llu", folder, path->slug,
                        (unsigned long long)path->number);
    if (path->round > 1)
        size += snprintf(out + size, DOM_WEB_NUMBER_PATH_BYTES - (size_t)size, "/%u", path->round);
    (void)snprintf(out + size, DOM_WEB_NUMBER_PATH_BYTES - (size_t)size, "%s",
                   path->is_json ? ".json" : ".html");
}

/* Reads a number from 1 without leading zeros, and moves *at behind it. Returns 0 if there is none.
 */
static uint64_t read_number(const char **at)
{
    char *end;
    if (**at < '1' || **at > '9')
        return 0;
    errno = 0;
    uint64_t number = strtoull(*at, &end, 10);
    *at = end;
    return errno == 0 ? number : 0;
}

bool dom_web_number_path_read(dom_web_number_path *out, const char *folder, const char *path)
{
    const size_t before = strlen(folder);
    *out = (dom_web_number_path){.round = 1};
    if (strncmp(path, folder, before) != 0 || path[before] != '/')
        return false;
    const char *at = path + before + 1, *slash = strchr(at, '/');
    if (slash && (slash == at || slash - at >= DOM_WEB_SLUG_BYTES))
        return false;
    if (slash) {
        (void)snprintf(out->slug, sizeof out->slug, "%.*s", (int)(slash - at), at);
        at = slash + 1;
    }
    out->number = read_number(&at);
    if (*at == '/') {
        at++;
        uint64_t round = read_number(&at);
        out->round = round <= UINT32_MAX ? (uint32_t)round : 0;
        out->is_alias = round == 1;
        if (out->round == 0 || strcmp(at, ".html") != 0)
            return false;
    }
    out->is_json = strcmp(at, ".json") == 0;
    return out->number > 0 && (out->is_json || strcmp(at, ".html") == 0);
}
