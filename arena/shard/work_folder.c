#include "work_folder.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes the path of the parent, without links, so that messages can be compared with it. */
static dom_rc find_parent(dom_shard_work *work, dom_err *err)
{
    const char *base = getenv("TMPDIR");
    char *real = realpath(base && *base == '/' ? base : "/tmp", NULL);
    if (real == NULL)
        return dom_err_errno(err, base && *base == '/' ? base : "/tmp");
    int length = snprintf(work->parent, sizeof work->parent, "%s/domino-shards.%u", real,
                          (unsigned)geteuid());
    free(real);
    return length < (int)sizeof work->parent
               ? DOM_OK
               : dom_err_set(err, DOM_E_CONFIG, "TMPDIR: the path is too long");
}

dom_rc dom_shard_work_open(dom_shard_work *work, dom_err *err)
{
    work->path[0] = '\0';
    work->staging.parent = -1;
    dom_rc rc = find_parent(work, err);
    if (rc == DOM_OK)
        rc = dom_fs_staging_dir_open_own(&work->staging, work->parent, 0700, err);
    if (rc == DOM_OK)
        dom_text_copy(work->path, sizeof work->path, work->staging.path);
    return rc;
}

void dom_shard_work_close(dom_shard_work *work)
{
    dom_fs_staging_dir_close_own(&work->staging);
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

dom_rc dom_shard_work_rename(dom_rc rc, const char *copy, const char *from, dom_err *err)
{
    char before[DOM_ERR_BYTES], after[DOM_ERR_BYTES];
    char *at = err && copy[0] ? strstr(err->text, copy) : NULL;
    if (at == NULL)
        return rc;
    dom_text_copy(after, sizeof after, at + strlen(copy));
    *at = '\0';
    dom_text_copy(before, sizeof before, err->text);
    return dom_err_set(err, rc, "%.100s%.300s%s", before, from, after);
}

dom_rc dom_shard_work_database(dom_store **out, char path[static DOM_PATH_BYTES],
                               const dom_shard_work *work, const char *folder, const char *name,
                               dom_err *err)
{
    char from[DOM_PATH_BYTES];
    struct stat st;
    *out = NULL;
    dom_rc rc = dom_shard_work_fetch(path, work, folder, name, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(from, folder, name, err);
    if (rc != DOM_OK)
        return rc;
    if (stat(path, &st) == 0 && st.st_size == 0)
        return dom_err_set(err, DOM_E_IO, "%.300s: is empty", from);
    rc = dom_store_open(out, path, DOM_STORE_WRITE, err);
    return rc == DOM_OK ? rc : dom_shard_work_rename(rc, path, from, err);
}
