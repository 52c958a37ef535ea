/* bot_files.h - where the files of each bot are in a run: copies in memory, as far as they fit, and
 * else on disk.
 *
 * The processes of a bot share its files. On disk, which pages of them are in memory is a store of
 * bits by which these processes could tell each other hands (SECURITY.md). In memory every page is
 * always there.
 */
#ifndef DOM_CORE_BOT_FILES_H
#define DOM_CORE_BOT_FILES_H

#include "core/core.h"
#include "fs/memory_dir.h"

typedef struct {
    dom_fs_memory_dir memory;
    char **folder; /* by bot; NULL: a person                                    */
    bool *on_disk; /* by bot: it has no copy in memory                          */
    uint16_t count;
} dom_core_bot_files;

/* Copies the files of all bots, so that the bots' users can read them. If some stay on disk and
 * bots run at `bwrap`, the hook on_disk gets one line that names them.
 *
 * run  the run directory
 *
 * Returns DOM_OK; DOM_E_IO if the files of a bot can neither be copied nor used where they are;
 * DOM_E_NOMEM. Close *files in any case. */
dom_rc dom_core_bot_files_open(dom_core_bot_files *files, const dom_core_spec *spec,
                               const char *run, dom_err *err);

/* Removes the copies. No bot may run any more. May be called twice. */
void dom_core_bot_files_close(dom_core_bot_files *files);

/* Returns what a match of these bots notes as its sandbox: the word of the level, or
 * DOM_SANDBOX_ON_DISK if it was `bwrap` and a bot stayed on disk. */
const char *dom_core_bot_files_sandbox(const dom_core_bot_files *files, dom_sandbox level,
                                       const uint16_t bots[], int count);

#endif
