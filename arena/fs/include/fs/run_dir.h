/* fs/run_dir.h - the run directory: a private folder for the sockets and temporary files of one
 * run. If root runs the arena, it also holds copies of the bots that the bots' users can read. Its
 * path is short, because the name of a socket has at most 107 bytes.
 *
 *     BASE/domino-arena.XXXXXX             six characters make it unique
 *     BASE/domino-arena.XXXXXX/7           what the host of instance 7 makes and removes
 *     BASE/domino-arena.XXXXXX/bots/3      the copy of bot 3 on disk
 *     BASE/domino-arena.XXXXXX/bots/memory copies in memory (fs/memory_dir.h)
 *
 * The parameter `bots_have_users` says whether bots run as users other than the caller. In that
 * case these users must be able to pass through every folder of the path.
 */
#ifndef DOM_FS_RUN_DIR_H
#define DOM_FS_RUN_DIR_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { DOM_FS_RUN_DIR_BYTES = 64 }; /* bytes of its path, including the NUL */

/* Returns the folder in which run directories are made: the first of $XDG_RUNTIME_DIR (not for
 * root), $TMPDIR and /tmp that is an absolute path of at most 32 bytes and can be written to. */
const char *dom_fs_run_dir_base(void);

/* Checks that bots will be able to reach a run directory made there. Returns DOM_OK, or DOM_E_IO;
 * then `err` says in one line what is wrong, and `remedy` in another what to do. */
dom_rc dom_fs_run_dir_check_base(bool bots_have_users, dom_err *err, dom_err *remedy);

/* Makes a run directory. On failure it returns DOM_E_IO, and `path` is "". */
dom_rc dom_fs_run_dir_make(char path[static DOM_FS_RUN_DIR_BYTES], dom_err *err);

/* Checks that files can still be created in the run directory and written. It may have been removed
 * by a program that cleans /tmp, or its disk may be full; then it returns DOM_E_IO. */
dom_rc dom_fs_run_dir_check(const char *run, bool bots_have_users, dom_err *err);

/* Makes the files of `folder` readable for a bot process of another user. `out` receives the path:
 * the folder itself if everybody may enter it, else a copy at RUN/bots/NUMBER. Returns DOM_OK;
 * DOM_E_IO if the folder cannot be copied or changes during the copy. */
dom_rc dom_fs_run_dir_stage(const char *run, unsigned number, const char *folder, char *out,
                            size_t room, dom_err *err);

/* Removes a run directory with everything in it, and the copies of bots in memory
 * (fs/memory_dir.h). */
void dom_fs_run_dir_remove(const char *run);

/* Removes the run directory of a run that was killed. A path that is not a run directory, or that
 * belongs to another user, is left alone. */
void dom_fs_run_dir_remove_left(const char *path);

#endif
