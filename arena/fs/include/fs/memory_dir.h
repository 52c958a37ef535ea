/* fs/memory_dir.h - a folder in memory for the copies of bots in one run.
 *
 * The files of a bot are shared by its processes, which must not be able to tell each other
 * anything. Of a file on a disk the kernel keeps some pages in memory, and which ones is a store of
 * bits. In memory every page is always there.
 *
 * The folder is a file system of its own where the caller may mount one, seen by this process and
 * its children only, so it ends with them. Elsewhere it is below /dev/shm, if that is in memory and
 * programs may be started there:
 *
 *     RUN/bots/memory                         the mount point, in the run directory, or a link to
 *                                             the other folder
 *     /dev/shm/domino-arena.UID/.new-XXXXXX   elsewhere; what a killed process has left is removed
 *                                             by the next
 */
#ifndef DOM_FS_MEMORY_DIR_H
#define DOM_FS_MEMORY_DIR_H

#include "base/err.h"
#include "fs/staging_dir.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    char path[DOM_PATH_BYTES]; /* "": there is none                                     */
    bool is_mounted;
    dom_fs_staging_dir staging; /* below /dev/shm                                        */
    uint64_t left;              /* bytes that copies may still take                      */
    dom_err why;                /* why there is none, or why the last copy was not made  */
} dom_fs_memory_dir;

/* Returns a quarter of the machine's memory, in bytes. */
uint64_t dom_fs_memory_dir_usual(void);

/* Makes the folder. If that is not possible, every copy fails with DOM_E_LIMIT. Close it in any
 * case.
 *
 * run    the run directory
 * bytes  how many bytes all copies together may take */
void dom_fs_memory_dir_open(dom_fs_memory_dir *dir, const char *run, uint64_t bytes);

/* Removes the folder with all copies. No process may use them any more. */
void dom_fs_memory_dir_close(dom_fs_memory_dir *dir);

/* Removes what an arena that was killed has left of its folder in memory; the place in the run
 * directory stays. */
void dom_fs_memory_dir_remove_left(const char *run);

/* Copies `folder` to DIR/NUMBER, readable for all users, writable for none, and owned by the
 * caller.
 *
 * out  receives the path of the copy
 *
 * Returns DOM_OK, or a code with the reason in dir->why: DOM_E_LIMIT if it does not fit or there is
 * no folder in memory; DOM_E_IO if it cannot be read or changes meanwhile. Nothing is left of a
 * copy that failed. */
dom_rc dom_fs_memory_dir_copy(dom_fs_memory_dir *dir, unsigned number, const char *folder,
                              char out[static DOM_PATH_BYTES]);

#endif
