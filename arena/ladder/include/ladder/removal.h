/* ladder/removal.h - removes bots from the ladder. Their results stay and count in the ratings. */
#ifndef DOM_LADDER_REMOVAL_H
#define DOM_LADDER_REMOVAL_H

#include "home/home.h"

/* The callback, which is called for each version after it was removed. It may not be NULL. */
typedef struct {
    void *context;
    void (*on_removed)(void *context, const char *name, const char *version);
} dom_ladder_removal_watch;

/* Removes all versions of a bot, or one of them, from the ladder and deletes their snapshots. The
 * caller holds the lock of the database (home/home.h), so no other arena uses it.
 *
 * word  NAME for all versions; NAME@VERSION for one, as for dom_bots_snapshot_find, or NAME@TAG
 *
 * Returns DOM_OK; DOM_E_ABSENT if no such bot is on the ladder, or if the version or the database
 * does not exist; DOM_E_CONFIG if VERSION is not valid or several versions begin with it; or an
 * error of the store. Versions that were removed before an error stay removed. */
dom_rc dom_ladder_remove(const dom_home *home, const char *word,
                         const dom_ladder_removal_watch *watch, dom_err *err);

#endif
