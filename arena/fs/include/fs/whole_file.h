/* fs/whole_file.h - files that appear completely or not at all, also on a shared folder and after a
 * power cut.
 *
 * A file is written under another name in the same folder, synced, and then renamed. Last, the
 * folder is synced. A process that is killed leaves at most a file called NAME.new-XXXXXX.
 */
#ifndef DOM_FS_WHOLE_FILE_H
#define DOM_FS_WHOLE_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Writes all bytes to a descriptor that blocks, in as many calls as it needs. Returns false, with
 * errno set, if that fails. */
bool dom_fs_write_all(int fd, const void *bytes, size_t size);

enum { DOM_FS_FILE_HASH_BYTES = 65 }; /* 64 lower-case hex digits and the NUL       */

/* Writes `size` bytes as the file `path`, which is replaced if it exists. Returns DOM_OK or
 * DOM_E_IO. After DOM_E_IO the file is the old one or, if only the folder could not be synced, the
 * new one. */
dom_rc dom_fs_file_put(const char *path, const void *bytes, size_t size, mode_t mode, dom_err *err);

/* Writes a copy of the file `from` as `to`, as dom_fs_file_put does.
 *
 * hash  receives the BLAKE2b-256 of the content, DOM_FS_FILE_HASH_BYTES bytes; may be NULL
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no file `from`; DOM_E_IO, also if it is not a plain
 * file, such as a pipe. */
dom_rc dom_fs_file_copy(const char *from, const char *to, mode_t mode, char *hash, dom_err *err);

/* Reads the whole file as a text. *out receives a text that the caller frees, NULL on failure.
 *
 * most  the largest size in bytes that is accepted
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such file; DOM_E_IO, also if it
 * is larger, has a NUL, or is not a plain file; DOM_E_NOMEM. */
dom_rc dom_fs_file_text(char **out, const char *path, size_t most, dom_err *err);

#endif
