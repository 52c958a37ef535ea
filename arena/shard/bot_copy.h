/* bot_copy.h - copies the snapshot of a bot to FOLDER/bots/NAME/VERSION, completely or not at all.
 */
#ifndef DOM_SHARD_BOT_COPY_H
#define DOM_SHARD_BOT_COPY_H

#include "fs/staging_dir.h"
#include "shard/folder.h"

#include <sys/types.h>

typedef struct {
    dom_fs_staging_dir staging;
    char there[DOM_PATH_BYTES];        /* the final place of the copy   */
    char hash[DOM_FS_TREE_HASH_BYTES]; /* of what was copied            */
} dom_shard_bot_copy;

/* Copies the folder `from` into a staging directory beside its final place below `folder`. Close
 * the copy in any case; until it is published nobody else sees it. Returns DOM_OK; DOM_E_CONFIG or
 * DOM_E_IO as fs/file_tree.h says; DOM_E_NOMEM. */
dom_rc dom_shard_bot_copy_open(dom_shard_bot_copy *copy, const dom_shard_bot *bot, const char *from,
                               const char *folder, dom_err *err);

/* Gives the copy its name and this mode. Whatever has this name already is removed. */
dom_rc dom_shard_bot_copy_publish(dom_shard_bot_copy *copy, const dom_shard_bot *bot, mode_t mode,
                                  dom_err *err);

/* Removes the copy unless it was published. */
void dom_shard_bot_copy_close(dom_shard_bot_copy *copy);

/* Returns true if the folder `path` has this hash. */
bool dom_shard_bot_is_intact(const char *path, const char *hash);

#endif
