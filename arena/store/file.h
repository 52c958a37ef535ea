/* file.h - the database as a file, before SQLite may read or write in it.
 *
 * All refusals that spare the file are made here: SQLite itself would happily
 * recover, checkpoint or leave files beside a database of another program.
 */
#ifndef DOM_STORE_FILE_H
#define DOM_STORE_FILE_H

#include "handle.h"

enum {
    DOM_STORE_APPLICATION_ID = 0x446f6d41, /* "DomA", as in schema.sql        */
    DOM_STORE_SCHEMA = 1                   /* newest schema of this arena     */
};

/* Find the file at store->path and fill store->real_path. In WRITE mode an
 * absent file is made, empty and for its owner alone.
 *
 * Returns DOM_OK; DOM_E_ABSENT in READ mode without a file; DOM_E_IO when it is
 * no file or this process may not use it as `mode` wants. */
dom_rc dom_store_file_find(dom_store *store, dom_store_mode mode, dom_err *err);

/* Open the file with SQLite, which reads nothing of it yet.
 *
 * A database in a folder where this process may not write, and which nobody has
 * open, is read without locks: SQLite could not make the files for them. Should
 * it change meanwhile, dom_store_file_is_unchanged tells. */
dom_rc dom_store_file_open(dom_store *store, dom_store_mode mode, dom_err *err);

/* Look at the first bytes: is this a database of ours?
 *
 * is_empty  receives whether the file holds nothing at all.
 * Returns DOM_OK, or DOM_E_SCHEMA. */
dom_rc dom_store_file_check(dom_store *store, bool *is_empty, dom_err *err);

/* Let the owner alone read an empty file that somebody else made, before there is a
 * secret in it. */
dom_rc dom_store_file_make_private(const dom_store *store, dom_err *err);

/* False when a database that is read without locks was written since. */
bool dom_store_file_is_unchanged(const dom_store *store);

#endif
