#include "upkeep/home_copy.h"

#include "base/interrupt.h"
#include "bots/snapshot.h"
#include "fs/copy_tree.h"
#include "fs/remove_tree.h"
#include "fs/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char tmp_suffix[] = ".tmp-XXXXXX";
enum { KEY_MODE = 0600 };

typedef struct {
    const dom_home *home;
    const char *name;           /* of the copy, as the caller wrote it          */
    char place[DOM_PATH_BYTES]; /* its absolute path without links            */
    char made[DOM_PATH_BYTES];  /* the folder in which it is made             */
    dom_upkeep_contents *out;
    dom_err *err;
} home_copy;

static dom_rc refuse_folder(const home_copy *c, const char *why)
{
    return dom_err_set(c->err, DOM_E_CONFIG, "%.300s: %s; allowed: a new or empty folder", c->name,
                       why);
}

static dom_rc fail_folder(const home_copy *c, const char *what)
{
    return dom_err_set(c->err, DOM_E_IO, "%.300s: %s: %s", c->name, what, strerror(errno));
}

__attribute__((format(printf, 3, 4))) static dom_rc path_of(char out[static DOM_PATH_BYTES],
                                                            dom_err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(out, DOM_PATH_BYTES, format, args);
    va_end(args);
    return length < DOM_PATH_BYTES
               ? DOM_OK
               : dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", out);
}

/* ---- where the copy goes --------------------------------------------------- */

static bool is_empty(const char *folder)
{
    DIR *dir = opendir(folder);
    bool found = dir == NULL;
    for (const struct dirent *d; dir && !found && (d = readdir(dir)) != NULL;)
        found = strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0;
    if (dir)
        (void)closedir(dir);
    return !found;
}

/* Finds the place of a folder that is not there yet: below the one that is to contain it. */
static dom_rc find_new(home_copy *c)
{
    char parent[DOM_PATH_BYTES], last[DOM_PATH_BYTES], real[PATH_MAX];
    dom_rc rc = path_of(parent, c->err, "%s", c->name);
    if (rc != DOM_OK)
        return rc;
    memcpy(last, parent, sizeof last);
    if (realpath(dirname(parent), real) == NULL)
        return fail_folder(c, "cannot be made");
    return path_of(c->place, c->err, "%s/%s", strcmp(real, "/") == 0 ? "" : real, basename(last));
}

static dom_rc find_existing(home_copy *c, const struct stat *st)
{
    char real[PATH_MAX];
    if (!S_ISDIR(st->st_mode))
        return refuse_folder(c, "is not a folder");
    if (!is_empty(c->name))
        return refuse_folder(c, "is not empty");
    return realpath(c->name, real) ? path_of(c->place, c->err, "%s", real)
                                   : fail_folder(c, "cannot be used");
}

static dom_rc find_place(home_copy *c)
{
    struct stat st;
    char real[PATH_MAX];
    dom_rc rc = stat(c->name, &st) == 0 ? find_existing(c, &st) : find_new(c);
    if (rc != DOM_OK)
        return rc;
    size_t length = realpath(c->home->home, real) ? strlen(real) : 0;
    if (length > 0 && strncmp(c->place, real, length) == 0 &&
        (c->place[length] == '/' || c->place[length] == '\0' || length == 1))
        return refuse_folder(c, "lies inside the data folder, which is to be copied");
    return path_of(c->made, c->err, "%s%s", c->place, tmp_suffix);
}

/* ---- what is copied --------------------------------------------------------- */

static dom_rc on_part(void *context, dom_err *err)
{
    (void)context;
    return dom_interrupt_check(err);
}

/* Copies a database as NAME; one that is not there has no content. */
static dom_rc copy_database(const home_copy *c, const char *from, const char *name,
                            dom_store_contents *out)
{
    char to[DOM_PATH_BYTES];
    dom_store *store = NULL;
    dom_store_backup_spec spec = {.path = to, .on_part = on_part};
    dom_rc rc = path_of(to, c->err, "%s/%s", c->made, name);
    if (rc == DOM_OK)
        rc = dom_store_open(&store, from, DOM_STORE_READ, c->err);
    if (rc == DOM_E_ABSENT)
        return DOM_OK;
    if (rc == DOM_OK)
        rc = dom_store_backup(store, &spec, out, c->err);
    dom_store_close(&store);
    if (rc == DOM_OK)
        rc = dom_fs_copy_state(from, to, c->err);
    c->out->bytes += out->bytes;
    return rc;
}

static dom_rc copy_arena(const home_copy *c)
{
    return copy_database(c, c->home->db, DOM_HOME_DB_FILE, &c->out->arena);
}

static dom_rc copy_people(const home_copy *c)
{
    dom_home people = *c->home;
    dom_rc rc = dom_home_play_db(&people, c->err);
    return rc == DOM_OK ? copy_database(c, people.db, DOM_HOME_PLAY_DB_FILE, &c->out->people) : rc;
}

