/* migrate.h - upgrades a database to the newest schema. */
#ifndef DOM_STORE_MIGRATE_H
#define DOM_STORE_MIGRATE_H

#include "handle.h"

/* Step n is SQL that takes a database from schema n to n + 1, so the number of steps
 * is the newest schema. The number itself is written by dom_store_migrate.
 *
 * While a step runs no reference is enforced, so that it may make a table anew, move
 * its rows and drop the old one; before the end all references are checked. */
typedef struct {
    const char *const *step;
    int count;
} dom_store_migrations;

/* Those of this arena. */
dom_store_migrations dom_store_migrations_all(void);

/* Runs the missing steps in one transaction. Another process that wants to do the same waits. An
 * empty file begins at schema 0. Returns DOM_OK; DOM_E_SCHEMA if a newer arena has upgraded the
 * file first; DOM_E_LIMIT or DOM_E_IO. */
dom_rc dom_store_migrate(dom_store *store, dom_store_migrations migrations, dom_err *err);

/* Refuses a file without tables. A reader does not change the file: it finds no rows in the tables
 * that an older schema lacks (dom_store_statement_is_there). */
dom_rc dom_store_migrate_is_done(dom_store *store, dom_err *err);

#endif
