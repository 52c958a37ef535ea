#include "fs/staging_dir.h"

#include "base/path.h"
#include "base/shared.h"
#include "fs/beneath.h"
#include "fs/remove_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NEW_S = 60, NAMES_TRIED = 100, OWN_TRIES = 20 };
static const char prefix[] = ".new-";

static bool join_path(char out[static DOM_PATH_BYTES], const char *folder, const char *name,
                      const char *end)
{
    return snprintf(out, DOM_PATH_BYTES, "%s/%s%s", folder, name, end) < DOM_PATH_BYTES;
}

/* Makes a private folder under a free name. */
static dom_rc make_folder(dom_fs_staging_dir *staging, const char *parent, dom_err *err)
{
    for (int i = 0; i < NAMES_TRIED; i++) {
        char unique[sizeof "XXXXXX"];
        (void)snprintf(unique, sizeof unique, "%06x", (unsigned)randombytes_uniform(1u << 24));
        if (!join_path(staging->path, parent, prefix, unique))
            return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", parent);
        staging->name = strrchr(staging->path, '/') + 1;
        if (mkdirat(staging->parent, staging->name, 0700) == 0)
            return DOM_OK;
        if (errno != EEXIST)
            break;
    }
    return dom_err_set(err, DOM_E_IO, "no folder can be made in %.300s: %s", parent,
                       strerror(errno));
}

/* Opens and locks the folder that was made. Returns false, with EPERM, if something else has
 * taken its place. */
static bool hold_folder(dom_fs_staging_dir *staging)
{
    struct stat st;
    staging->fd = dom_fs_beneath_open(staging->parent, staging->name, O_RDONLY | O_DIRECTORY);
    if (staging->fd < 0 || flock(staging->fd, LOCK_EX | LOCK_NB) != 0 ||
        fstat(staging->fd, &st) != 0)
        return false;
    errno = EPERM;
    return st.st_uid == geteuid() && (st.st_mode & 077) == 0;
}

/* Closes the descriptors and so releases the lock. */
static void let_go(dom_fs_staging_dir *staging)
{
    if (staging->fd >= 0)
        (void)close(staging->fd);
    (void)close(staging->parent);
    staging->fd = staging->parent = -1;
}

dom_rc dom_fs_staging_dir_open(dom_fs_staging_dir *staging, const char *parent, dom_err *err)
{
    char *real;
    *staging = (dom_fs_staging_dir){.parent = dom_fs_beneath_hold(parent, &real), .fd = -1};
    free(real);
    if (staging->parent < 0)
        return dom_err_errno(err, parent);
    dom_rc rc = sodium_init() < 0 ? dom_err_set(err, DOM_E_IO, "libsodium cannot be started")
                                  : make_folder(staging, parent, err);
    if (rc == DOM_OK && !hold_folder(staging)) {
        rc = dom_err_errno(err, staging->path);
        (void)unlinkat(staging->parent, staging->name, AT_REMOVEDIR);
    }
    if (rc != DOM_OK)
        let_go(staging);
    return rc;
}

static bool is_open(const dom_fs_staging_dir *staging)
{
    return staging->path[0] != '\0' && staging->parent >= 0;
}

void dom_fs_staging_dir_close(dom_fs_staging_dir *staging)
{
    if (!is_open(staging))
        return;
    dom_fs_remove_tree_at(staging->parent, staging->name);
    let_go(staging);
}

static dom_rc make_own_parent(const char *path, mode_t mode, dom_err *err)
{
    struct stat st;
    if ((mkdir(path, mode) != 0 && errno != EEXIST) || lstat(path, &st) != 0)
        return dom_err_errno(err, path);
    if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.300s: is not a folder of this user alone; remove it, or set TMPDIR to "
            "another folder",
            path);
    return chmod(path, mode) == 0 ? DOM_OK : dom_err_errno(err, path); /* whatever the umask is */
}

/* Another process may remove the empty parent at any time. */
dom_rc dom_fs_staging_dir_open_own(dom_fs_staging_dir *staging, const char *parent, mode_t mode,
                                   dom_err *err)
{
    dom_rc rc = DOM_E_IO;
    *staging = (dom_fs_staging_dir){.parent = -1, .fd = -1};
    for (int i = 0; i < OWN_TRIES; i++) {
        rc = make_own_parent(parent, mode, err);
        if (rc == DOM_OK) {
            dom_fs_staging_dir_sweep(parent);
            rc = dom_fs_staging_dir_open(staging, parent, err);
        }
        if (rc == DOM_OK || access(parent, F_OK) == 0)
            return rc;
    }
    return rc;
}

void dom_fs_staging_dir_close_own(dom_fs_staging_dir *staging)
{
    if (!is_open(staging))
        return;
    dom_fs_staging_dir_close(staging);
    *strrchr(staging->path, '/') = '\0';
    (void)rmdir(staging->path); /* fails if another process works there */
}

dom_rc dom_fs_staging_dir_publish(dom_fs_staging_dir *staging, const char *name, dom_err *err)
{
    if (renameat(staging->parent, staging->name, staging->parent, name) != 0)
        return dom_err_errno(err, name);
    let_go(staging);
    return DOM_OK;
}

/* Removes a staging directory if nobody holds its lock. */
static void sweep_one(int parent, const char *name)
{
    int fd = dom_fs_beneath_open(parent, name, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        dom_fs_remove_tree_at(parent, name);
    (void)close(fd);
}

/* Directories younger than a minute are left alone, because a new one is locked only a moment
 * after it was made. */
void dom_fs_staging_dir_sweep(const char *parent)
{
    DIR *dir = opendir(parent);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;) {
        struct stat st;
        if (strncmp(d->d_name, prefix, sizeof prefix - 1) == 0 &&
            fstatat(dirfd(dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
            time(NULL) - st.st_mtime > NEW_S)
            sweep_one(dirfd(dir), d->d_name);
    }
    if (dir)
        (void)closedir(dir);
}

dom_rc dom_fs_make_folders(const char *path, dom_err *err)
{
    char part[DOM_PATH_BYTES];
    if (!join_path(part, path, "", ""))
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", path);
    for (char *c = strchr(part + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = '\0';
        if (mkdir(part, dom_shared_mode(part, 0755)) != 0 && errno != EEXIST)
            return dom_err_errno(err, part);
        *c = '/';
    }
    return DOM_OK;
}

/* Makes and opens one folder. Returns a descriptor, or -1 with errno. */
static int enter_folder(int parent, const char *name)
{
    if (mkdirat(parent, name, 0755) != 0 && errno != EEXIST)
        return -1;
    return openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

dom_rc dom_fs_make_folders_below(const char *folder, const char *below, dom_err *err)
{
    char names[DOM_PATH_BYTES], path[DOM_PATH_BYTES], *rest;
    if (!join_path(path, folder, below, "") || !join_path(names, below, "", ""))
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", folder);
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (char *name = strtok_r(names, "/", &rest); name && fd >= 0;
         name = strtok_r(NULL, "/", &rest)) {
        int parent = fd;
        fd = enter_folder(parent, name);
        int error = errno;
        (void)close(parent);
        errno = error;
    }
    if (fd < 0)
        return errno == ENOTDIR || errno == ELOOP
                   ? dom_err_set(err, DOM_E_CONFIG,
                                 "%.300s: has a link or a file in place of a folder", path)
                   : dom_err_errno(err, path);
    (void)close(fd);
    return DOM_OK;
}
