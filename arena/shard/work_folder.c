#include "work_folder.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

dom_rc dom_shard_work_open(dom_shard_work *work, dom_err *err)
{
    const char *base = getenv("TMPDIR");
    work->path[0] = '\0';
    work->staging.parent = -1;
    if (snprintf(work->parent, sizeof work->parent, "%s/domino-shards.%u",
                 base && *base == '/' ? base : "/tmp",
                 (unsigned)geteuid()) >= (int)sizeof work->parent)
        return dom_err_set(err, DOM_E_CONFIG, "TMPDIR: the path is too long");
    if (mkdir(work->parent, 0700) != 0 && errno != EEXIST)
        return dom_err_errno(err, work->parent);
    dom_fs_staging_dir_sweep(work->parent);
    dom_rc rc = dom_fs_staging_dir_open(&work->staging, work->parent, err);
    if (rc == DOM_OK)
        dom_text_copy(work->path, sizeof work->path, work->staging.path);
    return rc;
}

void dom_shard_work_close(dom_shard_work *work)
{
    if (work->path[0] == '\0')
        return;
    dom_fs_staging_dir_close(&work->staging);
    (void)rmdir(work->parent); /* fails if another shard works there */
    work->path[0] = '\0';
}

dom_rc dom_shard_work_fetch(char path[static DOM_PATH_BYTES], const dom_shard_work *work,
                            const char *folder, const char *name, dom_err *err)
{
    char from[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_path(path, work->path, name, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(from, folder, name, err);
    if (rc != DOM_OK)
        return rc;
    if (access(from, F_OK) != 0 && errno == ENOENT)
        return dom_err_set(err, DOM_E_ABSENT, "%.300s: there is no such file", from);
    return dom_fs_file_copy(from, path, 0600, NULL, err);
}

dom_rc dom_shard_work_publish(const dom_shard_work *work, dom_store *store, const char *to,
                              char *hash, dom_err *err)
{
    char copy[DOM_PATH_BYTES];
    dom_store_backup_spec spec = {.path = copy, .may_replace = true};
    dom_rc rc = dom_shard_path(copy, work->path, "publish.db", err);
    if (rc == DOM_OK)
        rc = dom_store_backup(store, &spec, NULL, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(copy, to, 0600, hash, err);
    (void)unlink(copy);
    return rc;
}
