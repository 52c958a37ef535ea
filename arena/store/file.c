#include "file.h"

#include "settings.h"

#include "base/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- finding -------------------------------------------------------------- */

static dom_rc refuse_file(const dom_store *store, const char *reason, dom_err *err)
{
    return dom_err_set(err, DOM_E_IO, DOM_STORE_AT_PATH "%s", DOM_STORE_PATH_OF(store), reason);
}

static dom_rc refuse_because(const dom_store *store, const char *reason, int error, dom_err *err)
{
    return dom_err_set(err, DOM_E_IO, DOM_STORE_AT_PATH "%s: %s", DOM_STORE_PATH_OF(store), reason,
                       strerror(error));
}

/* Nobody else can have the new file open, so closing it releases no locks. */
static dom_rc make_empty(const dom_store *store, dom_err *err)
{
    int fd = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                  dom_shared_mode(store->path, 0600));
    if (fd >= 0) {
        (void)close(fd);
        return DOM_OK;
    }
    if (errno == EEXIST) /* another process was faster */
        return DOM_OK;
    if (errno == ENOENT)
        return refuse_file(store, "cannot be made: its folder does not exist", err);
    return refuse_because(store, "cannot be made", errno, err);
}

static dom_rc check_kind(const dom_store *store, const struct stat *st, dom_err *err)
{
    if (S_ISDIR(st->st_mode))
        return refuse_file(store, "is a folder, not a database", err);
    if (!S_ISREG(st->st_mode))
        return refuse_file(store, "is not a regular file", err);
    return DOM_OK;
}

