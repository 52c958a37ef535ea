/* fs/file_walk.h - visiting everything in a folder that another user may change meanwhile.
 *
 * Each folder on the way is held by a descriptor, and a subfolder is entered only if it
 * still is the one that was looked at: links are shown to the visitor, never followed.
 */
#ifndef DOM_FS_FILE_WALK_H
#define DOM_FS_FILE_WALK_H

#include "base/err.h"

#include <stdbool.h>
#include <sys/stat.h>

typedef struct {
    int folder;       /* held; `name` is in it                                 */
    const char *name; /* one name                                              */
    const char *path; /* from the top folder, '/' between names                */
    struct stat st;   /* of the entry itself, also if it is a link             */
    int depth;        /* 0 = in the top folder                                 */
} dom_fs_walk_entry;

/* Visit an entry. A folder is visited before what is in it; *enter is true, and a visitor
 * that sets it to false skips the content. Another code than DOM_OK ends the walk. */
typedef dom_rc dom_fs_walk_visit(void *context, const dom_fs_walk_entry *entry, bool *enter,
                                 dom_err *err);

/* Visit all that is in the folder, but not the folder itself, in no particular order.
 *
 * Returns DOM_OK; what a visit returned; DOM_E_IO when a folder cannot be read or was
 * exchanged meanwhile. */
dom_rc dom_fs_file_walk(int folder, dom_fs_walk_visit *visit, void *context, dom_err *err);

#endif
