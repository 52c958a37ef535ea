/* home/home.h - where things are: the home folder, the database, the program's own
 * files. */
#ifndef DOM_HOME_HOME_H
#define DOM_HOME_HOME_H

#include "base/path.h"
#include "store/store.h"

typedef struct {
    char home[DOM_PATH_BYTES];
    char db[DOM_PATH_BYTES];
    char host_program[DOM_PATH_BYTES];
    char shipped_bots[DOM_PATH_BYTES];
    char starters[DOM_PATH_BYTES]; /* starter kits, a folder per language      */
    int lock_fd;                   /* -1 while not locked                                       */
} dom_home;

/* Find out. Creates nothing.
 *
 * folder  the home folder that was asked for; NULL: $DOMINO_ARENA_HOME, or where the user's data
 * are db      the database that was asked for; NULL: arena.db in the home folder
 *
 * Returns DOM_OK; DOM_E_CONFIG when a path is too long or nothing says where the home is;
 * DOM_E_IO. */
dom_rc dom_home_find(dom_home *home, const char *folder, const char *db, dom_err *err);

/* Make the home folder, if there is none. Returns DOM_OK or DOM_E_IO. */
dom_rc dom_home_make(const dom_home *home, dom_err *err);

/* Make the home folder and keep other arenas off its database until
 * dom_home_unlock. The lock file says who holds it, and which folder its run uses:
 * that of a run that was killed is removed by the next. DOM_E_IO names the holder. */
dom_rc dom_home_lock(dom_home *home, dom_err *err);
void dom_home_note_folder(const dom_home *home, const char *run_folder);
void dom_home_unlock(dom_home *home);

/* The process of the arena that is at work on the database: 0 without one, or where none can be
 * seen from here (it runs in another container); -1 for one without a number here. */
long dom_home_holder(const dom_home *home);

/* Open the database for reading; a home without one is DOM_E_ABSENT with what to
 * do about it. */
dom_rc dom_home_read(const dom_home *home, dom_store **store, dom_err *err);

#endif
