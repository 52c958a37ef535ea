/* upkeep/home_copy.h - a copy of a whole data folder, which is a data folder itself.
 *
 *     FOLDER/arena.db        the database, as of one moment and checked
 *     FOLDER/play.db         the same of the matches of people
 *     FOLDER/arena.key       the arena's secret key
 *     FOLDER/bots/NAME/...   the snapshots
 *
 * Arenas may write to the original meanwhile. A snapshot is made before the row that names it, so
 * the databases are copied first. What a run makes anew is left out: locks, standings caches, logs,
 * passed checks. Modes, times and owners are those of the original.
 */
#ifndef DOM_UPKEEP_HOME_COPY_H
#define DOM_UPKEEP_HOME_COPY_H

#include "home/home.h"

/* What is in the copy. */
typedef struct {
    dom_store_contents arena, people; /* zero: there is no such database       */
    uint64_t snapshots, keys;
    uint64_t bytes; /* of all files                                            */
} dom_upkeep_contents;

/* Copies the data folder, with `home->db` as its database. The copy is made as FOLDER.tmp-XXXXXX,
 * synced and renamed, so FOLDER is complete or as it was. If the process is killed, the other name
 * may be left.
 *
 * out     what was copied
 * folder  a new folder or an empty one, outside the data folder
 *
 * Returns DOM_OK; DOM_E_CONFIG if `folder` is another one; DOM_E_ABSENT if there is nothing to
 * copy; DOM_E_INTERRUPTED as base/interrupt.h has it; DOM_E_IO, DOM_E_NOMEM or DOM_E_SCHEMA if a
 * database cannot be read or something cannot be written. */
dom_rc dom_upkeep_copy(dom_upkeep_contents *out, const dom_home *home, const char *folder,
                       dom_err *err);

#endif
