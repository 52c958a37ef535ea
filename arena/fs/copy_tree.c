#include "fs/copy_tree.h"

#include "base/interrupt.h"
#include "base/path.h"
#include "fs/beneath.h"
#include "fs/file_walk.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_PART_BYTES = 64 * 1024 };

typedef struct {
    const char *name; /* of the copy, for messages */
    int to;           /* its folder                */
    uint64_t *bytes;
} tree_copy;

static dom_rc fail_copy(const tree_copy *copy, const dom_fs_walk_entry *e, dom_err *err)
{
    return dom_err_set(err, DOM_E_IO, "%.200s/%.150s: %s", copy->name, e->path, strerror(errno));
}

/* Gives an entry the group of the original, and the owner if the caller may. */
static bool give_owner(int folder, const char *name, const struct stat *st)
{
    return fchownat(folder, name, st->st_uid, st->st_gid, AT_SYMLINK_NOFOLLOW) == 0 ||
           fchownat(folder, name, (uid_t)-1, st->st_gid, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Gives an entry of the copy the state of the original. A group that the caller is not in cannot
 * have the copy; the caller's own group may then do no more with it than everybody. */
static bool give_state(int folder, const char *name, const struct stat *st)
{
    const struct timespec times[2] = {st->st_atim, st->st_mtim};
    mode_t mode = st->st_mode & 03777;
    bool has_group = give_owner(folder, name, st);
    if (!has_group && errno != EPERM)
        return false;
    if (!has_group)
        mode &= 01707 | (mode & 07) << 3;
    if (!S_ISLNK(st->st_mode) && fchmodat(folder, name, mode, 0) != 0)
        return false;
    return utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW) == 0;
}

/* ---- entries -------------------------------------------------------------- */

static dom_rc copy_bytes(const tree_copy *copy, const dom_fs_walk_entry *e, int from, int to,
                         dom_err *err)
{
    unsigned char part[COPY_PART_BYTES];
    for (;;) {
        ssize_t n = read(from, part, sizeof part);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 || !dom_fs_write_all(to, part, (size_t)n))
            return fail_copy(copy, e, err);
        if (n == 0)
            return DOM_OK;
        *copy->bytes += (uint64_t)n;
        dom_rc rc = dom_interrupt_check(err);
        if (rc != DOM_OK)
            return rc;
    }
}

static dom_rc copy_file(const tree_copy *copy, const dom_fs_walk_entry *e, dom_err *err)
{
    int from = dom_fs_beneath_open(e->folder, e->name, O_RDONLY);
    int to =
        from < 0 ? -1 : openat(copy->to, e->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    dom_rc rc = to < 0 ? fail_copy(copy, e, err) : copy_bytes(copy, e, from, to, err);
    if (to >= 0 && close(to) != 0 && rc == DOM_OK)
        rc = fail_copy(copy, e, err);
    if (from >= 0)
        (void)close(from);
    return rc;
}

static bool copy_link(const tree_copy *copy, const dom_fs_walk_entry *e)
{
    char target[DOM_PATH_BYTES];
    ssize_t length = readlinkat(e->folder, e->name, target, sizeof target - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    return symlinkat(target, copy->to, e->path) == 0;
}

/* A folder stays open to its owner until everything is in it. */
static dom_rc copy_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const tree_copy *copy = context;
    dom_rc rc = dom_interrupt_check(err);
    (void)enter;
    if (rc != DOM_OK)
        return rc;
    if (S_ISDIR(e->st.st_mode))
        return mkdirat(copy->to, e->path, 0700) == 0 ? DOM_OK : fail_copy(copy, e, err);
    if (S_ISREG(e->st.st_mode))
        rc = copy_file(copy, e, err);
    else if (!S_ISLNK(e->st.st_mode))
        return DOM_OK;
    else if (!copy_link(copy, e))
        rc = fail_copy(copy, e, err);
    if (rc == DOM_OK && !give_state(copy->to, e->path, &e->st))
        rc = fail_copy(copy, e, err);
    return rc;
}

static dom_rc close_folder(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const tree_copy *copy = context;
    (void)enter;
    if (!S_ISDIR(e->st.st_mode) || give_state(copy->to, e->path, &e->st))
        return DOM_OK;
    return fail_copy(copy, e, err);
}

/* ---- the whole ------------------------------------------------------------- */

dom_rc dom_fs_copy_state(const char *from, const char *to, dom_err *err)
{
    struct stat st;
    if (stat(from, &st) != 0)
        return dom_err_errno(err, from);
    return give_state(AT_FDCWD, to, &st) ? DOM_OK : dom_err_errno(err, to);
}

/* Copies everything below the held folder, then closes the copied folders as the original's are. */
static dom_rc copy_held(int from, const char *to, uint64_t *bytes, dom_err *err)
{
    tree_copy copy = {.name = to, .bytes = bytes};
    if (mkdir(to, 0700) != 0)
        return dom_err_errno(err, to);
    copy.to = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy.to < 0)
        return dom_err_errno(err, to);
    dom_rc rc = dom_fs_file_walk(from, copy_entry, &copy, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_walk(from, close_folder, &copy, err);
    (void)close(copy.to);
    return rc;
}

dom_rc dom_fs_copy_tree(const char *from, const char *to, uint64_t *bytes, dom_err *err)
{
    char *real;
    int fd = dom_fs_beneath_hold(from, &real);
    if (fd < 0)
        return dom_err_errno(err, from);
    dom_rc rc = copy_held(fd, to, bytes, err);
    if (rc == DOM_OK)
        rc = dom_fs_copy_state(from, to, err);
    (void)close(fd);
    free(real);
    return rc;
}
