#include "folder.h"

#include "core/core.h"
#include "host/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUN_FOLDER "domino-arena." /* and six characters that make it unique */

enum {
    BASE_BYTES_MAX = 32, /* longer ones leave no room for a socket's name */
    PAGE_BYTES = 4096
};

/* The first of these that can be used. Processes of other users must pass through
 * root's run folder, and /run/user is closed to them. */
const char *dom_core_run_base(void)
{
    bool is_root = geteuid() == 0;
    const char *candidates[] = {is_root ? NULL : getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR")};
    for (int i = 0; i < 2; i++)
        if (candidates[i] && candidates[i][0] == '/' && strlen(candidates[i]) <= BASE_BYTES_MAX &&
            access(candidates[i], W_OK | X_OK) == 0)
            return candidates[i];
    return "/tmp";
}

void dom_core_remove_run_folder(const char *path)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    bool is_named_so = path[0] == '/' && strncmp(slash, "/" RUN_FOLDER, sizeof RUN_FOLDER) == 0;
    if (is_named_so && lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid())
        dom_folder_remove(path);
}

dom_rc run_folder_make(char path[static RUN_FOLDER_BYTES], dom_err *err)
{
    bool is_root = geteuid() == 0;
    const char *base = dom_core_run_base();
    (void)snprintf(path, RUN_FOLDER_BYTES, "%s/" RUN_FOLDER "XXXXXX", base);
    if (mkdtemp(path) == NULL || (is_root && chmod(path, 0711) != 0)) {
        path[0] = '\0';
        return dom_err_set(err, DOM_E_IO, "%s: cannot make a folder for sockets: %s", base,
                           strerror(errno));
    }
    return DOM_OK;
}

/* Make a file that nobody else finds, and fill a page of it. Returns 0 or why that cannot be. */
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

dom_rc run_folder_check(const char *run, dom_err *err)
{
    char path[RUN_FOLDER_BYTES + sizeof "/probe"];
    (void)snprintf(path, sizeof path, "%s/probe", run);
    int error = try_to_write(path);
    if (error == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "%s: no bot can be started any more: %s", run,
                       strerror(error));
}

/* May everybody read this folder and pass through all above it? */
static bool is_open_to_all(const char *folder)
{
    char path[4096];
    struct stat st;
    if (realpath(folder, path) == NULL || stat(path, &st) != 0 || (st.st_mode & 0005) != 0005)
        return false;
    for (char *slash = strrchr(path, '/'); slash && slash > path; slash = strrchr(path, '/')) {
        *slash = '\0';
        if (stat(path, &st) != 0 || (st.st_mode & 0001) == 0)
            return false;
    }
    return true;
}

static bool copy_bytes(int from, int to)
{
    char bytes[65536];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)n) != n)
            return false;
    return n == 0;
}

static bool copy_file(const char *from, const char *to, mode_t mode)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool ok =
        in >= 0 && out >= 0 && copy_bytes(in, out) && fchmod(out, mode & 0100 ? 0555 : 0444) == 0;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return ok;
}

/* Open to all whatever the umask is. */
static bool make_open_folder(const char *path)
{
    return mkdir(path, 0755) == 0 && chmod(path, 0755) == 0;
}

static bool copy_tree(const char *from, const char *to);

static bool copy_entry(const char *from, const char *to, const char *name)
{
    char source[4096], target[4096], link[4096];
    struct stat st;
    if ((size_t)snprintf(source, sizeof source, "%s/%s", from, name) >= sizeof source ||
        (size_t)snprintf(target, sizeof target, "%s/%s", to, name) >= sizeof target ||
        lstat(source, &st) != 0)
        return false;
    if (S_ISDIR(st.st_mode))
        return copy_tree(source, target);
    if (!S_ISLNK(st.st_mode))
        return copy_file(source, target, st.st_mode);
    ssize_t n = readlink(source, link, sizeof link - 1);
    if (n < 0)
        return false;
    link[n] = '\0';
    return symlink(link, target) == 0;
}

static bool copy_tree(const char *from, const char *to)
{
    DIR *folder = opendir(from);
    bool ok = folder && make_open_folder(to);
    struct dirent *entry;
    while (ok && (entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            ok = copy_entry(from, to, entry->d_name);
    int error = errno;
    if (folder)
        closedir(folder);
    errno = error;
    return ok;
}

dom_rc run_folder_stage(const char *run, unsigned number, const char *folder, char *out,
                        size_t room, dom_err *err)
{
    if (geteuid() != 0 || is_open_to_all(folder)) {
        (void)snprintf(out, room, "%s", folder);
        return DOM_OK;
    }
    (void)snprintf(out, room, "%s/bots", run);
    (void)make_open_folder(out); /* the first time */
    (void)snprintf(out, room, "%s/bots/%u", run, number);
    if (!copy_tree(folder, out))
        return dom_err_set(err, DOM_E_IO, "%s: cannot copy it for the bot's own user: %s", folder,
                           strerror(errno));
    return DOM_OK;
}
