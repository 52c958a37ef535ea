/* fs/beneath.h - opening the files of a folder that another user may change meanwhile.
 *
 * Between looking at a path and opening it, its owner can put a link to a private file of
 * ours in its place. So a folder is held by a descriptor, and its files are opened beneath
 * that descriptor without following links. This is one openat2 (Linux 5.6). Where the
 * kernel or a filter of system calls refuses openat2, the path is opened name by name with
 * O_NOFOLLOW.
 *
 * Example: the folder was listed, and "data/book" was a plain file.
 *
 *     int fd = dom_fs_beneath_open(folder, "data/book", O_RDONLY);
 *     if (fd < 0 || fstat(fd, &st) != 0 || !dom_fs_file_id_is(&listed, &st))
 *         ... somebody changed it: refuse
 */
#ifndef DOM_FS_BENEATH_H
#define DOM_FS_BENEATH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Hold the folder at `path`. Links on the way to it are followed.
 *
 * real  receives its path without links; the caller frees it. The descriptor and this
 *       path are the same folder at the time of the call.
 *
 * Returns a descriptor that the caller closes; -1 with errno, and *real is NULL. */
int dom_fs_beneath_hold(const char *path, char **real);

/* Open `path` beneath `folder`. No link is followed, neither on the way nor at the end.
 *
 * path   relative, without ".."; "." is the folder itself.
 * flags  O_RDONLY or O_PATH, with O_DIRECTORY where a folder is wanted. O_CLOEXEC is
 *        added, and to O_RDONLY what keeps pipes, devices and leases from blocking.
 *
 * Returns a descriptor that the caller closes; -1 with errno: ELOOP or ENOTDIR for a link,
 * EXDEV for a path that leaves the folder. */
int dom_fs_beneath_open(int folder, const char *path, int flags);

/* Which file it is, of which type and, for a plain file, how large. */
typedef struct {
    dev_t device;
    ino_t inode;
    mode_t type; /* S_IFMT                                                     */
    uint64_t bytes;
} dom_fs_file_id;

dom_fs_file_id dom_fs_file_id_of(const struct stat *st);

/* Returns whether `st` is the same file with the same type and size. */
bool dom_fs_file_id_is(const dom_fs_file_id *id, const struct stat *st);

#endif
