#include "migrate.h"

#include "file.h"
#include "settings.h"

#include <stdlib.h>

extern const char dom_store_schema[]; /* schema.sql */

/* Row n takes a database from schema n to n + 1 and ends with PRAGMA user_version
 * saying so. Rows are only ever added. */
static const char *const steps[] = {
    dom_store_schema,
};

_Static_assert(sizeof steps / sizeof *steps == DOM_STORE_SCHEMA, "a step to every schema");

static dom_rc schema_of(dom_store *store, int *schema, dom_err *err)
{
    char value[DOM_PRAGMA_BYTES];
    dom_rc rc = dom_pragma_read(store, "PRAGMA user_version", value, err);
    *schema = rc == DOM_OK ? atoi(value) : -1;
    if (rc == DOM_OK && (*schema < 0 || *schema > DOM_STORE_SCHEMA))
        return dom_err_set(err, DOM_E_SCHEMA,
                           DOM_AT_PATH "was written by a newer arena (schema %d)",
                           DOM_PATH_OF(store), *schema);
    return rc;
}

static dom_rc run(dom_store *store, const char *sql, dom_err *err)
{
    int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? DOM_OK : dom_store_failed(store, rc, "prepare the database", err);
}

static dom_rc climb(dom_store *store, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, &schema, err);
    for (; rc == DOM_OK && schema < DOM_STORE_SCHEMA; schema++)
        rc = run(store, steps[schema], err);
    if (rc == DOM_OK)
        rc = schema_of(store, &schema, err);
    dom_check(rc != DOM_OK || schema == DOM_STORE_SCHEMA);
    return rc;
}

dom_rc dom_migrate(dom_store *store, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, &schema, err);
    if (rc != DOM_OK || schema == DOM_STORE_SCHEMA) /* no lock to wait for */
        return rc;
    rc = run(store, "BEGIN IMMEDIATE", err);
    if (rc != DOM_OK)
        return rc;
    rc = climb(store, err);
    if (rc == DOM_OK)
        rc = run(store, "COMMIT", err);
    if (rc != DOM_OK && !sqlite3_get_autocommit(store->db))
        (void)run(store, "ROLLBACK", NULL);
    return rc;
}

dom_rc dom_migrate_is_done(dom_store *store, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, &schema, err);
    if (rc == DOM_OK && schema < DOM_STORE_SCHEMA)
        return dom_err_set(err, DOM_E_SCHEMA,
                           DOM_AT_PATH "was written by an older arena; one `run` brings it up to "
                                       "date",
                           DOM_PATH_OF(store));
    return rc;
}
