#include "work_folder.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 20 };

/* Makes the parent folder. In a folder that everybody may write to, another user could have made one of this name to
 * get hold of the secrets. */
static dom_rc make_parent(const char *path, dom_err *err)
{
    struct stat st;
    if ((mkdir(path, 0700) != 0 && errno != EEXIST) || lstat(path, &st) != 0)
        return dom_err_errno(err, path);
    if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.300s: is no folder of this user alone; remove it, or set TMPDIR to "
                           "another folder",
                           path);
    return DOM_OK;
}

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

/* Makes the folder itself. Fails if another shard has removed the parent, which was empty. */
static dom_rc make_child(dom_shard_work *work, dom_err *err)
{
    dom_fs_staging_dir_sweep(work->parent);
    dom_rc rc = dom_fs_staging_dir_open(&work->staging, work->parent, err);
    if (rc == DOM_OK)
        dom_text_copy(work->path, sizeof work->path, work->staging.path);
    return rc;
}

dom_rc dom_shard_work_open(dom_shard_work *work, dom_err *err)
{
    work->path[0] = '\0';
    work->staging.parent = -1;
    dom_rc rc = find_parent(work, err);
    if (rc != DOM_OK)
        return rc;
    for (int i = 0; i < TRIES; i++) {
        rc = make_parent(work->parent, err);
        if (rc == DOM_OK)
            rc = make_child(work, err);
        if (rc == DOM_OK || access(work->parent, F_OK) == 0)
            return rc;
    }
    return rc; /* again and again another shard has removed the empty parent */
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
