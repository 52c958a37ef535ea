#include "home/home.h"

#include "base/path.h"
#include "fs/run_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Joins a folder and a name. A result that does not fit is an error. */
static dom_rc join_home_path(char out[static DOM_PATH_BYTES], const char *folder, const char *name,
                             dom_err *err)
{
    int n = snprintf(out, DOM_PATH_BYTES, "%s%s%s", folder, *name ? "/" : "", name);
    if (n >= 0 && n < DOM_PATH_BYTES)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%.60s...: the path is too long", folder);
}

/* Writes the data folder: --home, $DOMINO_ARENA_HOME, $XDG_DATA_HOME/domino-arena or
 * ~/.local/share/domino-arena, the first that is set. */
static dom_rc find_home(char out[static DOM_PATH_BYTES], const char *folder, dom_err *err)
{
    const char *home = folder ? folder : getenv("DOMINO_ARENA_HOME");
    if (home && *home)
        return join_home_path(out, home, "", err);
    const char *data = getenv("XDG_DATA_HOME");
    if (data && *data == '/')
        return join_home_path(out, data, "domino-arena", err);
    const char *user = getenv("HOME");
    if (user == NULL || *user != '/')
        return dom_err_set(err, DOM_E_CONFIG,
                           "no data folder: give --home DIR, or set HOME or DOMINO_ARENA_HOME");
    return join_home_path(out, user, ".local/share/domino-arena", err);
}

/* Finds PREFIX from the program's own path, PREFIX/bin/domino-arena. Its files lie in
 * PREFIX/libexec and PREFIX/share. */
static dom_rc find_own_files(dom_home *home, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0)
        return dom_err_set(err, DOM_E_IO, "/proc/self/exe: %s", strerror(errno));
    path[n] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = '\0';
    }
    dom_rc rc = join_home_path(home->host_program, path, "libexec/domino-arena/domino-host", err);
    if (rc == DOM_OK)
        rc = join_home_path(home->shipped_bots, path, "share/domino-arena/bots", err);
    return rc == DOM_OK ? join_home_path(home->starters, path, "share/domino-arena/starters", err)
                        : rc;
}

dom_rc dom_home_find(dom_home *home, const char *folder, const char *db, dom_err *err)
{
    *home = (dom_home){.lock_fd = -1};
    dom_rc rc = find_home(home->home, folder, err);
    if (rc == DOM_OK)
        rc = db ? join_home_path(home->db, db, "", err)
                : join_home_path(home->db, home->home, "arena.db", err);
    return rc == DOM_OK ? find_own_files(home, err) : rc;
}

dom_rc dom_home_play_db(dom_home *home, dom_err *err)
{
    return join_home_path(home->db, home->home, "play.db", err);
}

/* Makes the folder and its parents, as mkdir -p does. */
static dom_rc make_folders(const char *path, dom_err *err)
{
    char part[DOM_PATH_BYTES];
    for (const char *at = path;; at++) {
        at += strcspn(at, "/");
        (void)snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        struct stat st;
        if (*part && mkdir(part, 0755) != 0 && errno != EEXIST)
            return dom_err_set(err, DOM_E_IO, "%s: cannot make the data folder: %s", part,
                               strerror(errno));
        if (*part && (stat(part, &st) != 0 || !S_ISDIR(st.st_mode)))
            return dom_err_set(err, DOM_E_IO, "%s: is not a folder", part);
        if (*at == '\0')
            return DOM_OK;
    }
}

/* The text of the lock file: "PID RUN_DIRECTORY", or "PID" before there is a run directory. */
typedef struct {
    int pid;
    char folder[256];
} holder;

static holder read_holder(int fd)
{
    char text[300] = "";
    holder h = {0};
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    if (n <= 0 || sscanf(text, "%d %255[^\n]", &h.pid, h.folder) < 1)
        return (holder){0};
    return h;
}

void dom_home_note_folder(const dom_home *home, const char *run_folder)
{
    char text[300];
    int n = snprintf(text, sizeof text, "%d %s\n", (int)getpid(), run_folder);
    /* a failure only means that the directory of a killed run is not removed */
    if (ftruncate(home->lock_fd, 0) != 0 || pwrite(home->lock_fd, text, (size_t)n, 0) != n)
        return;
}

dom_rc dom_home_make(const dom_home *home, dom_err *err)
{
    return make_folders(home->home, err);
}

static void write_lock_path(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home)
{
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES, "%s.lock", home->db);
}

void dom_home_open_matches_path(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home)
{
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES, "%s-live", home->db);
}

void dom_home_open_matches_draft(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home)
{
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES, "%s-live.new", home->db);
}

/* Removes what a killed arena has left. */
static void remove_left(const dom_home *home, const char *run_folder)
{
    char path[DOM_HOME_BESIDE_BYTES];
    dom_fs_run_dir_remove_left(run_folder);
    dom_home_open_matches_path(path, home);
    (void)unlink(path);
    dom_home_open_matches_draft(path, home);
    (void)unlink(path);
}

dom_rc dom_home_lock(dom_home *home, dom_err *err)
{
    char path[DOM_HOME_BESIDE_BYTES];
    dom_rc rc = dom_home_make(home, err);
    if (rc != DOM_OK)
        return rc;
    write_lock_path(path, home);
    home->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (home->lock_fd < 0)
        return dom_err_set(err, DOM_E_IO, "%s: %s", path, strerror(errno));
    bool is_ours = flock(home->lock_fd, LOCK_EX | LOCK_NB) == 0;
    holder last = read_holder(home->lock_fd);
    if (is_ours) {
        remove_left(home, last.folder);
        dom_home_note_folder(home, "");
        return DOM_OK;
    }
    close(home->lock_fd);
    home->lock_fd = -1;
    return dom_err_set(err, DOM_E_IO,
                       "%s: another arena is using this database (process %d); wait until it has "
                       "ended, or name another data folder with --home",
                       home->db, last.pid);
}

void dom_home_unlock(dom_home *home)
{
    if (home->lock_fd < 0)
        return;
    (void)!ftruncate(home->lock_fd, 0);
    close(home->lock_fd);
    home->lock_fd = -1;
}

/* Reads /proc/locks. Trying to take the lock instead could refuse an arena that is just
 * starting. */
long dom_home_holder(const dom_home *home)
{
    char path[DOM_HOME_BESIDE_BYTES], line[200];
    struct stat st;
    long found = 0;
    write_lock_path(path, home);
    FILE *locks = stat(path, &st) == 0 ? fopen("/proc/locks", "re") : NULL;
    while (locks && found == 0 && fgets(line, sizeof line, locks)) {
        long pid;
        unsigned long long inode;
        if (sscanf(line, "%*d: FLOCK %*s %*s %ld %*x:%*x:%llu", &pid, &inode) == 2 &&
            inode == (unsigned long long)st.st_ino)
            found = pid > 0 ? pid : -1;
    }
    if (locks)
        (void)fclose(locks);
    return found;
}

dom_rc dom_home_read(const dom_home *home, dom_store **store, dom_err *err)
{
    dom_rc rc = dom_store_open(store, home->db, DOM_STORE_READ, err);
    if (rc == DOM_E_ABSENT)
        return dom_err_set(err, DOM_E_ABSENT,
                           "%s: no matches here yet; try: domino-arena run --variant block-2 "
                           "--bots greedy,random (--home names another folder)",
                           home->db);
    return rc;
}
