#include "settings.h"

#include "base/now.h"

#include <string.h>

enum { BUSY_SLEEP_MS_MAX = 50, LOG_SLEEP_MS = 5 };

/* Options that SQLite reads back through the pointer that it is given. A file
 * from elsewhere is data: nothing in it may run, not even a trigger or a view. */
static const struct {
    int option, value;
} options[] = {
    {SQLITE_DBCONFIG_ENABLE_FKEY, 1},    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
};

/* What a connection that writes sets in the file or for it, and must find then. */
typedef struct {
    const char *set, *read, *expected, *otherwise;
} setting;

static const setting synchronous = {"PRAGMA synchronous = FULL", "PRAGMA synchronous", "2",
                                    "SQLite refuses synchronous FULL"};
static const setting log_ahead = {"PRAGMA journal_mode = WAL", "PRAGMA journal_mode", "wal",
                                  "its folder cannot hold a write-ahead log"};

/* SQLite calls it again and again while another process writes; 0 gives up. */
static int wait_for_writer(void *context, int count)
{
    dom_store *store = context;
    if (count == 0)
        store->waiting_since_us = dom_now_us();
    int64_t waited_ms = (dom_now_us() - store->waiting_since_us) / 1000;
    bool keeps_waiting =
        waited_ms < DOM_STORE_BUSY_MS ||
        (store->keep_waiting && store->keep_waiting(store->keep_waiting_context, waited_ms));
    if (keeps_waiting)
        (void)sqlite3_sleep(count < BUSY_SLEEP_MS_MAX ? count + 1 : BUSY_SLEEP_MS_MAX);
    return keeps_waiting;
}

/* Until the file is known to be ours, closing it writes nothing into it. */
void dom_store_keep_untouched(dom_store *store, bool untouched)
{
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)untouched, NULL);
}

void dom_store_wait_for_writers(dom_store *store, dom_store_keep_waiting *keep_waiting,
                                void *context)
{
    store->keep_waiting = keep_waiting;
    store->keep_waiting_context = context;
}

dom_rc dom_store_settings_connection(dom_store *store, dom_err *err)
{
    int rc = sqlite3_busy_handler(store->db, wait_for_writer, store);
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof options / sizeof *options; i++) {
        int value = -1;
        rc = sqlite3_db_config(store->db, options[i].option, options[i].value, &value);
        if (rc == SQLITE_OK && value != options[i].value)
            rc = SQLITE_MISUSE;
    }
    (void)sqlite3_limit(store->db, SQLITE_LIMIT_LENGTH, DOM_STORE_VALUE_BYTES);
    return rc == SQLITE_OK ? DOM_OK : dom_store_failed(store, rc, "set up the connection", err);
}

/* A number becomes a text here, for which memory may be missing. */
static int copy_value(char value[static DOM_STORE_PRAGMA_BYTES], sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, 0);
    dom_text copy = dom_text_of(value, DOM_STORE_PRAGMA_BYTES);
    if (text == NULL)
        return SQLITE_NOMEM;
    dom_text_add(&copy, text);
    return SQLITE_ROW;
}

dom_rc dom_store_pragma_read(dom_store *store, const char *pragma,
                             char value[static DOM_STORE_PRAGMA_BYTES], dom_err *err)
{
    sqlite3_stmt *stmt = NULL;
    value[0] = '\0';
    int rc = sqlite3_prepare_v2(store->db, pragma, -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        rc = copy_value(value, stmt);
    bool has_failed = rc != SQLITE_ROW && rc != SQLITE_DONE;
    dom_rc result = has_failed ? dom_store_failed(store, rc, "read the database", err) : DOM_OK;
    (void)sqlite3_finalize(stmt);
    return result;
}

dom_rc dom_store_settings_quick_check(dom_store *store, dom_err *err)
{
    char value[DOM_STORE_PRAGMA_BYTES];
    dom_rc rc = dom_store_pragma_read(store, "PRAGMA quick_check(1)", value, err);
    if (rc == DOM_OK && strcmp(value, "ok") != 0)
        return dom_err_set(err, DOM_E_IO, DOM_STORE_AT_PATH "the file is damaged: %s",
                           DOM_STORE_PATH_OF(store), value);
    return rc;
}

static dom_rc set_and_read(dom_store *store, const setting *p, dom_err *err)
{
    char value[DOM_STORE_PRAGMA_BYTES];
    dom_rc rc = dom_store_pragma_read(store, p->set, value, err);
    if (rc == DOM_OK)
        rc = dom_store_pragma_read(store, p->read, value, err);
    if (rc == DOM_OK && strcmp(value, p->expected) != 0)
        return dom_err_set(err, DOM_E_IO, DOM_STORE_AT_PATH "%s", DOM_STORE_PATH_OF(store),
                           p->otherwise);
    return rc;
}

dom_rc dom_store_settings_synchronous(dom_store *store, dom_err *err)
{
    return set_and_read(store, &synchronous, err);
}

/* SQLite does not wait here by itself: a connection that reads the kind of the log and then changes
 * it could wait for ever for another one that does the same. So it is tried again while others use
 * the new file. */
dom_rc dom_store_settings_log(dom_store *store, dom_err *err)
{
    int64_t begun_us = dom_now_us();
    dom_rc rc = set_and_read(store, &log_ahead, err);
    while (rc == DOM_E_LIMIT && dom_now_us() - begun_us < DOM_STORE_BUSY_MS * INT64_C(1000)) {
        (void)sqlite3_sleep(LOG_SLEEP_MS);
        rc = set_and_read(store, &log_ahead, err);
    }
    return rc;
}
