/* fs/beneath.h - opens files in a folder that another user may be changing at the same time.
 *
 * After the arena has looked at a path, its owner can replace it by a link to one of the arena's
 * private files. Therefore the folder is held by a descriptor, and files are opened beneath that
 * descriptor without following links. One openat2 (Linux 5.6) does this. If the kernel or a filter
 * of system calls refuses openat2, the path is opened name by name with O_NOFOLLOW.
 *
 * Example: the folder was listed, and "data/book" was a plain file.
 *
 *     int fd = dom_fs_beneath_open(folder, "data/book", O_RDONLY);
 *     if (fd < 0 || fstat(fd, &st) != 0 || !dom_fs_file_id_is(&listed, &st))
 *         ... the file was replaced: refuse it
 */
#ifndef DOM_FS_BENEATH_H
#define DOM_FS_BENEATH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Opens the folder at `path`. Links in the path are followed.
 *
 * real  receives the path without links; the caller frees it. At the time of the call this path
 *       and the descriptor name the same folder.
 *
 * Returns a descriptor that the caller closes; -1 with errno, and *real is NULL. */
int dom_fs_beneath_hold(const char *path, char **real);

/* Opens `path` beneath `folder`. No link is followed, neither within the path nor at its end.
 *
 * path   relative, without ".."; "." is the folder itself.
 * flags  O_RDONLY or O_PATH; add O_DIRECTORY to open a folder. The function adds O_CLOEXEC, and to
 *        O_RDONLY the flags that keep pipes, devices and leases from blocking.
 *
 * Returns a descriptor that the caller closes; -1 with errno: ELOOP or ENOTDIR for a link,
 * EXDEV for a path that leaves the folder. */
int dom_fs_beneath_open(int folder, const char *path, int flags);

/* Returns true if ".." is one of the names of a path: "a/../b", but not "a..b". */
bool dom_fs_beneath_climbs(const char *path);

/* The identity of a file, its type and, for a plain file, its size. */
typedef struct {
    dev_t device;
    ino_t inode;
    mode_t type; /* S_IFMT                                                     */
    uint64_t bytes;
} dom_fs_file_id;

dom_fs_file_id dom_fs_file_id_of(const struct stat *st);

/* Returns true if `st` is the same file with the same type and size. */
bool dom_fs_file_id_is(const dom_fs_file_id *id, const struct stat *st);

#endif
