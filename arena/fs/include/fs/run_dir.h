/* fs/run_dir.h - the run folder: sockets, temporary files and, for root, copies of the bots that
 * users of their own can read. Fresh and private for each run, short of path so that a socket's
 * name fits.
 *
 *     BASE/domino-arena.XXXXXX             six characters make it unique
 *     BASE/domino-arena.XXXXXX/7           what the host of instance 7 makes and removes
 *     BASE/domino-arena.XXXXXX/bots/3      the copy of bot 3
 *
 * `bots_have_users` says below whether bots run as users other than the caller's; then these must
 * be able to pass through every folder of the path.
 */
#ifndef DOM_FS_RUN_DIR_H
#define DOM_FS_RUN_DIR_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { DOM_FS_RUN_DIR_BYTES = 64 }; /* of its path, with the NUL */

/* Where run folders are made: $XDG_RUNTIME_DIR (not for root), $TMPDIR or /tmp, the first that is
 * an absolute path of at most 32 bytes and can be written to. */
const char *dom_fs_run_dir_base(void);

/* Can users of bots reach what is made there? Returns DOM_OK, or DOM_E_IO; `err` then says what is
 * wrong and `remedy` what helps, in one line each. */
dom_rc dom_fs_run_dir_check_base(bool bots_have_users, dom_err *err, dom_err *remedy);

/* Make a run folder. On failure, DOM_E_IO, *path is empty. */
dom_rc dom_fs_run_dir_make(char path[static DOM_FS_RUN_DIR_BYTES], dom_err *err);

/* Can processes still make files in it, and write to them? Whoever cleans up /tmp may have removed
 * it, and a disk fills. DOM_E_IO if not. */
dom_rc dom_fs_run_dir_check(const char *run, bool bots_have_users, dom_err *err);

/* Where a bot process of another user finds the files of `folder`: the folder itself when everybody
 * may enter it, else a copy at RUN/bots/NUMBER. `out` receives the path. Returns DOM_OK; DOM_E_IO
 * when it cannot be copied, or changes meanwhile. */
dom_rc dom_fs_run_dir_stage(const char *run, unsigned number, const char *folder, char *out,
                            size_t room, dom_err *err);

/* Remove the folder of a run that was killed; whatever is none, or somebody else's, stays. */
void dom_fs_run_dir_remove_left(const char *path);

#endif
