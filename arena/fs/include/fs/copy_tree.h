/* fs/copy_tree.h - copies a folder as it is, with modes, times, owners and links.
 *
 * A bot's folder is copied by fs/file_tree.h, which leaves out what a bot does not need and refuses
 * what could lead outside. This one is for folders of the arena's own, such as a snapshot whose
 * build has left links in it.
 */
#ifndef DOM_FS_COPY_TREE_H
#define DOM_FS_COPY_TREE_H

#include "base/err.h"

#include <stdint.h>

/* Copies the folder `from` as the new folder `to`. Sockets, pipes and devices are left out. Owners
 * are those of the originals as far as the caller may give files away; otherwise they are the
 * caller's own. No set-user-ID bit is copied. Nothing is synced.
 *
 * bytes  the sizes of all copied files are added to it
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED as base/interrupt.h has it; DOM_E_IO, also if the original
 * changes meanwhile. After a failure a part of the copy is left. */
dom_rc dom_fs_copy_tree(const char *from, const char *to, uint64_t *bytes, dom_err *err);

/* Gives the file or folder `to` the owner, mode and times of `from`, as for a copy. Returns DOM_OK
 * or DOM_E_IO. */
dom_rc dom_fs_copy_state(const char *from, const char *to, dom_err *err);

#endif
