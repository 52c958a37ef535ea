/* Opens paths beneath a held folder without following links or leaving the folder. openat2 does
 * it in one call; where the kernel or a filter refuses openat2, each name is opened in turn with
 * O_NOFOLLOW. */
#include "fs/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int all_flags(int flags)
{
    return flags | O_NOFOLLOW | O_CLOEXEC | (flags & O_PATH ? 0 : O_NOCTTY | O_NONBLOCK);
}

bool dom_fs_beneath_climbs(const char *path)
{
    for (; path; path = strchr(path, '/'), path = path ? path + 1 : NULL)
        if (strncmp(path, "..", 2) == 0 && (path[2] == '/' || path[2] == '\0'))
            return true;
    return false;
}

/* Opens by openat2. */
static int open_at_once(int folder, const char *path, int flags)
{
    struct open_how how = {.flags = (unsigned)all_flags(flags),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/* Copies the first name of *path to `name` and moves *path behind it. Returns false, with
 * ENAMETOOLONG, for a name longer than file systems allow. */
static bool take_name(const char **path, char name[static NAME_MAX + 1])
{
    size_t length = strcspn(*path, "/");
    if (length > NAME_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(name, *path, length);
    name[length] = '\0';
    *path += length;
    *path += strspn(*path, "/");
    return true;
}

/* Opens name by name, so that no folder on the way can be a link. */
static int open_by_name(int folder, const char *path, int flags)
{
    char name[NAME_MAX + 1];
    int held = -1; /* the open folder on the way; -1 before the first name */
    for (;;) {
        bool is_short = take_name(&path, name);
        bool is_last = *path == '\0';
        int at = held < 0 ? folder : held;
        int next =
            is_short ? openat(at, name, all_flags(is_last ? flags : O_PATH | O_DIRECTORY)) : -1;
        int error = errno;
        if (held >= 0)
            (void)close(held);
        errno = error;
        if (next < 0 || is_last)
            return next;
        held = next;
    }
}

int dom_fs_beneath_open(int folder, const char *path, int flags)
{
    if (path[0] == '/' || dom_fs_beneath_climbs(path)) {
        errno = EXDEV;
        return -1;
    }
    int fd = open_at_once(folder, path, flags);
    bool is_refused =
        fd < 0 && (errno == ENOSYS || errno == EPERM); /* a system call filter gives EPERM */
    return is_refused ? open_by_name(folder, path, flags) : fd;
}

/* realpath follows links. Its result is opened without following any, so a link that is put
 * there since is refused. */
int dom_fs_beneath_hold(const char *path, char **real)
{
    *real = realpath(path, NULL);
    int top = *real ? open("/", O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    int fd = top < 0
                 ? -1
                 : dom_fs_beneath_open(top, (*real)[1] ? *real + 1 : ".", O_RDONLY | O_DIRECTORY);
    int error = errno;
    if (top >= 0)
        (void)close(top);
    if (fd < 0) {
        free(*real);
        *real = NULL;
    }
    errno = error;
    return fd;
}

dom_fs_file_id dom_fs_file_id_of(const struct stat *st)
{
    return (dom_fs_file_id){.device = st->st_dev,
                            .inode = st->st_ino,
                            .type = st->st_mode & S_IFMT,
                            .bytes = S_ISREG(st->st_mode) ? (uint64_t)st->st_size : 0};
}

bool dom_fs_file_id_is(const dom_fs_file_id *id, const struct stat *st)
{
    dom_fs_file_id now = dom_fs_file_id_of(st);
    return id->device == now.device && id->inode == now.inode && id->type == now.type &&
           id->bytes == now.bytes;
}
