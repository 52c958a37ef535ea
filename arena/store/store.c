#include "file.h"
#include "migrate.h"
#include "same_files.h"
#include "settings.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The first schema is written before the log is switched on, so that the file
 * itself, and not only its log, tells from the first moment what it is. */
static dom_rc prepare_writing(dom_store *store, bool is_empty, dom_err *err)
{
    dom_rc rc = is_empty ? dom_store_file_make_private(store, err)
                         : dom_store_settings_quick_check(store, err);
    if (rc == DOM_OK)
        rc = dom_store_settings_synchronous(store, err);
    if (rc == DOM_OK)
        rc = dom_store_migrate(store, dom_store_migrations_all(), err);
    if (rc == DOM_OK)
        rc = dom_store_settings_log(store, err);
    return rc;
}

static dom_rc prepare_reading(dom_store *store, bool is_empty, dom_err *err)
{
    if (is_empty)
        return dom_err_set(err, DOM_E_ABSENT, DOM_STORE_AT_PATH "is empty",
                           DOM_STORE_PATH_OF(store));
    return dom_store_migrate_is_done(store, err);
}

static dom_rc prepare(dom_store *store, dom_store_mode mode, dom_err *err)
{
    bool is_empty = false;
    dom_store_keep_untouched(store, true);
    dom_rc rc = dom_store_settings_connection(store, err);
    if (rc == DOM_OK)
        rc = dom_store_file_check(store, &is_empty, err);
    if (rc == DOM_OK)
        rc = mode == DOM_STORE_WRITE ? prepare_writing(store, is_empty, err)
                                     : prepare_reading(store, is_empty, err);
    if (rc == DOM_OK)
        rc = dom_store_statements_prepare(store, err);
    if (rc == DOM_OK && mode == DOM_STORE_WRITE)
        rc = dom_store_files_note(store, err);
    if (rc == DOM_OK)
        dom_store_keep_untouched(store, false);
    return rc;
}

/* Picks the fastest code for this processor; the plain code hashes alike. */
static dom_rc start_hashing(dom_err *err)
{
    return sodium_init() >= 0 ? DOM_OK : dom_err_set(err, DOM_E_IO, "libsodium cannot be used");
}

dom_rc dom_store_open(dom_store **out, const char *path, dom_store_mode mode, dom_err *err)
{
    dom_check(out != NULL && path != NULL);
    *out = NULL;

    dom_rc rc;
    dom_store *store = calloc(1, sizeof *store);
    if (store == NULL || (store->path = strdup(path)) == NULL) {
        rc = dom_err_no_memory(err);
        goto out;
    }
    rc = start_hashing(err);
    if (rc == DOM_OK)
        rc = dom_store_file_find(store, mode, err);
    if (rc == DOM_OK)
        rc = dom_store_file_open(store, mode, err);
    if (rc == DOM_OK)
        rc = prepare(store, mode, err);
    if (rc != DOM_OK)
        goto out;
    *out = store;
    store = NULL; /* the caller's now */
out:
    dom_store_close(&store);
    return rc;
}

void dom_store_close(dom_store **store_p)
{
    dom_check(store_p != NULL);
    dom_store *store = *store_p;
    if (store == NULL)
        return;
    dom_store_statements_finalize(store);
    if (store->db && !dom_store_files_are_ours(store))
        dom_store_keep_untouched(store, true);
    int rc = sqlite3_close(store->db); /* rolls an open group back; NULL is fine */
    dom_check(rc == SQLITE_OK);
    free(store->log);
    free(store->real_path);
    free(store->path);
    free(store);
    *store_p = NULL;
}

typedef struct {
    dom_store *store;
    dom_err *err;
} reference_check;

static dom_rc refuse_loose_row(void *context, sqlite3_stmt *row)
{
    const reference_check *check = context;
    return dom_err_set(check->err, DOM_E_IO,
                       DOM_STORE_AT_PATH "damaged: a row of %s refers to a missing row",
                       DOM_STORE_PATH_OF(check->store), (const char *)sqlite3_column_text(row, 0));
}

dom_rc dom_store_check_references(dom_store *store, dom_err *err)
{
    reference_check check = {store, err};
    return dom_store_statement_each(store, DOM_STORE_SQL_LOOSE_ROWS, refuse_loose_row, &check, err);
}

static dom_rc read_number(void *context, sqlite3_stmt *row)
{
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return DOM_OK;
}

dom_rc dom_store_data_version(dom_store *store, int64_t *out, dom_err *err)
{
    *out = 0;
    return dom_store_statement_each(store, DOM_STORE_SQL_DATA_VERSION, read_number, out, err);
}

dom_rc dom_store_stage_version(dom_store *store, int64_t *out, dom_err *err)
{
    *out = 0;
    int64_t changes = 0;
    dom_rc rc = dom_store_statement_each(store, DOM_STORE_SQL_STAGE_VERSION, read_number, out, err);
    if (rc == DOM_OK && dom_store_statement_is_there(store, DOM_STORE_SQL_CHANGE_VERSION))
        rc = dom_store_statement_each(store, DOM_STORE_SQL_CHANGE_VERSION, read_number, &changes,
                                      err);
    *out += changes;
    return rc;
}