/* The folder of an absolute path, in caller's storage. */
static void folder_of(char folder[static PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    dom_check(slash != NULL);
    int length = slash == path ? 1 : (int)(slash - path);
    (void)snprintf(folder, PATH_MAX, "%.*s", length, path);
}

/* SQLite keeps two files beside a database while it is written. */
static dom_rc check_may_write(const dom_store *store, const struct stat *st, dom_err *err)
{
    char folder[PATH_MAX];
    if (st->st_nlink > 1)
        return dom_err_set(
            err, DOM_E_IO,
            DOM_STORE_AT_PATH
            "has %llu hard links, but the log of a database belongs to one name; allowed: one link "
            "(remove the others, or copy the database with domino-arena backup)",
            DOM_STORE_PATH_OF(store), (unsigned long long)st->st_nlink);
    folder_of(folder, store->real_path);
    if (access(store->real_path, W_OK) != 0)
        return refuse_because(store, "cannot be written", errno, err);
    if (access(folder, W_OK | X_OK) != 0)
        return refuse_because(store, "its folder cannot be written", errno, err);
    return DOM_OK;
}

dom_rc dom_store_file_find(dom_store *store, dom_store_mode mode, dom_err *err)
{
    struct stat st;
    bool is_there = stat(store->path, &st) == 0;
    if (!is_there && errno == ENOENT && mode == DOM_STORE_READ)
        return dom_err_set(err, DOM_E_ABSENT, DOM_STORE_AT_PATH "there is no such file",
                           DOM_STORE_PATH_OF(store));
    if (!is_there && errno == ENOENT) {
        dom_rc rc = make_empty(store, err);
        if (rc != DOM_OK)
            return rc;
        is_there = stat(store->path, &st) == 0;
    }
    if (!is_there)
        return refuse_because(store, "cannot be opened", errno, err);
    dom_rc rc = check_kind(store, &st, err);
    if (rc != DOM_OK)
        return rc;
    store->real_path = realpath(store->path, NULL);
    if (store->real_path == NULL || access(store->real_path, R_OK) != 0)
        return refuse_because(store, "cannot be read", errno, err);
    return mode == DOM_STORE_WRITE ? check_may_write(store, &st, err) : DOM_OK;
}

dom_rc dom_store_file_make_private(const dom_store *store, dom_err *err)
{
    struct stat st;
    mode_t wanted = dom_shared_mode(store->real_path, 0600);
    bool is_private = stat(store->real_path, &st) == 0 && (st.st_mode & 0777) == wanted;
    if (!is_private && chmod(store->real_path, wanted) != 0)
        return refuse_because(store, "cannot be closed to other users", errno, err);
    return DOM_OK;
}

/* ---- opening -------------------------------------------------------------- */

/* A file that SQLite keeps beside the database; fills *st. */
static bool has_companion(const dom_store *store, const char *suffix, struct stat *st)
{
    char path[PATH_MAX + 8];
    (void)snprintf(path, sizeof path, "%s%s", store->real_path, suffix);
    return stat(path, st) == 0;
}

static bool is_sealed(const dom_store *store)
{
    struct stat st;
    char folder[PATH_MAX];
    folder_of(folder, store->real_path);
    return access(folder, W_OK) != 0 && !has_companion(store, "-shm", &st);
}

bool dom_store_file_is_unchanged(const dom_store *store)
{
    struct stat now;
    return stat(store->real_path, &now) == 0 && now.st_size == store->seal.st_size &&
           now.st_mtim.tv_sec == store->seal.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == store->seal.st_mtim.tv_nsec;
}

static void add_uri_char(dom_text *uri, char c)
{
    static const char digits[] = "0123456789ABCDEF";
    if (strchr("?#%", c) == NULL) {
        dom_text_add_char(uri, c);
        return;
    }
    dom_text_add_char(uri, '%');
    dom_text_add_char(uri, digits[(unsigned char)c >> 4]);
    dom_text_add_char(uri, digits[(unsigned char)c & 15]);
}

static int open_sealed(dom_store *store)
{
    char name[3 * PATH_MAX + 32];
    dom_text uri = dom_text_of(name, sizeof name);
    dom_text_add(&uri, "file:");
    for (const char *c = store->real_path; *c; c++)
        add_uri_char(&uri, *c);
    dom_text_add(&uri, "?immutable=1");
    dom_check(!uri.cut);
    store->is_sealed = true;
    if (stat(store->real_path, &store->seal) != 0)
        return SQLITE_CANTOPEN;
    int flags =
        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    return sqlite3_open_v2(name, &store->db, flags, NULL);
}

static int open_shared(dom_store *store, dom_store_mode mode)
{
    int flags = mode == DOM_STORE_WRITE ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    return sqlite3_open_v2(store->real_path, &store->db, flags, NULL);
}

dom_rc dom_store_file_open(dom_store *store, dom_store_mode mode, dom_err *err)
{
    bool sealed = mode == DOM_STORE_READ && is_sealed(store);
    struct stat wal;
    if (sealed && has_companion(store, "-wal", &wal) && wal.st_size > 0)
        return refuse_file(store,
                           "has changes in its -wal file, which can be read only in a folder with "
                           "write permission; copy both files to another folder",
                           err);
    int rc = sealed ? open_sealed(store) : open_shared(store, mode);
    if (rc != SQLITE_OK)
        return dom_store_failed(store, rc, "open the database", err);
    /* SQLite falls back to reading when it may not write. */
    if (mode == DOM_STORE_WRITE && sqlite3_db_readonly(store->db, "main") != 0)
        return refuse_file(store, "cannot be written", err);
    return DOM_OK;
}

/* ---- the first bytes ------------------------------------------------------ */

/* What a database begins with (sqlite.org/fileformat2.html, 1.3); numbers have
 * their highest byte first. */
enum { HEADER_BYTES = 100, VERSION_AT = 60, APPLICATION_AT = 68 };
static const char magic[16] = "SQLite format 3";

static uint32_t number_at(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static dom_rc check_identity(const dom_store *store, uint32_t application, uint32_t version,
                             dom_err *err)
{
    if (application != DOM_STORE_APPLICATION_ID)
        return dom_err_set(err, DOM_E_SCHEMA,
                           DOM_STORE_AT_PATH "is the database of another program",
                           DOM_STORE_PATH_OF(store));
    if (version > DOM_STORE_SCHEMA)
        return dom_err_set(err, DOM_E_SCHEMA,
                           DOM_STORE_AT_PATH
                           "was written by a newer arena (schema %u, this one knows %d)",
                           DOM_STORE_PATH_OF(store), (unsigned)version, DOM_STORE_SCHEMA);
    return DOM_OK;
}

/* If the power fails while the first page is written, the file does not show what it is. SQLite
 * then restores it from the journal or the log beside it. */
static bool is_torn(const dom_store *store, const uint8_t header[static HEADER_BYTES])
{
    struct stat st;
    return memcmp(header, magic, sizeof magic) != 0 &&
           (has_companion(store, "-journal", &st) || has_companion(store, "-wal", &st));
}

static dom_rc check_torn(dom_store *store, sqlite3_file *file, bool *is_empty, dom_err *err)
{
    char application[DOM_STORE_PRAGMA_BYTES], version[DOM_STORE_PRAGMA_BYTES];
    sqlite3_int64 size = 0;
    dom_rc rc = dom_store_pragma_read(store, "PRAGMA application_id", application, err);
    if (rc == DOM_OK)
        rc = dom_store_pragma_read(store, "PRAGMA user_version", version, err);
    if (rc != DOM_OK)
        return rc;
    *is_empty = file->pMethods->xFileSize(file, &size) == SQLITE_OK && size == 0;
    return *is_empty ? DOM_OK
                     : check_identity(store, (uint32_t)strtoul(application, NULL, 10),
                                      (uint32_t)strtoul(version, NULL, 10), err);
}

/* Through SQLite's own descriptor: closing another one of the same file would
 * drop the locks of every handle that this process has on it. */
dom_rc dom_store_file_check(dom_store *store, bool *is_empty, dom_err *err)
{
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    uint8_t header[HEADER_BYTES] = {0};
    int rc = sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    dom_check(rc == SQLITE_OK && file != NULL && file->pMethods != NULL);
    rc = file->pMethods->xFileSize(file, &size);
    *is_empty = rc == SQLITE_OK && size == 0;
    if (*is_empty)
        return DOM_OK;
    if (rc == SQLITE_OK)
        rc = file->pMethods->xRead(file, header, sizeof header, 0);
    if (rc != SQLITE_OK && rc != SQLITE_IOERR_SHORT_READ)
        return refuse_file(store, "cannot be read: disk I/O error", err);
    if (is_torn(store, header))
        return check_torn(store, file, is_empty, err);
    if (memcmp(header, magic, sizeof magic) != 0)
        return dom_err_set(err, DOM_E_SCHEMA, DOM_STORE_AT_PATH "is not a database",
                           DOM_STORE_PATH_OF(store));
    return check_identity(store, number_at(header + APPLICATION_AT), number_at(header + VERSION_AT),
                          err);
}
