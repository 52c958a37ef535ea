#include "migrate.h"

#include "file.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>

extern const char dom_store_schema[];   /* schema.sql */
extern const char dom_store_schema_2[]; /* schema_2.sql */
extern const char dom_store_schema_3[]; /* schema_3.sql */

/* Rows are only ever added, with a dump in tests/data/databases of what each leaves. */
static const char *const steps[] = {
    dom_store_schema,
    dom_store_schema_2,
    dom_store_schema_3,
};

_Static_assert(sizeof steps / sizeof *steps == DOM_STORE_SCHEMA, "a step to every schema");

dom_store_migrations dom_store_migrations_all(void)
{
    return (dom_store_migrations){.step = steps, .count = DOM_STORE_SCHEMA};
}

static dom_rc schema_of(dom_store *store, int newest, int *schema, dom_err *err)
{
    char value[DOM_STORE_PRAGMA_BYTES];
    dom_rc rc = dom_store_pragma_read(store, "PRAGMA user_version", value, err);
    *schema = rc == DOM_OK ? atoi(value) : -1;
    if (rc == DOM_OK && (*schema < 0 || *schema > newest))
        return dom_err_set(err, DOM_E_SCHEMA,
                           DOM_STORE_AT_PATH "was written by a newer arena (schema %d)",
                           DOM_STORE_PATH_OF(store), *schema);
    return rc;
}

static dom_rc run(dom_store *store, const char *sql, dom_err *err)
{
    int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? DOM_OK : dom_store_failed(store, rc, "prepare the database", err);
}

static dom_rc run_step(dom_store *store, const char *sql, int schema, dom_err *err)
{
    char number[40];
    (void)snprintf(number, sizeof number, "PRAGMA user_version = %d", schema + 1);
    dom_rc rc = run(store, sql, err);
    return rc == DOM_OK ? run(store, number, err) : rc;
}

/* What a step leaves without the row that it names. */
static dom_rc check_references(dom_store *store, dom_err *err)
{
    char table[DOM_STORE_PRAGMA_BYTES];
    dom_rc rc = dom_store_pragma_read(store, "PRAGMA foreign_key_check", table, err);
    if (rc == DOM_OK && table[0])
        return dom_err_set(err, DOM_E_IO,
                           DOM_STORE_AT_PATH
                           "cannot be upgraded: a row of '%s' refers to a missing row",
                           DOM_STORE_PATH_OF(store), table);
    return rc;
}

/* Inside the lock: another arena may have been here since. */
static dom_rc climb(dom_store *store, dom_store_migrations migrations, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, migrations.count, &schema, err);
    for (; rc == DOM_OK && schema < migrations.count; schema++)
        rc = run_step(store, migrations.step[schema], schema, err);
    return rc == DOM_OK ? check_references(store, err) : rc;
}

static dom_rc climb_alone(dom_store *store, dom_store_migrations migrations, dom_err *err)
{
    dom_rc rc = run(store, "BEGIN IMMEDIATE", err);
    if (rc != DOM_OK)
        return rc;
    rc = climb(store, migrations, err);
    if (rc == DOM_OK)
        rc = run(store, "COMMIT", err);
    if (rc != DOM_OK && !sqlite3_get_autocommit(store->db))
        (void)run(store, "ROLLBACK", NULL);
    return rc;
}

dom_rc dom_store_migrate(dom_store *store, dom_store_migrations migrations, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, migrations.count, &schema, err);
    if (rc != DOM_OK || schema == migrations.count) /* no lock to wait for */
        return rc;
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL);
    rc = climb_alone(store, migrations, err);
    int enforced = 0;
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, &enforced);
    dom_check(enforced == 1);
    return rc;
}

dom_rc dom_store_migrate_is_done(dom_store *store, dom_err *err)
{
    int schema;
    dom_rc rc = schema_of(store, DOM_STORE_SCHEMA, &schema, err);
    if (rc == DOM_OK && schema < 1)
        return dom_err_set(err, DOM_E_SCHEMA, DOM_STORE_AT_PATH "has no tables",
                           DOM_STORE_PATH_OF(store));
    return rc;
}
