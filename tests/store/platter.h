/* platter.h - what a disk holds for certain, and what it was told since.
 *
 * A model of the files of one database: what was synced, every write and cut that
 * was not, and which names its folder has for certain. From that it makes the files
 * as they may be found after a power cut: of what was not synced anything may be
 * missing, in any order and in parts of 512 bytes, also the size of a file, the name
 * of a new one and that one was deleted. Broken promises stop the process.
 */
#ifndef DOM_TESTS_STORE_PLATTER_H
#define DOM_TESTS_STORE_PLATTER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct platter platter;

/* Follow the files from now on whose paths begin with `db`, and no others. */
void platter_watch(const char *db);
bool platter_is_watching(void);

/* The open file `real` at `path`; NULL when it is not followed. What a file has when
 * it is seen first is certain, but an empty one is new and has no name for certain. */
platter *platter_of(const char *path, sqlite3_file *real);

/* What is done to a file; nothing when it is NULL. */
void platter_write(platter *p, const void *bytes, size_t size, size_t offset);
void platter_truncate(platter *p, size_t size);
void platter_sync(platter *p);

void platter_delete(const char *path);

/* The folder of this file was synced: the names of all are certain. */
void platter_sync_name(const char *path);

/* Write the files to paths that begin with `to` instead, as a power cut would leave
 * them now. `seed` is the chance. */
void platter_cut(const char *to, unsigned seed);

#endif
