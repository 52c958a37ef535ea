#include "fs/run_dir.h"

#include "fs/memory_dir.h"
#include "fs/remove_tree.h"
#include "open_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUN_DIR_NAME "domino-arena." /* followed by six characters that make it unique */

enum {
    BASE_BYTES_MAX = 32, /* a longer path leaves no room for a socket's name */
    PAGE_BYTES = 4096
};

const char *dom_fs_run_dir_base(void)
{
    bool is_root = geteuid() == 0;
    /* bots of root run as other users, who cannot enter /run/user */
    const char *candidates[] = {is_root ? NULL : getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR")};
    for (int i = 0; i < 2; i++)
        if (candidates[i] && candidates[i][0] == '/' && strlen(candidates[i]) <= BASE_BYTES_MAX &&
            access(candidates[i], W_OK | X_OK) == 0)
            return candidates[i];
    return "/tmp";
}

void dom_fs_run_dir_remove(const char *run)
{
    dom_fs_memory_dir_remove_left(run);
    dom_fs_remove_tree(run);
}

/* Removes only a folder with such a name that belongs to this user, because the path comes from
 * a file. */
void dom_fs_run_dir_remove_left(const char *path)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    bool is_named_so = path[0] == '/' && strncmp(slash, "/" RUN_DIR_NAME, sizeof RUN_DIR_NAME) == 0;
    if (is_named_so && lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid())
        dom_fs_run_dir_remove(path);
}

static bool lets_all_pass(const char *folder)
{
    struct stat st;
    return stat(folder, &st) == 0 && (st.st_mode & 0001) != 0;
}

/* Returns true if other users cannot pass through this folder or one above it. `closed` then
 * receives the path of that folder. */
static bool find_closed(const char *folder, char closed[static PATH_MAX])
{
    if (realpath(folder, closed) == NULL)
        return false;
    while (lets_all_pass(closed)) {
        char *slash = strrchr(closed, '/');
        if (slash == closed)
            return false;
        *slash = '\0';
    }
    return true;
}

dom_rc dom_fs_run_dir_check_base(bool bots_have_users, dom_err *err, dom_err *remedy)
{
    const char *base = dom_fs_run_dir_base();
    char closed[PATH_MAX];
    *err = *remedy = (dom_err){.rc = DOM_OK, .text = ""};
    if (!bots_have_users || !find_closed(base, closed))
        return DOM_OK;
    (void)dom_err_set(remedy, DOM_OK,
                      "chmod o+x %s, or let TMPDIR name a folder that all users can enter", closed);
    return dom_err_set(err, DOM_E_IO,
                       "%s: cannot hold the sockets and files of bots: if root runs the arena, "
                       "bots run as other users, who have no access to %s",
                       base, closed);
}

dom_rc dom_fs_run_dir_make(char path[static DOM_FS_RUN_DIR_BYTES], dom_err *err)
{
    bool is_root = geteuid() == 0;
    const char *base = dom_fs_run_dir_base();
    (void)snprintf(path, DOM_FS_RUN_DIR_BYTES, "%s/" RUN_DIR_NAME "XXXXXX", base);
    if (mkdtemp(path) == NULL || (is_root && chmod(path, 0711) != 0)) {
        path[0] = '\0';
        return dom_err_set(err, DOM_E_IO, "%s: cannot make a folder for sockets: %s", base,
                           strerror(errno));
    }
    return DOM_OK;
}

/* Creates a file, removes its name at once, and writes a page to it. Returns 0 or an errno. */
static int try_to_write(const char *path)
{
    static const char page[PAGE_BYTES];
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    (void)unlink(path);
    ssize_t n = write(fd, page, sizeof page);
    int error = n == (ssize_t)sizeof page ? 0 : n < 0 ? errno : ENOSPC;
    (void)close(fd);
    return error;
}

dom_rc dom_fs_run_dir_check(const char *run, bool bots_have_users, dom_err *err)
{
    char path[DOM_FS_RUN_DIR_BYTES + sizeof "/probe"];
    dom_err closed, remedy;
    if (dom_fs_run_dir_check_base(bots_have_users, &closed, &remedy) != DOM_OK)
        return dom_err_set(err, DOM_E_IO, "%s (%s)", closed.text, remedy.text);
    (void)snprintf(path, sizeof path, "%s/probe", run);
    int error = try_to_write(path);
    if (error == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "%s: no bot can be started any more: %s", run,
                       strerror(error));
}

/* Returns true if every user may read this folder and pass through all folders above it. */
static bool is_open_to_all(const char *folder)
{
    char path[PATH_MAX];
    struct stat st;
    return stat(folder, &st) == 0 && (st.st_mode & 0005) == 0005 && !find_closed(folder, path);
}

dom_rc dom_fs_run_dir_stage(const char *run, unsigned number, const char *folder, char *out,
                            size_t room, dom_err *err)
{
    if (geteuid() != 0 || is_open_to_all(folder)) {
        (void)snprintf(out, room, "%s", folder);
        return DOM_OK;
    }
    (void)snprintf(out, room, "%s/bots", run);
    (void)dom_fs_make_open_folder(AT_FDCWD, out); /* fails for all bots but the first: it exists */
    (void)snprintf(out, room, "%s/bots/%u", run, number);
    dom_err why;
    dom_rc rc = dom_fs_open_copy(folder, out, NULL, &why);
    if (rc != DOM_OK)
        (void)dom_err_set(err, rc, "%.200s: cannot copy it for the bot's own user: %s", folder,
                          why.text);
    return rc;
}
