#include "same_files.h"

#include "settings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const suffixes[DOM_STORE_FILE_COUNT] = {
    [DOM_STORE_FILE_DATABASE] = "", [DOM_STORE_FILE_LOG] = "-wal", [DOM_STORE_FILE_INDEX] = "-shm"};

/* ---- looking -------------------------------------------------------------- */

/* Returns 0, or the errno of stat. */
static int look_at(const dom_store *store, dom_store_file file, struct stat *st)
{
    char path[PATH_MAX + 8];
    (void)snprintf(path, sizeof path, "%s%s", store->real_path, suffixes[file]);
    return stat(path, st) == 0 ? 0 : errno;
}

static bool is_marked(const dom_store_file_mark *mark, const struct stat *st)
{
    return mark->device == st->st_dev && mark->inode == st->st_ino;
}

/* Returns whether the file's name still leads to what was noted, if anything was. On false,
 * *error is 0 when another file has the name, else the errno of stat. */
static bool is_in_place(const dom_store *store, dom_store_file file, int *error)
{
    struct stat st;
    const dom_store_file_mark *mark = &store->mark[file];
    if (!mark->is_known)
        return true;
    *error = look_at(store, file, &st);
    return *error == 0 && is_marked(mark, &st);
}

/* The first file that is not in its place; DOM_STORE_FILE_COUNT when there is none. */
static dom_store_file changed_file(const dom_store *store, int *error)
{
    dom_store_file file = 0;
    while (file < DOM_STORE_FILE_COUNT && is_in_place(store, file, error))
        file++;
    return file;
}

/* SQLite makes the log and its index with the first transaction, and keeps them as long as
 * the database is open. */
static void note_new_files(dom_store *store)
{
    for (dom_store_file file = 0; file < DOM_STORE_FILE_COUNT; file++) {
        struct stat st;
        dom_store_file_mark *mark = &store->mark[file];
        if (!mark->is_known && look_at(store, file, &st) == 0)
            *mark =
                (dom_store_file_mark){.is_known = true, .device = st.st_dev, .inode = st.st_ino};
    }
}

/* Finds the present name of an open file of this process, from the links in /proc, which opens
 * nothing. Returns false if the file was removed. */
static bool find_name(const dom_store_file_mark *mark, char name[static PATH_MAX])
{
    DIR *dir = opendir("/proc/self/fd");
    bool has_name = false;
    for (const struct dirent *d; dir && !has_name && (d = readdir(dir)) != NULL;) {
        struct stat st;
        if (fstatat(dirfd(dir), d->d_name, &st, 0) != 0 || !is_marked(mark, &st))
            continue;
        ssize_t n = readlinkat(dirfd(dir), d->d_name, name, PATH_MAX - 1);
        name[n > 0 ? n : 0] = '\0';
        has_name = st.st_nlink > 0 && n > 0;
    }
    if (dir)
        (void)closedir(dir);
    return has_name;
}

/* ---- what is lost --------------------------------------------------------- */

/* Write the log into the database; returns whether all of it is there. */
static bool empty_log(dom_store *store)
{
    int in_log = 0, done = -1;
    int rc =
        sqlite3_wal_checkpoint_v2(store->db, "main", SQLITE_CHECKPOINT_PASSIVE, &in_log, &done);
    return rc == SQLITE_OK && in_log == done;
}

static dom_rc fail_database(const dom_store *store, bool is_saved, const char *name, int error,
                            dom_err *err)
{
    unsigned long long matches = store->acknowledged;
    if (name && is_saved)
        return dom_err_set(err, DOM_E_IO,
                           DOM_STORE_AT_PATH "the database was moved to %.150s during the run; "
                                             "every reported match is there",
                           DOM_STORE_PATH_OF(store), name);
    if (name)
        return dom_err_set(err, DOM_E_IO,
                           DOM_STORE_AT_PATH
                           "the database was moved to %.150s during the run; "
                           "of %llu reported matches the last ones may be missing",
                           DOM_STORE_PATH_OF(store), name, matches);
    return dom_err_set(
        err, DOM_E_IO,
        DOM_STORE_AT_PATH "the database was %s during the run; everything in it is lost, including "
                          "the %llu matches reported since it was opened",
        DOM_STORE_PATH_OF(store), error ? "removed" : "replaced by another file", matches);
}

static dom_rc fail_companion(const dom_store *store, dom_store_file file, bool is_saved, int error,
                             dom_err *err)
{
    const char *how = error ? "removed" : "replaced by another file";
    if (is_saved)
        return dom_err_set(
            err, DOM_E_IO,
            DOM_STORE_AT_PATH
            "its %s file was %s during the run; every reported match is stored; run again",
            DOM_STORE_PATH_OF(store), suffixes[file], how);
    return dom_err_set(err, DOM_E_IO,
                       DOM_STORE_AT_PATH "its %s file was %s during the run; of the %llu matches "
                                         "reported since it was opened the last ones may be lost",
                       DOM_STORE_PATH_OF(store), suffixes[file], how,
                       (unsigned long long)store->acknowledged);
}

/* If another log has the name, another process may have written through it. Then nothing more is
 * written to the database. */
static dom_rc fail_changed(dom_store *store, dom_store_file file, int error, dom_err *err)
{
    char name[PATH_MAX];
    bool is_database = file == DOM_STORE_FILE_DATABASE;
    bool has_name = is_database && find_name(&store->mark[file], name);
    if (!sqlite3_get_autocommit(store->db))
        (void)dom_store_statement_run(store, DOM_STORE_SQL_ROLLBACK, NULL);
    bool is_saved = (has_name || (!is_database && error != 0)) && empty_log(store);
    dom_store_keep_untouched(store, true);
    return is_database ? fail_database(store, is_saved, has_name ? name : NULL, error, err)
                       : fail_companion(store, file, is_saved, error, err);
}

/* ---- the three questions -------------------------------------------------- */

dom_rc dom_store_files_note(dom_store *store, dom_err *err)
{
    int has_moved = 0;
    note_new_files(store);
    /* Asks SQLite, which compares with the file that it has open. */
    (void)sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    if (store->mark[DOM_STORE_FILE_DATABASE].is_known && !has_moved)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO,
                       DOM_STORE_AT_PATH "was replaced while it was opened; try again",
                       DOM_STORE_PATH_OF(store));
}

dom_rc dom_store_files_check(dom_store *store, dom_err *err)
{
    int error = 0;
    dom_store_file file = changed_file(store, &error);
    if (file == DOM_STORE_FILE_COUNT) {
        note_new_files(store);
        return DOM_OK;
    }
    if (error != 0 && error != ENOENT && error != ENOTDIR)
        return dom_err_set(err, DOM_E_IO, DOM_STORE_AT_PATH "its files cannot be examined: %s",
                           DOM_STORE_PATH_OF(store), strerror(error));
    return fail_changed(store, file, error, err);
}

bool dom_store_files_are_ours(const dom_store *store)
{
    int error = 0;
    return changed_file(store, &error) == DOM_STORE_FILE_COUNT;
}
