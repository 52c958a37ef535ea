/* The run directory: a private folder for the sockets and temporary files of one run, and copies
 * of bots that other users could not read. */
#include "fs/run_dir.h"

#include "fs/beneath.h"
#include "fs/file_walk.h"
#include "fs/remove_tree.h"

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

/* Removes only a folder with such a name that belongs to this user, because the path comes from
 * a file. */
void dom_fs_run_dir_remove_left(const char *path)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    bool is_named_so = path[0] == '/' && strncmp(slash, "/" RUN_DIR_NAME, sizeof RUN_DIR_NAME) == 0;
    if (is_named_so && lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid())
        dom_fs_remove_tree(path);
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

/* Copying. The folder may belong to a user who changes it meanwhile: everything in it is opened
 * beneath descriptors, without following links (fs/beneath.h). In these functions `to` is the
 * folder that receives the copy. */

static dom_rc fail_copy(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: %s", path,
                       errno == ESTALE ? "changed while it was copied" : strerror(errno));
}

/* Copies exactly `left` bytes. Any other size fails with ESTALE. */
static bool copy_bytes(int from, int to, uint64_t left)
{
    char bytes[65536];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0 && (uint64_t)n <= left) {
        if (write(to, bytes, (size_t)n) != n)
            return false;
        left -= (uint64_t)n;
    }
    if (n > 0 || (n == 0 && left > 0))
        errno = ESTALE;
    return n == 0 && left == 0;
}

static dom_rc copy_file(int to, const dom_fs_walk_entry *e, dom_err *err)
{
    dom_fs_file_id listed = dom_fs_file_id_of(&e->st);
    struct stat st;
    int in = dom_fs_beneath_open(e->folder, e->name, O_RDONLY);
    int out = openat(to, e->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool is_open = in >= 0 && out >= 0 && fstat(in, &st) == 0;
    bool is_same = is_open && dom_fs_file_id_is(&listed, &st);
    if (is_open && !is_same)
        errno = ESTALE;
    bool ok = is_same && copy_bytes(in, out, listed.bytes) &&
              fchmod(out, e->st.st_mode & S_IXUSR ? 0555 : 0444) == 0;
    dom_rc rc = ok ? DOM_OK : fail_copy(err, e->path);
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return rc;
}

/* Copies a link as a link. A build may leave some, and the bot follows them as its own user. */
static dom_rc copy_link(int to, const dom_fs_walk_entry *e, dom_err *err)
{
    char text[4096];
    ssize_t n = readlinkat(e->folder, e->name, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    bool ok = n > 0 && symlinkat(text, to, e->path) == 0;
    return ok ? DOM_OK : fail_copy(err, e->path);
}

/* Makes a folder that all users can read, whatever the umask is. */
static bool make_open_folder(int parent, const char *path)
{
    return mkdirat(parent, path, 0755) == 0 && fchmodat(parent, path, 0755, 0) == 0;
}

static dom_rc copy_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    int to = *(const int *)context;
    (void)enter;
    if (S_ISLNK(e->st.st_mode))
        return copy_link(to, e, err);
    if (S_ISREG(e->st.st_mode))
        return copy_file(to, e, err);
    if (!S_ISDIR(e->st.st_mode))
        return dom_err_set(err, DOM_E_IO, "%.200s: this is neither a file nor a folder", e->path);
    return make_open_folder(to, e->path) ? DOM_OK : fail_copy(err, e->path);
}

/* Makes the folder `to` and copies everything in `from` to it. */
static dom_rc copy_folder(const char *from, const char *to, dom_err *err)
{
    char *real;
    bool is_made = make_open_folder(AT_FDCWD, to);
    int target = is_made ? open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    int source = target < 0 ? -1 : dom_fs_beneath_hold(from, &real);
    dom_rc rc =
        source < 0 ? fail_copy(err, from) : dom_fs_file_walk(source, copy_entry, &target, err);
    if (source >= 0) {
        close(source);
        free(real);
    }
    if (target >= 0)
        close(target);
    return rc;
}

dom_rc dom_fs_run_dir_stage(const char *run, unsigned number, const char *folder, char *out,
                            size_t room, dom_err *err)
{
    if (geteuid() != 0 || is_open_to_all(folder)) {
        (void)snprintf(out, room, "%s", folder);
        return DOM_OK;
    }
    (void)snprintf(out, room, "%s/bots", run);
    (void)make_open_folder(AT_FDCWD, out); /* fails for all bots but the first: it exists */
    (void)snprintf(out, room, "%s/bots/%u", run, number);
    dom_err why;
    dom_rc rc = copy_folder(folder, out, &why);
    if (rc != DOM_OK)
        (void)dom_err_set(err, rc, "%.200s: cannot copy it for the bot's own user: %s", folder,
                          why.text);
    return rc;
}
