/* Groups: several writes that become durable together or not at all. */
#include "same_files.h"

static dom_rc repeat(const dom_err *failure, dom_err *err)
{
    return dom_err_set(err, failure->rc, "%s", failure->text);
}

/* Some failures make SQLite roll back by itself. */
static void roll_back(dom_store *store)
{
    if (!sqlite3_get_autocommit(store->db))
        (void)dom_store_statement_run(store, DOM_STORE_SQL_ROLLBACK, NULL);
}

dom_rc dom_store_group_fail(dom_store *store, const dom_err *why, dom_err *err)
{
    if (store->group == DOM_STORE_GROUP_OPEN) {
        roll_back(store);
        store->failure = *why;
        store->group = DOM_STORE_GROUP_FAILED;
    }
    return repeat(why, err);
}

/* After a failed fsync the kernel treats lost pages as written, so a second fsync would succeed and
 * prove nothing. */
static dom_rc check_sync(const dom_store *store, dom_err *err)
{
    if (!store->sync_failed)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO,
                       DOM_STORE_AT_PATH
                       "the disk did not confirm an earlier write; open the database "
                       "again",
                       DOM_STORE_PATH_OF(store));
}

/* Run a statement that makes something durable. A write to a file without a name is lost, so the
 * names are checked before and after it. */
static dom_rc run_durably(dom_store *store, dom_store_sql sql, dom_err *why)
{
    dom_rc rc = dom_store_files_check(store, why);
    if (rc == DOM_OK)
        rc = dom_store_statement_run(store, sql, why);
    else
        dom_store_statement_reset(store, sql);
    return rc == DOM_OK ? dom_store_files_check(store, why) : rc;
}

dom_rc dom_store_group_run(dom_store *store, dom_store_sql sql, dom_err *err)
{
    dom_check(store->walks == 0); /* a visitor does not write */
    dom_err why;
    if (store->group == DOM_STORE_GROUP_FAILED) {
        dom_store_statement_reset(store, sql);
        return repeat(&store->failure, err);
    }
    bool is_last = sql == DOM_STORE_SQL_COMMIT || sqlite3_get_autocommit(store->db);
    dom_rc rc = check_sync(store, &why);
    if (rc == DOM_OK)
        rc = is_last ? run_durably(store, sql, &why) : dom_store_statement_run(store, sql, &why);
    return rc == DOM_OK ? DOM_OK : dom_store_group_fail(store, &why, err);
}

dom_rc dom_store_begin(dom_store *store, dom_err *err)
{
    dom_check(store->group != DOM_STORE_GROUP_OPEN && store->walks == 0);
    store->group = DOM_STORE_GROUP_NONE;
    store->group_matches = 0;
    dom_rc rc = check_sync(store, err);
    if (rc == DOM_OK)
        rc = dom_store_statement_run(store, DOM_STORE_SQL_BEGIN, err);
    if (rc == DOM_OK)
        store->group = DOM_STORE_GROUP_OPEN;
    return rc;
}

dom_rc dom_store_commit(dom_store *store, dom_err *err)
{
    dom_check(store->group != DOM_STORE_GROUP_NONE);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_COMMIT, err);
    store->group = DOM_STORE_GROUP_NONE;
    if (rc == DOM_OK)
        store->acknowledged += store->group_matches;
    return rc;
}
