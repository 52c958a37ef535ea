#include "workshop.h"

#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NEW_S = 60 };
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

dom_rc workshop_open(workshop *w, const char *parent, dom_err *err)
{
    w->fd = -1;
    if (!join(w->path, parent, prefix, "XXXXXX"))
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", parent);
    if (mkdtemp(w->path) == NULL)
        return dom_err_set(err, DOM_E_IO, "no folder can be made in %.300s: %s", parent,
                           strerror(errno));
    w->fd = open(w->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (w->fd >= 0 && flock(w->fd, LOCK_EX | LOCK_NB) == 0)
        return DOM_OK;
    dom_rc rc = fail_errno(err, w->path);
    workshop_close(w);
    (void)rmdir(w->path);
    return rc;
}

void workshop_close(workshop *w)
{
    if (w->fd < 0)
        return;
    dom_tree_remove(w->path);
    (void)close(w->fd);
    w->fd = -1;
}

dom_rc workshop_publish(workshop *w, const char *path, dom_err *err)
{
    if (rename(w->path, path) != 0)
        return fail_errno(err, path);
    (void)close(w->fd);
    w->fd = -1;
    return DOM_OK;
}

/* Remove a workshop if nobody holds its lock. */
static void sweep_one(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        dom_tree_remove(path);
    (void)close(fd);
}

/* Its maker locks a workshop right after it made it; for that moment everything younger
 * than a minute is left alone. */
void workshop_sweep(const char *parent)
{
    DIR *dir = opendir(parent);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;) {
        char path[DOM_PATH_BYTES];
        struct stat st;
        if (strncmp(d->d_name, prefix, sizeof prefix - 1) == 0 &&
            join(path, parent, d->d_name, "") && stat(path, &st) == 0 &&
            time(NULL) - st.st_mtime > NEW_S)
            sweep_one(path);
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
