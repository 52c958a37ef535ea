/* A copy of the whole database while others write to it. */
#include "file.h"
#include "handle.h"
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PART_PAGES = 4096,     /* between two calls of on_part                      */
    FORMAT_AT = 18,        /* sqlite.org/fileformat2.html, 1.3: write and read  */
    FORMAT_WITHOUT_LOG = 1 /* version, 2 with a write-ahead log                 */
};

/* ---- contents ------------------------------------------------------------- */

static dom_rc read_contents(void *context, sqlite3_stmt *row)
{
    *(dom_store_contents *)context =
        (dom_store_contents){.tournaments = (uint64_t)sqlite3_column_int64(row, 0),
                             .matches = (uint64_t)sqlite3_column_int64(row, 1),
                             .bytes = (uint64_t)sqlite3_column_int64(row, 2)};
    return DOM_OK;
}

dom_rc dom_store_check(dom_store *store, dom_store_contents *out, dom_err *err)
{
    *out = (dom_store_contents){.matches = 0};
    dom_rc rc = dom_store_settings_quick_check(store, err);
    return rc == DOM_OK
               ? dom_store_statement_each(store, DOM_STORE_SQL_CONTENTS, read_contents, out, err)
               : rc;
}

/* ---- where the copy goes -------------------------------------------------- */

static dom_rc refuse_target(const char *path, const char *reason, dom_err *err)
{
    return dom_err_set(err, DOM_E_CONFIG, "%.*s: %s", DOM_STORE_PATH_SHOWN, path, reason);
}

static dom_rc backup_failed(const char *path, const char *what, dom_err *err)
{
    return dom_err_set(err, DOM_E_IO, "%.*s: %s: %s", DOM_STORE_PATH_SHOWN, path, what,
                       strerror(errno));
}

static bool has_log(const char *path)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    for (int i = 0; i < 2; i++) {
        char log[PATH_MAX + 16];
        struct stat st;
        (void)snprintf(log, sizeof log, "%s%s", path, suffixes[i]);
        if (stat(log, &st) == 0 && st.st_size > 0)
            return true;
    }
    return false;
}

static dom_rc check_place(const dom_store *store, const dom_store_backup_spec *spec, dom_err *err)
{
    struct stat there, own;
    if (strlen(spec->path) >= PATH_MAX - sizeof ".tmp-XXXXXX")
        return refuse_target(spec->path, "the path is too long", err);
    if (has_log(spec->path))
        return refuse_target(
            spec->path,
            "the -wal or -journal file of an earlier database is still there; remove it", err);
    if (lstat(spec->path, &there) != 0)
        return DOM_OK; /* what else is wrong with the place, making a file tells */
    if (stat(spec->path, &there) == 0 && stat(store->real_path, &own) == 0 &&
        there.st_dev == own.st_dev && there.st_ino == own.st_ino)
        return refuse_target(spec->path, "is the database itself", err);
    if (!S_ISREG(there.st_mode))
        return refuse_target(spec->path, "is not a regular file", err);
    return spec->may_replace ? DOM_OK : refuse_target(spec->path, "already exists", err);
}

/* ---- copying -------------------------------------------------------------- */

static dom_rc copy_pages(sqlite3_backup *backup, const dom_store_backup_spec *spec, int *code,
                         dom_err *err)
{
    for (;;) {
        *code = sqlite3_backup_step(backup, PART_PAGES);
        if (*code != SQLITE_OK)
            return DOM_OK;
        dom_rc rc = spec->on_part ? spec->on_part(spec->context, err) : DOM_OK;
        if (rc != DOM_OK)
            return rc;
    }
}

/* One transaction of the source around all parts keeps it as of one moment; without
 * it each write of another process would start the copy again. */
