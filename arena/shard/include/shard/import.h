/* shard/import.h - copies complete duplicate sets of a tournament from one database into another,
 * with the faults and processes that belong to them.
 */
#ifndef DOM_SHARD_IMPORT_H
#define DOM_SHARD_IMPORT_H

#include "schedule/schedule.h"
#include "shard/set_list.h"
#include "store/store.h"

/* Knows which matches of a tournament a database has, and which of its faults belong to no match.
 */
typedef struct dom_shard_import dom_shard_import;

/* What was copied. */
typedef struct {
    uint64_t sets, matches, faults;
    uint64_t processes; /* copied earlier while they played, and completed now   */
} dom_shard_imported;

/* Prepares to copy into `store`, and reads which matches its tournament `id` has already.
 *
 * schedule  of that tournament; it outlives the import
 * Returns DOM_OK; DOM_E_IO, DOM_E_NOMEM. Close *out in any case. */
dom_rc dom_shard_import_open(dom_shard_import **out, dom_store *store, int64_t id,
                             const dom_schedule *schedule, dom_err *err);
void dom_shard_import_close(dom_shard_import **import);

/* Copies what is new from tournament `of` of the database `from`. Matches are read one after the
 * other; memory holds one set. Sets that lack a match in `from` are passed over, and so are sets
 * that are there already. A process that still played when its first sets were copied is completed:
 * how it ended, and its output.
 *
 * out   what was copied is added
 * Returns DOM_OK; DOM_E_IO if a database fails or a match does not fit the schedule; DOM_E_NOMEM.
 * After a failure the target has whole sets only, perhaps without their faults. */
dom_rc dom_shard_import_from(dom_shard_import *import, dom_store *from,
                             const dom_store_tournament *of, dom_shard_imported *out, dom_err *err);

/* Notes that a match was stored by somebody else. */
void dom_shard_import_note(dom_shard_import *import, uint64_t match);

/* Returns true if all matches of the set are there. */
bool dom_shard_import_has(const dom_shard_import *import, uint32_t set);

#endif
