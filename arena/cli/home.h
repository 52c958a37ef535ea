/* cli/home.h - where things are: the home folder, the database, the program's own
 * files. */
#ifndef DOM_CLI_HOME_H
#define DOM_CLI_HOME_H

#include "args.h"
#include "core/tournament.h"
#include "store/store.h"

typedef struct {
    char home[DOM_PATH_BYTES];
    char db[DOM_PATH_BYTES];
    char host_program[DOM_PATH_BYTES];
    char shipped_bots[DOM_PATH_BYTES];
    char starters[DOM_PATH_BYTES]; /* starter kits, a folder per language      */
    int lock_fd;                   /* -1 while not locked                                       */
} cli_home;

/* Find out. Creates nothing. */
dom_rc cli_home_find(cli_home *home, const cli_args *args, dom_err *err);

/* Make the home folder, if there is none. Returns DOM_OK or DOM_E_IO. */
dom_rc cli_home_make(const cli_home *home, dom_err *err);

/* Make the home folder and keep other arenas off its database until
 * cli_home_unlock. The lock file says who holds it, and which folder its run uses:
 * that of a run that was killed is removed by the next. DOM_E_IO names the holder. */
dom_rc cli_home_lock(cli_home *home, dom_err *err);
void cli_home_note_folder(const cli_home *home, const char *run_folder);
void cli_home_unlock(cli_home *home);

/* The process of the arena that is at work on the database: 0 without one, or where none can be
 * seen from here (it runs in another container); -1 for one without a number here. */
long cli_home_holder(const cli_home *home);

/* Open the database for reading; a home without one is DOM_E_ABSENT with what to
 * do about it. */
dom_rc cli_home_read(const cli_home *home, dom_store **store, dom_err *err);

#endif
