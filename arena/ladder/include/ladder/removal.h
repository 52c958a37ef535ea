/* ladder/removal.h - take bots off the ladder. Their results stay. */
#ifndef DOM_LADDER_REMOVAL_H
#define DOM_LADDER_REMOVAL_H

#include "home/home.h"

/* Told of each version that is off the ladder now. */
typedef struct {
    void *context;
    void (*on_removed)(void *context, const char *name, const char *version);
} dom_ladder_removal_watch;

/* Take all versions of a bot off the ladder, or one of them, and delete their snapshots. No other
 * arena may be at work on the database: the caller holds its lock (home/home.h).
 *
 * word  NAME, or NAME@VERSION with the beginning of a version
 *
 * Returns DOM_OK; DOM_E_ABSENT when no such bot is on the ladder, there is no database, or the
 * version is not known; or as the store does. */
dom_rc dom_ladder_remove(const dom_home *home, const char *word,
                         const dom_ladder_removal_watch *watch, dom_err *err);

#endif
