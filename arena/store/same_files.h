/* same_files.h - checks that the open files are still the ones with the database's name.
 *
 * If a database is removed, replaced or moved while it is open, later writes succeed but are
 * lost. So every write that becomes durable looks at the names of the
 * database, its log (-wal) and the log's index (-shm), before and after it, and compares
 * them with what was opened. They are looked at by stat alone: opening one of them a
 * second time and closing it would drop SQLite's locks.
 */
#ifndef DOM_STORE_SAME_FILES_H
#define DOM_STORE_SAME_FILES_H

#include "handle.h"

/* Remembers the files of a database that was just opened. Returns DOM_OK, or DOM_E_IO if its name
 * belongs to another file already. */
dom_rc dom_store_files_note(dom_store *store, dom_err *err);

/* Compares the files with the remembered ones.
 *
 * Returns DOM_OK; DOM_E_IO with what happened and which of the matches that were reported
 * are lost. A transaction is then rolled back. If the database still has a name, its log
 * is written into it, so that nothing that was reported is lost. Nothing is written when
 * the store is closed. */
dom_rc dom_store_files_check(dom_store *store, dom_err *err);

/* Returns true if the store may clean up when it is closed. SQLite removes the log by its name, and
 * that name may belong to another database now. */
bool dom_store_files_are_ours(const dom_store *store);

#endif
