/* report_database.h - the database of a report, opened as a checked copy on the local disk. */
#ifndef DOM_SHARD_REPORT_DATABASE_H
#define DOM_SHARD_REPORT_DATABASE_H

#include "shard/import.h"
#include "work_folder.h"

typedef struct {
    dom_store *store; /* the copy, open for reading; NULL: the report has no database yet */
    char path[DOM_PATH_BYTES]; /* of the copy                                   */
    char from[DOM_PATH_BYTES]; /* of the file in the shard folder, for messages */
} dom_shard_report_database;

/* Copies the database of a report and opens the copy. A run that still plays replaces its report
 * and removes the database that an older one named. If that happens meanwhile, the newer report is
 * read into *report.
 *
 * Returns DOM_OK; DOM_E_MALFORMED if the file is missing, damaged or no database; DOM_E_IO;
 * DOM_E_NOMEM. Errors name the file in the shard folder. Close *out in any case. */
dom_rc dom_shard_report_database_open(dom_shard_report_database *out, dom_shard_report *report,
                                      const dom_shard_work *work, const char *folder, dom_err *err);

/* Copies what is new of the tournament *t from the report. A report without a database has nothing.
 *
 * out  what was copied is added
 * Returns as dom_shard_import_from; DOM_E_IO also if the database has another tournament, secret,
 * rules or bots. Errors name the file in the shard folder. */
dom_rc dom_shard_report_database_import(const dom_shard_report_database *database,
                                        dom_shard_import *import, const dom_store_tournament *t,
                                        dom_shard_imported *out, dom_err *err);

/* Closes and removes the copy. */
void dom_shard_report_database_close(dom_shard_report_database *database);

#endif
