/* fs/file_walk.h - visits everything in a folder that another user may be changing at the same
 * time.
 *
 * Each folder is held by a descriptor, and a subfolder is entered only if it has not been replaced
 * since it was looked at. Links are shown to the visitor and never followed.
 */
#ifndef DOM_FS_FILE_WALK_H
#define DOM_FS_FILE_WALK_H

#include "base/err.h"

#include <stdbool.h>
#include <sys/stat.h>

typedef struct {
    int folder;       /* descriptor of the folder that contains `name`         */
    const char *name; /* the entry's own name                                  */
    const char *path; /* path from the top folder, '/' between names           */
    struct stat st;   /* the entry itself, also if it is a link                */
    int depth;        /* 0 for an entry of the top folder                      */
} dom_fs_walk_entry;

/* Called for each entry. A folder is visited before its content; the visitor sets *enter, which is
 * true, to false to skip the content. Any code but DOM_OK ends the walk. */
typedef dom_rc dom_fs_walk_visit(void *context, const dom_fs_walk_entry *entry, bool *enter,
                                 dom_err *err);

/* Visits everything in the folder, but not the folder itself, in no particular order.
 *
 * Returns DOM_OK; the code with which a visitor ended the walk; or DOM_E_IO if a folder cannot be
 * read or was replaced during the walk. */
dom_rc dom_fs_file_walk(int folder, dom_fs_walk_visit *visit, void *context, dom_err *err);

#endif
