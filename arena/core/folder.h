/* The run folder: sockets, temporary files and, for root, copies of the bots that
 * users of their own can read. Fresh and private for each run, short of path so
 * that a socket's name fits. */
#ifndef DOM_CORE_FOLDER_H
#define DOM_CORE_FOLDER_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { RUN_FOLDER_BYTES = 64 };

/* Make a folder under $XDG_RUNTIME_DIR (not for root), $TMPDIR or /tmp. On failure
 * *path is empty. */
dom_rc run_folder_make(char path[static RUN_FOLDER_BYTES], dom_err *err);

/* Can processes still make files in it, and write to them? Whoever cleans up /tmp may have removed
 * it, and a disk fills. DOM_E_IO if not. */
dom_rc run_folder_check(const char *run, dom_err *err);

/* Where a bot process of another user finds the files of `folder`: the folder
 * itself when everybody may enter it, else a copy at RUN/bots/NUMBER. */
dom_rc run_folder_stage(const char *run, unsigned number, const char *folder, char *out,
                        size_t room, dom_err *err);

#endif
