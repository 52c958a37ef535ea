/* fs/staging_dir.h - a folder in which something is made that is to be there whole or
 * not at all: it is renamed when it is complete, and goes when it is not.
 *
 * It is called PARENT/.new-XXXXXX and locked as long as its maker lives, so that what
 * a killed one left can be told from one at work. The parent may belong to another user:
 * both folders are held by descriptors, so files are made in the staging folder itself also
 * when that user puts something else in its place.
 */
#ifndef DOM_FS_STAGING_DIR_H
#define DOM_FS_STAGING_DIR_H

#include "base/err.h"
#include "base/path.h"

typedef struct {
    char path[DOM_PATH_BYTES];
    const char *name; /* within `path`                                         */
    int parent;       /* of the folder around it; -1 = there is none           */
    int fd;           /* of the staging folder                                 */
} dom_fs_staging_dir;

/* Make one in `parent`, which is there. DOM_E_IO, DOM_E_CONFIG for too long a path. */
dom_rc dom_fs_staging_dir_open(dom_fs_staging_dir *staging, const char *parent, dom_err *err);

/* Remove it with all that is in it, unless it was published. May be called twice. */
void dom_fs_staging_dir_close(dom_fs_staging_dir *staging);

/* Give it its name in `parent`, where nothing or an empty folder is. DOM_E_IO, and the
 * staging folder is as it was. */
dom_rc dom_fs_staging_dir_publish(dom_fs_staging_dir *staging, const char *name, dom_err *err);

/* Remove the staging folders in `parent` whose makers are gone. */
void dom_fs_staging_dir_sweep(const char *parent);

/* Make a folder and those on the way to it, as far as they are not there. */
dom_rc dom_fs_make_folders(const char *path, dom_err *err);

#endif
