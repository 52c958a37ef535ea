/* fs/trusted_path.h - says whether another user could change or replace what a path leads to.
 */
#ifndef DOM_FS_TRUSTED_PATH_H
#define DOM_FS_TRUSTED_PATH_H

#include "base/err.h"

/* Checks that only root and the user of this process can replace the file at this path or change
 * the folder at its end: every folder on the way belongs to one of the two, and neither its group
 * nor others may write to it. In the folders before the last one others may write if the sticky bit
 * keeps them from replacing what is not theirs, as in /tmp. The content of a folder is not looked
 * at, and of a device only the owner is.
 *
 * path  absolute, and without links (realpath)
 *
 * Returns DOM_OK, or DOM_E_CONFIG, and `err` names the first part of the path that is not so and
 * why, such as "/opt belongs to user 1001". */
dom_rc dom_fs_trusted_path_check(const char *path, dom_err *err);

#endif
