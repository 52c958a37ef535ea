/* platter.h - a model of a disk that shows what a power cut may leave.
 *
 * It knows the synced contents of the files of one database, every later write and
 * truncation, and the names that are certain. From these it makes the files as they may
 * be after a power cut. Everything that was not synced may be missing, in any order and
 * in parts of 512 bytes: contents, sizes, names of new files, and deletions. A broken
 * precondition stops the process.
 */
#ifndef DOM_TESTS_STORE_PLATTER_H
#define DOM_TESTS_STORE_PLATTER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct platter platter;

/* Follows files whose paths begin with `db`, and no others, from this call. */
void platter_watch(const char *db);
bool platter_is_watching(void);

/* Returns the open file `real` at `path`, or NULL if it is not followed. The contents of a file
 * at this call are certain. An empty file is new, and its name is not certain. */
platter *platter_of(const char *path, sqlite3_file *real);

/* Record operations on a file. With NULL they do nothing. */
void platter_write(platter *p, const void *bytes, size_t size, size_t offset);
void platter_truncate(platter *p, size_t size);
void platter_sync(platter *p);

void platter_delete(const char *path);

/* Records that the folder of this file was synced: the names of all its files are certain. */
void platter_sync_name(const char *path);

/* Writes the files, as a power cut would leave them now, to paths that begin with `to`. `seed`
 * determines which uncertain parts survive. */
void platter_cut(const char *to, unsigned seed);

#endif
