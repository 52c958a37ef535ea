#include "fs/file_walk.h"

#include "fs/beneath.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    dom_fs_walk_visit *visit;
    void *context;
    dom_err *err;
    char path[PATH_MAX]; /* path of the current entry from the top folder; "" at the top */
} folder_walk;

static dom_rc walk_failed(const folder_walk *w)
{
    return dom_err_set(w->err, DOM_E_IO, "%.200s: %s", w->path[0] ? w->path : ".", strerror(errno));
}

static dom_rc walk_folder(folder_walk *w, int fd, int depth);

static dom_rc enter_folder(folder_walk *w, const dom_fs_walk_entry *entry)
{
    dom_fs_file_id listed = dom_fs_file_id_of(&entry->st);
    struct stat st;
    int fd = dom_fs_beneath_open(entry->folder, entry->name, O_RDONLY | O_DIRECTORY);
    bool is_missing = fd < 0 && (errno == ELOOP || errno == ENOTDIR || errno == ENOENT);
    if (fd < 0 && !is_missing)
        return walk_failed(w);
    bool is_same = fd >= 0 && fstat(fd, &st) == 0 && dom_fs_file_id_is(&listed, &st);
    if (is_same)
        return walk_folder(w, fd, entry->depth + 1);
    if (fd >= 0)
        (void)close(fd);
    return dom_err_set(w->err, DOM_E_IO, "%.200s: changed while it was read", w->path);
}

static dom_rc visit_entry(folder_walk *w, int folder, const char *name, int depth)
{
    dom_fs_walk_entry entry = {.folder = folder, .name = name, .path = w->path, .depth = depth};
    if (fstatat(folder, name, &entry.st, AT_SYMLINK_NOFOLLOW) != 0)
        return walk_failed(w);
    bool enter = true;
    dom_rc rc = w->visit(w->context, &entry, &enter, w->err);
    bool is_folder = S_ISDIR(entry.st.st_mode);
    return rc == DOM_OK && is_folder && enter ? enter_folder(w, &entry) : rc;
}

/* Visits an entry, with its name at the end of the path. */
static dom_rc take_entry(folder_walk *w, int folder, const char *name, int depth)
{
    size_t length = strlen(w->path);
    if (length + strlen(name) + 2 > sizeof w->path) {
        errno = ENAMETOOLONG;
        return walk_failed(w);
    }
    (void)snprintf(w->path + length, sizeof w->path - length, "%s%s", length ? "/" : "", name);
    dom_rc rc = visit_entry(w, folder, name, depth);
    w->path[length] = '\0';
    return rc;
}

static bool is_itself_or_parent(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static dom_rc walk_entries(folder_walk *w, DIR *dir, int depth)
{
    for (;;) {
        errno = 0;
        const struct dirent *d = readdir(dir);
        if (d == NULL)
            return errno ? walk_failed(w) : DOM_OK;
        if (is_itself_or_parent(d->d_name))
            continue;
        dom_rc rc = take_entry(w, dirfd(dir), d->d_name, depth);
        if (rc != DOM_OK)
            return rc;
    }
}

/* Visits all entries of a folder. It closes `fd`. */
static dom_rc walk_folder(folder_walk *w, int fd, int depth)
{
    DIR *dir = fdopendir(fd);
    if (dir == NULL) {
        dom_rc rc = walk_failed(w);
        (void)close(fd);
        return rc;
    }
    dom_rc rc = walk_entries(w, dir, depth);
    (void)closedir(dir); /* closes fd, too */
    return rc;
}

/* The walk opens a descriptor of its own, because reading a folder moves the position of the
 * descriptor. */
dom_rc dom_fs_file_walk(int folder, dom_fs_walk_visit *visit, void *context, dom_err *err)
{
    folder_walk w = {.visit = visit, .context = context, .err = err};
    int fd = dom_fs_beneath_open(folder, ".", O_RDONLY | O_DIRECTORY);
    return fd < 0 ? walk_failed(&w) : walk_folder(&w, fd, 0);
}
