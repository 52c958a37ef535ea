/* upkeep/prune.h - removes the snapshots of bots that nothing needs.
 *
 * Every edit of a bot that is checked, run or compared leaves a snapshot. These are kept:
 *
 *   - every version that a database of the data folder names: its tournaments, finished or not,
 *     have all that played, was replaced, was submitted, or is still to play
 *   - the registered keys of remote bots
 *   - what was taken within the last hour, because a command that has just made it may not have
 *     named it in a database yet
 *
 * A database elsewhere (--db) that uses the same data folder is read if it is the one of `home`;
 * others are not known.
 */
#ifndef DOM_UPKEEP_PRUNE_H
#define DOM_UPKEEP_PRUNE_H

#include "home/home.h"

enum { DOM_UPKEEP_RECENT_S = 60 * 60 };

typedef struct {
    const dom_home *home; /* locked, unless `is_dry_run`                          */
    bool is_dry_run;      /* nothing is removed                                 */
    /* Called for each snapshot after it was removed, or that would be removed; may be NULL. Any
     * code but DOM_OK ends the work. */
    dom_rc (*on_removed)(void *context, const char *name, const char *version, uint64_t bytes,
                         dom_err *err);
    void *context;
} dom_upkeep_prune_spec;

typedef struct {
    uint64_t removed, bytes; /* snapshots, and the sizes of their files           */
    uint64_t needed, recent; /* snapshots that stay; each counts once             */
} dom_upkeep_pruned;

/* Removes them. If the process is killed, each snapshot is there or not, and the next call removes
 * the rest.
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no database; DOM_E_CONFIG if an arena is using another
 * database of the data folder; DOM_E_IO, DOM_E_SCHEMA or DOM_E_NOMEM if a database cannot be read;
 * or the code of on_removed. Before it has read all databases it removes nothing. */
dom_rc dom_upkeep_prune(dom_upkeep_pruned *out, const dom_upkeep_prune_spec *spec, dom_err *err);

#endif
