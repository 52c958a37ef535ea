/* fs/staging_dir.h - the staging directory: a folder in which something is prepared that must
 * appear completely or not at all. It is renamed into place when it is complete, and removed
 * otherwise.
 *
 * It is called PARENT/.new-XXXXXX and is locked while the process that made it lives. A staging
 * directory without a lock was left by a process that was killed, and is removed. The parent may
 * belong to another user. Both folders are held by descriptors, so files are created in the staging
 * directory even if that user puts another folder in its place.
 */
#ifndef DOM_FS_STAGING_DIR_H
#define DOM_FS_STAGING_DIR_H

#include "base/err.h"
#include "base/path.h"

#include <sys/types.h>

typedef struct {
    char path[DOM_PATH_BYTES];
    const char *name; /* its own name, the end of `path`                       */
    int parent;       /* descriptor of the parent folder; -1: not open         */
    int fd;           /* descriptor of the staging directory                   */
} dom_fs_staging_dir;

/* Makes a staging directory in `parent`, which must exist. Returns DOM_OK; DOM_E_IO; DOM_E_CONFIG
 * if the path is too long. */
dom_rc dom_fs_staging_dir_open(dom_fs_staging_dir *staging, const char *parent, dom_err *err);

/* The same in a parent that is made if it is missing, with this mode, and that must belong to this
 * user alone, because in a folder such as /tmp another user could have made it. Removes what killed
 * processes have left in it. Returns also DOM_E_CONFIG if it is another user's or no folder. */
dom_rc dom_fs_staging_dir_open_own(dom_fs_staging_dir *staging, const char *parent, mode_t mode,
                                   dom_err *err);

/* Removes the directory with its content, and then the parent if it is empty. */
void dom_fs_staging_dir_close_own(dom_fs_staging_dir *staging);

/* Removes the directory with its content, unless it was published. May be called twice, and with a
 * zeroed struct. */
void dom_fs_staging_dir_close(dom_fs_staging_dir *staging);

/* Renames the directory to `name` in its parent. There must be no entry of that name, or an empty
 * folder. On failure it returns DOM_E_IO, and the staging directory is unchanged. */
dom_rc dom_fs_staging_dir_publish(dom_fs_staging_dir *staging, const char *name, dom_err *err);

/* Removes the staging directories in `parent` that killed processes left behind. */
void dom_fs_staging_dir_sweep(const char *parent);

/* Makes a folder and its missing parents. */
dom_rc dom_fs_make_folders(const char *path, dom_err *err);

/* Makes FOLDER/BELOW, such as "bots/greedy" below a folder that is there. Only links in `folder`
 * itself are followed, so whatever is then written there lies below it. Returns DOM_OK;
 * DOM_E_CONFIG if a name of `below` is a link or no folder; DOM_E_IO. */
dom_rc dom_fs_make_folders_below(const char *folder, const char *below, dom_err *err);

#endif
