#include "bot_copy.h"

#include "fs/file_tree.h"
#include "fs/remove_tree.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Hashes a folder and, unless copy_fd is -1, copies it. */
static dom_rc hash_tree(const char *path, int copy_fd, char hash[static DOM_FS_TREE_HASH_BYTES],
                        dom_err *err)
{
    dom_fs_tree tree = {.folder = NULL};
    dom_rc rc = dom_fs_tree_open(&tree, path, err);
    if (rc == DOM_OK)
        rc = dom_fs_tree_list(&tree, err);
    if (rc == DOM_OK)
        rc = dom_fs_tree_hash(&tree, copy_fd, hash, err);
    dom_fs_tree_clear(&tree);
    return rc;
}

dom_rc dom_shard_bot_copy_open(dom_shard_bot_copy *copy, const dom_shard_bot *bot, const char *from,
                               const char *folder, dom_err *err)
{
    char parent[DOM_PATH_BYTES], name[sizeof "bots/" + DOM_STORE_BOT_NAME_BYTES];
    *copy = (dom_shard_bot_copy){.staging = {.parent = -1}};
    (void)snprintf(name, sizeof name, "bots/%s", bot->snapshot);
    dom_rc rc = dom_shard_path(parent, folder, name, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(copy->there, parent, bot->version, err);
    if (rc == DOM_OK)
        rc = dom_fs_make_folders_below(folder, name, err);
    if (rc == DOM_OK) {
        dom_fs_staging_dir_sweep(parent);
        rc = dom_fs_staging_dir_open(&copy->staging, parent, err);
    }
    return rc == DOM_OK ? hash_tree(from, copy->staging.fd, copy->hash, err) : rc;
}

dom_rc dom_shard_bot_copy_publish(dom_shard_bot_copy *copy, const dom_shard_bot *bot, mode_t mode,
                                  dom_err *err)
{
    if (fchmod(copy->staging.fd, mode) != 0)
        return dom_err_errno(err, copy->there);
    dom_fs_remove_tree(copy->there);
    return dom_fs_staging_dir_publish(&copy->staging, bot->version, err);
}

void dom_shard_bot_copy_close(dom_shard_bot_copy *copy)
{
    dom_fs_staging_dir_close(&copy->staging);
}

bool dom_shard_bot_is_intact(const char *path, const char *hash)
{
    char now[DOM_FS_TREE_HASH_BYTES];
    return hash_tree(path, -1, now, NULL) == DOM_OK && strcmp(now, hash) == 0;
}
