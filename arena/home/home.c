#include "home/home.h"

#include "base/duration.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "base/shared.h"
#include "fs/run_dir.h"
#include "queue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
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
                : join_home_path(home->db, home->home, DOM_HOME_DB_FILE, err);
    return rc == DOM_OK ? find_own_files(home, err) : rc;
}

dom_rc dom_home_play_db(dom_home *home, dom_err *err)
{
    return join_home_path(home->db, home->home, DOM_HOME_PLAY_DB_FILE, err);
}

/* Makes the folder and its parents, as mkdir -p does. */
static dom_rc make_folders(const char *path, dom_err *err)
{
    char part[DOM_PATH_BYTES];
    for (const char *at = path;; at++) {
        at += strcspn(at, "/");
        (void)snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        struct stat st;
        if (*part && mkdir(part, dom_shared_mode(part, 0755)) != 0 && errno != EEXIST)
            return dom_err_set(err, DOM_E_IO, "%s: cannot make the data folder: %s", part,
                               strerror(errno));
        if (*part && (stat(part, &st) != 0 || !S_ISDIR(st.st_mode)))
            return dom_err_set(err, DOM_E_IO, "%s: is not a folder", part);
        if (*at == '\0')
            return DOM_OK;
    }
}

/* ---- who uses the database ------------------------------------------------------- */

void dom_home_note_folder(const dom_home *home, const char *run_folder)
{
    dom_home_user_write(home->lock_fd, run_folder, home->command);
}

void dom_home_note_progress(const dom_home *home, dom_home_progress progress)
{
    dom_home_user now;
    char command[sizeof now.command], left[DOM_DURATION_BYTES + 16] = "", time[DOM_DURATION_BYTES];
    dom_home_user_read(&now, home->lock_fd);
    if (progress.left_s >= 0) {
        dom_duration_write(time, 1e6 * (double)progress.left_s);
        (void)snprintf(left, sizeof left, ", about %s left", time);
    }
    (void)snprintf(command, sizeof command, "%s, %llu of %llu matches%s", home->command,
                   (unsigned long long)progress.done, (unsigned long long)progress.total, left);
    dom_home_user_write(home->lock_fd, now.run_folder, command);
}

dom_rc dom_home_make(const dom_home *home, dom_err *err)
{
    return make_folders(home->home, err);
}

static void write_lock_path(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home)
{
    (void)snprintf(path, DOM_HOME_BESIDE_BYTES, "%s.lock", home->db);
}

bool dom_home_free_bytes(const char *folder, uint64_t *out)
{
    struct statvfs fs;
    if (statvfs(folder, &fs) != 0)
        return false;
    *out = (uint64_t)fs.f_bavail * fs.f_frsize;
    return true;
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

/* ---- the lock --------------------------------------------------------------------- */

static bool try_lock(const dom_home *home)
{
    return flock(home->lock_fd, LOCK_EX | LOCK_NB) == 0;
}

/* Tells for whom this process waits, whenever that is another one. */
static void tell_holder(const dom_home *home, int *told)
{
    dom_home_user now;
    char line[200];
    dom_home_user_read(&now, home->lock_fd);
    if (now.pid == 0 || now.pid == *told)
        return;
    *told = now.pid;
    (void)snprintf(line, sizeof line, "waiting for process %d%s%s", now.pid,
                   now.command[0] ? ": " : "", now.command);
    home->on_wait(line);
}

/* Waits for the lock behind those who came before. */
static dom_rc wait_for_lock(const dom_home *home, dom_err *err)
{
    static const struct timespec pause = {.tv_nsec = 50000000};
    dom_home_ticket ticket;
    int told = 0;
    dom_rc rc = dom_home_queue_join(&ticket, home, err);
    while (rc == DOM_OK && !(dom_home_queue_is_first(&ticket, home) && try_lock(home))) {
        tell_holder(home, &told);
        (void)nanosleep(&pause, NULL);
        rc = dom_interrupt_check(err);
    }
    dom_home_queue_leave(&ticket);
    return rc;
}

static dom_rc refuse_second(const dom_home *home, dom_err *err)
{
    dom_home_user holder;
    dom_home_user_read(&holder, home->lock_fd);
    return dom_err_set(err, DOM_E_IO,
                       "%s: another arena is using this database (process %d%s%s); --wait waits "
                       "for its end, --home names another data folder",
                       home->db, holder.pid, holder.command[0] ? ": " : "", holder.command);
}

dom_rc dom_home_lock(dom_home *home, dom_err *err)
{
    char path[DOM_HOME_BESIDE_BYTES];
    dom_home_user last;
    dom_rc rc = dom_home_make(home, err);
    if (rc != DOM_OK)
        return rc;
    write_lock_path(path, home);
    home->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, dom_shared_mode(path, 0600));
    if (home->lock_fd < 0)
        return dom_err_set(err, DOM_E_IO, "%s: %s", path, strerror(errno));
    if (home->on_wait)
        rc = wait_for_lock(home, err);
    else if (!try_lock(home))
        rc = refuse_second(home, err);
    if (rc != DOM_OK) {
        close(home->lock_fd);
        home->lock_fd = -1;
        return rc;
    }
    dom_home_user_read(&last, home->lock_fd);
    remove_left(home, last.run_folder);
    dom_home_note_folder(home, "");
    return DOM_OK;
}

void dom_home_holder_read(dom_home_user *out, const dom_home *home)
{
    char path[DOM_HOME_BESIDE_BYTES];
    *out = (dom_home_user){.pid = 0};
    write_lock_path(path, home);
    int fd = dom_home_holder(home) != 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    dom_home_user_read(out, fd);
    close(fd);
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