static dom_rc copy_key(const home_copy *c)
{
    char from[DOM_PATH_BYTES], to[DOM_PATH_BYTES];
    struct stat st;
    dom_rc rc = path_of(from, c->err, "%s/" DOM_HOME_KEY_FILE, c->home->home);
    if (rc == DOM_OK)
        rc = path_of(to, c->err, "%s/" DOM_HOME_KEY_FILE, c->made);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(from, to, KEY_MODE, NULL, c->err);
    if (rc == DOM_E_ABSENT)
        return DOM_OK;
    if (rc == DOM_OK)
        rc = dom_fs_copy_state(from, to, c->err);
    if (rc == DOM_OK && stat(to, &st) == 0)
        c->out->bytes += (uint64_t)st.st_size;
    c->out->keys++;
    return rc;
}

/* Makes a folder of the copy, such as "bots/greedy", as it is in the data folder. */
static dom_rc make_folder(const home_copy *c, const char *name)
{
    char from[DOM_PATH_BYTES], to[DOM_PATH_BYTES];
    dom_rc rc = path_of(from, c->err, "%s/%s", c->home->home, name);
    if (rc == DOM_OK)
        rc = path_of(to, c->err, "%s/%s", c->made, name);
    if (rc != DOM_OK)
        return rc;
    if (mkdir(to, 0700) != 0)
        return errno == EEXIST ? DOM_OK : dom_err_errno(c->err, to);
    return dom_fs_copy_state(from, to, c->err);
}

/* Copies a snapshot. A snapshot that is removed meanwhile is skipped, because no database names it:
 * a `submit` that fails removes what it has made. */
static dom_rc copy_snapshot(void *context, const char *name, const dom_bots_snapshot *snapshot,
                            dom_err *err)
{
    const home_copy *c = context;
    char to[DOM_PATH_BYTES], versions[sizeof "bots/" + DOM_BOTS_NAME_MAX];
    uint64_t bytes = 0;
    (void)snprintf(versions, sizeof versions, "bots/%s", name);
    dom_rc rc = path_of(to, err, "%s/%s/%s", c->made, versions, snapshot->version);
    if (rc == DOM_OK)
        rc = make_folder(c, "bots");
    if (rc == DOM_OK)
        rc = make_folder(c, versions);
    if (rc == DOM_OK)
        rc = dom_fs_copy_tree(snapshot->folder, to, &bytes, err);
    if (rc == DOM_E_IO && access(snapshot->folder, F_OK) != 0 && errno == ENOENT) {
        dom_fs_remove_tree(to);
        return DOM_OK;
    }
    if (rc == DOM_OK) {
        c->out->snapshots++;
        c->out->bytes += bytes;
    }
    return rc;
}

static dom_rc copy_snapshots(const home_copy *c)
{
    return dom_bots_snapshot_each(c->home->home, copy_snapshot, (void *)c, c->err);
}

/* ---- the whole -------------------------------------------------------------- */

static bool has_nothing(const dom_upkeep_contents *out)
{
    return out->bytes == 0 && out->snapshots == 0;
}

/* An empty copy would be taken for a good one. */
static dom_rc refuse_nothing(const home_copy *c)
{
    dom_store *store;
    dom_rc rc = dom_home_read(c->home, &store, c->err);
    dom_store_close(&store);
    return rc;
}

static dom_rc copy_parts(const home_copy *c)
{
    static dom_rc (*const parts[])(const home_copy *) = {copy_arena, copy_people, copy_key,
                                                         copy_snapshots};
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < sizeof parts / sizeof *parts; i++)
        rc = parts[i](c);
    if (rc == DOM_OK && has_nothing(c->out))
        rc = refuse_nothing(c);
    return rc == DOM_OK ? dom_fs_copy_state(c->home->home, c->made, c->err) : rc;
}

static bool sync_folder(const char *path, int (*sync)(int fd))
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && (sync(fd) == 0 || errno == EINVAL);
    if (fd >= 0)
        (void)close(fd);
    return ok;
}

/* Gives the copy its name. The kernel replaces an empty folder only. */
static dom_rc publish(home_copy *c)
{
    char parent[DOM_PATH_BYTES];
    dom_rc rc = dom_interrupt_check(c->err);
    if (rc != DOM_OK)
        return rc;
    if (!sync_folder(c->made, syncfs))
        return fail_folder(c, "cannot be written");
    if (rename(c->made, c->place) != 0)
        return fail_folder(c, "the finished copy cannot get this name");
    c->made[0] = '\0';
    memcpy(parent, c->place, sizeof parent);
    return sync_folder(dirname(parent), fsync)
               ? DOM_OK
               : fail_folder(c, "is written, but its folder could not be synced to disk");
}

dom_rc dom_upkeep_copy(dom_upkeep_contents *out, const dom_home *home, const char *folder,
                       dom_err *err)
{
    home_copy c = {.home = home, .name = folder, .out = out, .err = err};
    *out = (dom_upkeep_contents){.bytes = 0};
    dom_rc rc = find_place(&c);
    if (rc != DOM_OK)
        return rc;
    if (mkdtemp(c.made) == NULL)
        return fail_folder(&c, "cannot be made");
    rc = copy_parts(&c);
    if (rc == DOM_OK)
        rc = publish(&c);
    if (rc != DOM_OK && c.made[0])
        dom_fs_remove_tree(c.made);
    return rc;
}
