#include "walk.h"

dom_rc dom_walk_begin(dom_store *store, dom_err *err)
{
    if (store->walks == 0 && store->group != DOM_GROUP_OPEN) {
        dom_rc rc = dom_statement_run(store, DOM_SQL_BEGIN_READING, err);
        if (rc != DOM_OK)
            return rc;
    }
    store->walks++;
    return DOM_OK;
}

void dom_walk_end(dom_store *store)
{
    dom_check(store->walks > 0);
    store->walks--;
    if (store->walks == 0 && store->group != DOM_GROUP_OPEN)
        (void)dom_statement_run(store, DOM_SQL_ROLLBACK, NULL); /* nothing was written */
}

static dom_rc take_counts(void *context, sqlite3_stmt *row)
{
    dom_counts *counts = context;
    counts->bots = sqlite3_column_int64(row, 0);
    counts->variants = sqlite3_column_int64(row, 1);
    return DOM_OK;
}

dom_rc dom_counts_of(dom_counts *out, dom_store *store, int64_t tournament, dom_err *err)
{
    *out = (dom_counts){0};
    (void)sqlite3_bind_int64(dom_statement_of(store, DOM_SQL_COUNTS), 1, tournament);
    return dom_statement_each(store, DOM_SQL_COUNTS, take_counts, out, err);
}
