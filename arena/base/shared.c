#include "base/shared.h"

#include "base/path.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool dom_shared_is(const char *folder)
{
    struct stat st;
    return stat(folder, &st) == 0 && S_ISDIR(st.st_mode) && (st.st_mode & 02077) == 02070;
}

mode_t dom_shared_mode(const char *path, mode_t mode)
{
    char parent[DOM_PATH_BYTES];
    const char *slash = strrchr(path, '/');
    int length = slash == path ? 1 : slash ? (int)(slash - path) : 0;
    if (snprintf(parent, sizeof parent, "%.*s", length, path) >= (int)sizeof parent ||
        !dom_shared_is(slash ? parent : "."))
        return mode;
    return (mode & 0700) | (mode & 0700) >> 3;
}
