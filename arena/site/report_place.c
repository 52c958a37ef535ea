#include "report_place.h"

#include "base/path.h"
#include "base/string_list.h"
#include "fs/beneath.h"
#include "fs/file_walk.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALLOWED                                                                                    \
    "a new or empty folder, or an earlier report and nothing else, which will be replaced"

enum { LIST_BYTES_MAX = 1 << 28 };

typedef struct {
    const char *target;
    dom_strings files; /* of the report that is there, sorted */
} report_place;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static dom_rc check_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const report_place *place = context;
    const char *path = e->path;
    (void)enter;
    if (S_ISDIR(e->st.st_mode) ||
        (place->files.count > 0 && bsearch(&path, place->files.item, place->files.count,
                                           sizeof *place->files.item, by_text) != NULL))
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%.200s/%.200s: is not from a report; allowed: " ALLOWED,
                       place->target, path);
}

/* Without a list every file is another one. */
static dom_rc read_list(report_place *place, dom_err *err)
{
    char path[DOM_PATH_BYTES + sizeof DOM_SITE_REPORT_LIST], *text, *rest;
    (void)snprintf(path, sizeof path, "%s/" DOM_SITE_REPORT_LIST, place->target);
    dom_rc rc = dom_fs_file_text(&text, path, LIST_BYTES_MAX, err);
    if (rc == DOM_E_ABSENT)
        return DOM_OK;
    if (rc != DOM_OK)
        return rc;
    bool ok = true;
    for (char *line = strtok_r(text, "\n", &rest); line && ok; line = strtok_r(NULL, "\n", &rest))
        ok = dom_strings_add(&place->files, line);
    free(text);
    return ok ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_site_report_place_check(const char *target, dom_err *err)
{
    report_place place = {.target = target};
    char *real;
    int folder = dom_fs_beneath_hold(target, &real);
    free(real);
    if (folder < 0 && errno == ENOTDIR)
        return dom_err_set(err, DOM_E_CONFIG, "%.300s: is not a folder; allowed: " ALLOWED, target);
    if (folder < 0)
        return errno == ENOENT ? DOM_OK : dom_err_errno(err, target);
    dom_rc rc = read_list(&place, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_walk(folder, check_entry, &place, err);
    (void)close(folder);
    dom_strings_clear(&place.files);
    return rc;
}
