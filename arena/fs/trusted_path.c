#include "fs/trusted_path.h"

#include "base/path.h"
#include "base/text.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dom_rc check_part(const char *part, bool is_last, dom_err *err)
{
    struct stat st;
    if (lstat(part, &st) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "%.300s: %s", part, strerror(errno));
    if (S_ISLNK(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "%.300s has become a link", part);
    if (st.st_uid != 0 && st.st_uid != geteuid())
        return dom_err_set(err, DOM_E_CONFIG, "%.300s belongs to user %lu", part,
                           (unsigned long)st.st_uid);
    bool is_sticky = !is_last && (st.st_mode & S_ISVTX);
    if (S_ISDIR(st.st_mode) && (st.st_mode & (S_IWGRP | S_IWOTH)) && !is_sticky)
        return dom_err_set(err, DOM_E_CONFIG, "%.300s may be written by %s", part,
                           st.st_mode & S_IWOTH ? "everybody" : "its group");
    return DOM_OK;
}

dom_rc dom_fs_trusted_path_check(const char *path, dom_err *err)
{
    char part[DOM_PATH_BYTES];
    dom_rc rc = check_part("/", path[1] == '\0', err);
    for (size_t end = 1; rc == DOM_OK && path[end - 1]; end++) {
        bool is_end = path[end] == '\0';
        if (!is_end && path[end] != '/')
            continue;
        dom_text_copy(part, end + 1 < sizeof part ? end + 1 : sizeof part, path);
        rc = check_part(part, is_end, err);
    }
    return rc;
}
