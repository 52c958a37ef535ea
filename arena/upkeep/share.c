#include "upkeep/share.h"

#include "fs/beneath.h"
#include "fs/file_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const dom_home *home;
    gid_t group;
    uint64_t *changed;
} sharing;

static dom_rc find_group(gid_t *out, const char *word, dom_err *err)
{
    const struct group *found = getgrnam(word);
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    bool is_number = *word >= '0' && *word <= '9' && *end == '\0' && number < (gid_t)-1;
    *out = found ? found->gr_gid : (gid_t)number;
    return found || is_number ? DOM_OK
                              : dom_err_set(err, DOM_E_CONFIG,
                                            "there is no group '%.60s'; allowed: a group of this "
                                            "machine (`getent group` lists them)",
                                            word);
}

/* The group may do what the owner may, in folders also write, and others nothing. */
static mode_t shared_mode_of(const struct stat *st)
{
    mode_t owner = st->st_mode & 0700;
    return owner | owner >> 3 | (S_ISDIR(st->st_mode) ? 02020 : 0);
}

/* Changes what is open as `fd`, of which `st` tells group and mode. */
static dom_rc change(const sharing *s, int fd, const struct stat *st, const char *path,
                     dom_err *err)
{
    mode_t mode = shared_mode_of(st);
    if (st->st_gid == s->group && (st->st_mode & 07777) == mode)
        return DOM_OK;
    if (fchown(fd, (uid_t)-1, s->group) != 0 || fchmod(fd, mode) != 0)
        return dom_err_set(
            err, DOM_E_IO,
            "%.200s%s%.100s: %s; allowed: for root, and for the owner of it who is in "
            "the group",
            s->home->home, *path ? "/" : "", path, strerror(errno));
    ++*s->changed;
    return DOM_OK;
}

/* Everything of the data folder but what is private to the user who made it. */
static bool is_private(const dom_fs_walk_entry *e)
{
    return (e->depth == 0 && strcmp(e->name, "passed") == 0) ||
           strncmp(e->name, ".new-", strlen(".new-")) == 0;
}

/* Members of the group may already be changing the folder, so a file is changed through a
 * descriptor, and not if it has a second name, which may be another user's. */
static dom_rc share_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const sharing *s = context;
    dom_fs_file_id listed = dom_fs_file_id_of(&e->st);
    struct stat now;
    bool is_folder = S_ISDIR(e->st.st_mode);
    *enter = !is_private(e);
    if (!*enter || !(is_folder || (S_ISREG(e->st.st_mode) && e->st.st_nlink == 1)))
        return DOM_OK;
    int fd = dom_fs_beneath_open(e->folder, e->name, O_RDONLY | (is_folder ? O_DIRECTORY : 0));
    if (fd < 0)
        return dom_err_errno(err, e->path);
    bool is_same = fstat(fd, &now) == 0 && dom_fs_file_id_is(&listed, &now);
    dom_rc rc = is_same
                    ? change(s, fd, &now, e->path, err)
                    : dom_err_set(err, DOM_E_IO, "%.300s: changed while it was shared", e->path);
    (void)close(fd);
    return rc;
}

dom_rc dom_upkeep_share(const dom_home *home, const char *group, uint64_t *changed, dom_err *err)
{
    struct stat st;
    char *real;
    sharing s = {.home = home, .changed = changed};
    *changed = 0;
    dom_rc rc = find_group(&s.group, group, err);
    if (rc != DOM_OK)
        return rc;
    int fd = dom_fs_beneath_hold(home->home, &real);
    if (fd < 0)
        return dom_err_errno(err, home->home);
    rc = dom_fs_file_walk(fd, share_entry, &s, err);
    if (rc == DOM_OK)
        rc = fstat(fd, &st) == 0 ? change(&s, fd, &st, "", err) : dom_err_errno(err, home->home);
    (void)close(fd);
    free(real);
    return rc;
}