static dom_rc copy_into(dom_store *store, dom_store *copy, const dom_store_backup_spec *spec,
                        dom_err *err)
{
    /* There is nothing to roll back to: a copy that fails is removed. */
    int code = sqlite3_exec(copy->db, "PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(copy->db, "main", store->db, "main") : NULL;
    if (backup == NULL)
        return dom_store_failed(copy, sqlite3_extended_errcode(copy->db), "begin the backup", err);
    dom_rc rc = copy_pages(backup, spec, &code, err);
    (void)sqlite3_backup_finish(backup);
    if (rc == DOM_OK && code != SQLITE_DONE)
        rc = dom_store_failed(copy, code, "copy the database", err);
    if (rc == DOM_OK && store->is_sealed && !dom_store_file_is_unchanged(store))
        rc = dom_err_set(err, DOM_E_IO,
                         DOM_STORE_AT_PATH "was changed while it was copied; try again",
                         DOM_STORE_PATH_OF(store));
    return rc;
}

static dom_rc copy_to(dom_store *store, const char *path, const dom_store_backup_spec *spec,
                      dom_err *err)
{
    dom_store copy = {.path = (char *)spec->path}; /* the name that messages say */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(path, &copy.db, flags, NULL);
    dom_rc rc = code == SQLITE_OK ? dom_store_read_begin(store, err)
                                  : dom_store_failed(&copy, code, "open the backup", err);
    if (rc == DOM_OK) {
        dom_store_contents now; /* the first row fixes the moment */
        rc = dom_store_statement_each(store, DOM_STORE_SQL_CONTENTS, read_contents, &now, err);
        if (rc == DOM_OK)
            rc = copy_into(store, &copy, spec, err);
        dom_store_read_end(store);
    }
    (void)sqlite3_close(copy.db);
    return rc;
}

/* The pages say that a log belongs to them; the copy is complete without one and so
 * can be read where no file can be made beside it. */
static dom_rc finish_file(int fd, const char *name, dom_err *err)
{
    static const char format[2] = {FORMAT_WITHOUT_LOG, FORMAT_WITHOUT_LOG};
    if (pwrite(fd, format, sizeof format, FORMAT_AT) != sizeof format || fsync(fd) != 0)
        return backup_failed(name, "the backup cannot be written", err);
    return DOM_OK;
}

static dom_rc check_copy(const char *path, dom_store_contents *out, dom_err *err)
{
    dom_store *copy;
    dom_rc rc = dom_store_open(&copy, path, DOM_STORE_READ, err);
    if (rc == DOM_OK)
        rc = dom_store_check(copy, out, err);
    dom_store_close(&copy);
    return rc;
}

/* The folder, too, has to remember the new name; some file systems cannot be asked. */
static dom_rc sync_folder(const char *path, dom_err *err)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 0 : slash == path ? 1 : (int)(slash - path);
    (void)snprintf(folder, sizeof folder, "%.*s", length, path);
    int fd = open(length ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    dom_rc rc =
        ok ? DOM_OK
           : backup_failed(path, "is written, but its folder could not be synced to disk", err);
    if (fd >= 0)
        (void)close(fd);
    return rc;
}

/* Gives the finished copy its name. Without may_replace an existing file is never replaced. */
static dom_rc publish(const char *path, const dom_store_backup_spec *spec, dom_err *err)
{
    int rc = -1;
    errno = EINVAL;
    if (!spec->may_replace)
        rc = renameat2(AT_FDCWD, path, AT_FDCWD, spec->path, RENAME_NOREPLACE);
    if (rc != 0 && errno == EINVAL) /* may replace, or a file system that cannot promise */
        rc = rename(path, spec->path);
    if (rc != 0 && errno == EEXIST)
        return refuse_target(spec->path, "already exists", err);
    return rc == 0 ? sync_folder(spec->path, err)
                   : backup_failed(spec->path, "cannot be renamed", err);
}

dom_rc dom_store_backup(dom_store *store, const dom_store_backup_spec *spec,
                        dom_store_contents *out, dom_err *err)
{
    char path[PATH_MAX];
    dom_store_contents contents;
    dom_rc rc = check_place(store, spec, err);
    if (rc != DOM_OK)
        return rc;
    (void)snprintf(path, sizeof path, "%s.tmp-XXXXXX", spec->path);
    int fd = mkostemp(path, O_CLOEXEC); /* for its owner alone */
    if (fd < 0)
        return backup_failed(spec->path, "cannot be made", err);
    rc = copy_to(store, path, spec, err);
    if (rc == DOM_OK)
        rc = finish_file(fd, spec->path, err);
    (void)close(fd);
    if (rc == DOM_OK)
        rc = check_copy(path, &contents, err);
    if (rc == DOM_OK)
        rc = publish(path, spec, err);
    if (rc == DOM_OK && out)
        *out = contents;
    if (rc != DOM_OK)
        (void)unlink(path); /* nothing happens when it has its name already */
    return rc;
}

/* ---- versions ------------------------------------------------------------- */

int dom_store_schema_version(void)
{
    return DOM_STORE_SCHEMA;
}

const char *dom_store_sqlite_version(void)
{
    return sqlite3_libversion();
}
