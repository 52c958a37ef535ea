#include "workshop.h"

#include "fs/beneath.h"
#include "host/folder.h"

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

enum { NEW_S = 60, NAMES_TRIED = 100 };
static const char prefix[] = ".new-";

static dom_rc fail_errno(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.300s: %s", path, strerror(errno));
}

static bool join(char out[static DOM_PATH_BYTES], const char *folder, const char *name,
                 const char *end)
{
    return snprintf(out, DOM_PATH_BYTES, "%s/%s%s", folder, name, end) < DOM_PATH_BYTES;
}

/* Make a folder for us alone, by a name that is free. */
static dom_rc make_folder(workshop *w, const char *parent, dom_err *err)
{
    for (int i = 0; i < NAMES_TRIED; i++) {
        char unique[sizeof "XXXXXX"];
        (void)snprintf(unique, sizeof unique, "%06x", (unsigned)randombytes_uniform(1u << 24));
        if (!join(w->path, parent, prefix, unique))
            return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", parent);
        w->name = strrchr(w->path, '/') + 1;
        if (mkdirat(w->parent, w->name, 0700) == 0)
            return DOM_OK;
        if (errno != EEXIST)
            break;
    }
    return dom_err_set(err, DOM_E_IO, "no folder can be made in %.300s: %s", parent,
                       strerror(errno));
}

/* Open and lock the folder that we made, and nothing that was put in its place. */
static bool hold_folder(workshop *w)
{
    struct stat st;
    w->fd = dom_beneath_open(w->parent, w->name, O_RDONLY | O_DIRECTORY);
    if (w->fd < 0 || flock(w->fd, LOCK_EX | LOCK_NB) != 0 || fstat(w->fd, &st) != 0)
        return false;
    errno = EPERM;
    return st.st_uid == geteuid() && (st.st_mode & 077) == 0;
}

static void let_go(workshop *w)
{
    if (w->fd >= 0)
        (void)close(w->fd);
    (void)close(w->parent);
    w->fd = w->parent = -1;
}

dom_rc workshop_open(workshop *w, const char *parent, dom_err *err)
{
    char *real;
    *w = (workshop){.parent = dom_beneath_hold(parent, &real), .fd = -1};
    free(real);
    if (w->parent < 0)
        return fail_errno(err, parent);
    dom_rc rc = sodium_init() < 0 ? dom_err_set(err, DOM_E_IO, "libsodium cannot be started")
                                  : make_folder(w, parent, err);
    if (rc == DOM_OK && !hold_folder(w)) {
        rc = fail_errno(err, w->path);
        (void)unlinkat(w->parent, w->name, AT_REMOVEDIR);
    }
    if (rc != DOM_OK)
        let_go(w);
    return rc;
}

void workshop_close(workshop *w)
{
    if (w->parent < 0)
        return;
    dom_folder_remove_at(w->parent, w->name);
    let_go(w);
}

dom_rc workshop_publish(workshop *w, const char *name, dom_err *err)
{
    if (renameat(w->parent, w->name, w->parent, name) != 0)
        return fail_errno(err, name);
    let_go(w);
    return DOM_OK;
}

/* Remove a workshop if nobody holds its lock. */
static void sweep_one(int parent, const char *name)
{
    int fd = dom_beneath_open(parent, name, O_RDONLY | O_DIRECTORY);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        dom_folder_remove_at(parent, name);
    (void)close(fd);
}

/* Its maker locks a workshop right after it made it; for that moment everything younger
 * than a minute is left alone. */
void workshop_sweep(const char *parent)
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

dom_rc workshop_make_folders(const char *path, dom_err *err)
{
    char part[DOM_PATH_BYTES];
    if (!join(part, path, "", ""))
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", path);
    for (char *c = strchr(part + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = '\0';
        if (mkdir(part, 0755) != 0 && errno != EEXIST)
            return fail_errno(err, part);
        *c = '/';
    }
    return DOM_OK;
}
