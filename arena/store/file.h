/* file.h - checks the database as a file before SQLite may read or write it.
 *
 * Everything that must be refused without touching the file is refused here. SQLite itself would
 * recover or checkpoint a database of another program, or leave files beside it.
 */
#ifndef DOM_STORE_FILE_H
#define DOM_STORE_FILE_H

#include "handle.h"

enum {
    DOM_STORE_APPLICATION_ID = 0x446f6d41, /* "DomA", as in schema.sql        */
    DOM_STORE_SCHEMA = 3                   /* newest schema of this arena     */
};

/* Finds the file at store->path and sets store->real_path. In WRITE mode a missing file is made,
 * empty and readable for its owner only.
 *
 * Returns DOM_OK; DOM_E_ABSENT in READ mode if there is no file; DOM_E_IO if it is not a regular
 * file or this process may not use it in this mode. */
dom_rc dom_store_file_find(dom_store *store, dom_store_mode mode, dom_err *err);

/* Opens the file with SQLite, which reads nothing of it yet.
 *
 * If this process may not write to the folder, SQLite cannot make the files for its locks. A
 * database there that no other process has open is therefore read without locks.
 * dom_store_file_is_unchanged tells whether it changed meanwhile. */
dom_rc dom_store_file_open(dom_store *store, dom_store_mode mode, dom_err *err);

/* Checks from the first bytes that this is an arena's database.
 *
 * is_empty  receives true if the file is empty
 * Returns DOM_OK, or DOM_E_SCHEMA. */
dom_rc dom_store_file_check(dom_store *store, bool *is_empty, dom_err *err);

/* Makes an empty file readable for its owner only, before a secret is written to it. */
dom_rc dom_store_file_make_private(const dom_store *store, dom_err *err);

/* Returns false if a database that is read without locks was changed since it was opened. */
bool dom_store_file_is_unchanged(const dom_store *store);

#endif
