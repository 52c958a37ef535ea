/* Reads as of one moment, and the matches that were stored after a reader's mark. */
#include "column.h"
#include "handle.h"

#include <string.h>

_Static_assert((int)DOM_STORE_MARK_BYTES == (int)DOM_STORE_CHECKSUM_BYTES,
               "a mark has a row's checksum");

dom_rc dom_store_read_begin(dom_store *store, dom_err *err)
{
    if (store->walks == 0 && store->group != DOM_STORE_GROUP_OPEN) {
        dom_rc rc = dom_store_statement_run(store, DOM_STORE_SQL_BEGIN_READING, err);
        if (rc != DOM_OK)
            return rc;
    }
    store->walks++;
    return DOM_OK;
}

void dom_store_read_end(dom_store *store)
{
    dom_check(store->walks > 0);
    store->walks--;
    if (store->walks == 0 && store->group != DOM_STORE_GROUP_OPEN)
        (void)dom_store_statement_run(store, DOM_STORE_SQL_ROLLBACK,
                                      NULL); /* nothing was written */
}

const char *dom_store_path(const dom_store *store)
{
    return store->real_path;
}

static dom_rc take_mark(void *context, sqlite3_stmt *row)
{
    dom_store_mark *mark = context;
    mark->last = sqlite3_column_int64(row, 0);
    if (!dom_store_bytes_read(mark->checksum, sizeof mark->checksum, row, 1))
        mark->last = -1; /* nobody finds it again */
    return DOM_OK;
}

dom_rc dom_store_mark_now(dom_store *store, dom_store_mark *out, dom_err *err)
{
    *out = (dom_store_mark){.last = 0};
    return dom_store_statement_each(store, DOM_STORE_SQL_MARK, take_mark, out, err);
}

typedef struct {
    const dom_store_mark *mark;
    bool is_found;
    dom_rc (*visit)(void *context, int64_t tournament, uint64_t match);
    void *context;
    dom_err *err;
} since_walk;

static bool is_mark(const since_walk *walk, sqlite3_stmt *row)
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    return sqlite3_column_int64(row, 0) == walk->mark->last &&
           dom_store_bytes_read(checksum, sizeof checksum, row, 1) &&
           memcmp(checksum, walk->mark->checksum, sizeof checksum) == 0;
}

static dom_rc take_row(void *context, sqlite3_stmt *row)
{
    since_walk *walk = context;
    if (walk->is_found)
        return walk->visit(walk->context, sqlite3_column_int64(row, 2),
                           (uint64_t)sqlite3_column_int64(row, 3));
    walk->is_found = is_mark(walk, row);
    return walk->is_found ? DOM_OK
                          : dom_err_set(walk->err, DOM_E_ABSENT, "another match was stored there");
}

dom_rc dom_store_since(dom_store *store, const dom_store_mark *mark,
                       dom_rc (*visit)(void *context, int64_t tournament, uint64_t match),
                       void *context, dom_err *err)
{
    since_walk walk = {
        .mark = mark, .is_found = mark->last == 0, .visit = visit, .context = context, .err = err};
    (void)sqlite3_bind_int64(dom_store_statement_of(store, DOM_STORE_SQL_SINCE), 1, mark->last);
    dom_rc rc = dom_store_statement_each(store, DOM_STORE_SQL_SINCE, take_row, &walk, err);
    if (rc == DOM_OK && !walk.is_found)
        rc = dom_err_set(err, DOM_E_ABSENT, "no such match was stored");
    return rc;
}
