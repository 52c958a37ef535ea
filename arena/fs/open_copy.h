/* open_copy.h - copies a folder so that every user can read the copy. */
#ifndef DOM_FS_OPEN_COPY_H
#define DOM_FS_OPEN_COPY_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes a folder that all users can read, whatever the umask is. */
bool dom_fs_make_open_folder(int parent, const char *path);

/* Makes the folder `to` and copies everything in `from` to it: folders, files and links. Files lose
 * all modes but whether their owner may execute them.
 *
 * left  how many bytes the copy may take in memory, of which those that it takes are subtracted;
 *       NULL: any
 *
 * Returns DOM_OK; DOM_E_LIMIT if it does not fit into `left` or on the device; DOM_E_IO, also if
 * something changes meanwhile. After a failure a part of the copy is there. */
dom_rc dom_fs_open_copy(const char *from, const char *to, uint64_t *left, dom_err *err);

#endif
