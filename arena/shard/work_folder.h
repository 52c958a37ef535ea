/* work_folder.h - a private folder on the local disk, where databases of a shard folder are opened.
 */
#ifndef DOM_SHARD_WORK_FOLDER_H
#define DOM_SHARD_WORK_FOLDER_H

#include "fs/staging_dir.h"
#include "shard/folder.h"

typedef struct {
    char path[DOM_PATH_BYTES]; /* "": there is none */
    char parent[DOM_PATH_BYTES];
    dom_fs_staging_dir staging;
} dom_shard_work;

/* Makes the folder in TMP/domino-shards.USER, where TMP is $TMPDIR, else /tmp. Removes the folders
 * there that killed shards of this user have left. Returns DOM_OK; DOM_E_IO; DOM_E_CONFIG if
 * TMP/domino-shards.USER belongs to another user or is no folder. */
dom_rc dom_shard_work_open(dom_shard_work *work, dom_err *err);

/* Removes it with its content. May be called twice. */
void dom_shard_work_close(dom_shard_work *work);

/* Copies FOLDER/NAME to a file of the same name in the work folder, whose path is written to
 * `path`. Returns DOM_OK; DOM_E_ABSENT if there is no such file, `path` is written then too;
 * DOM_E_IO. */
dom_rc dom_shard_work_fetch(char path[static DOM_PATH_BYTES], const dom_shard_work *work,
                            const char *folder, const char *name, dom_err *err);

/* Writes a complete copy of an open database to the path `to`, with mode 0600.
 *
 * hash  of the copy; may be NULL */
dom_rc dom_shard_work_publish(const dom_shard_work *work, dom_store *store, const char *to,
                              char *hash, dom_err *err);

/* Fetches a database and opens the copy for writing. Errors name the file in the shard folder,
 * which is not changed.
 *
 * path  receives the path of the copy, also after DOM_E_ABSENT
 * Returns DOM_OK; DOM_E_ABSENT if there is no such file; DOM_E_IO or DOM_E_SCHEMA if it is damaged
 * or of another program. */
dom_rc dom_shard_work_database(dom_store **out, char path[static DOM_PATH_BYTES],
                               const dom_shard_work *work, const char *folder, const char *name,
                               dom_err *err);

/* Replaces the name of a local copy in the message by the name of the file that was copied, or that
 * of the work folder by that of the shard folder. An empty `copy` changes nothing. Returns rc. */
dom_rc dom_shard_work_rename(dom_rc rc, const char *copy, const char *from, dom_err *err);

#endif
