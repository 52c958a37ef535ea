/* migrate.h - bringing a database to the newest schema. */
#ifndef DOM_STORE_MIGRATE_H
#define DOM_STORE_MIGRATE_H

#include "handle.h"

/* Run the steps that the database has not seen, all or none. A step starts from
 * nothing in an empty file. Returns DOM_OK, DOM_E_SCHEMA if a newer arena came
 * first, DOM_E_LIMIT or DOM_E_IO. */
dom_rc dom_migrate(dom_store *store, dom_err *err);

/* Refuse every schema but the newest: a reader changes nothing. */
dom_rc dom_migrate_is_done(dom_store *store, dom_err *err);

#endif
