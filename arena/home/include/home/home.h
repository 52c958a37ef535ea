/* home/home.h - the paths of the data folder, the database and the installed files, and the lock
 * that lets one arena at a time write to a database. */
#ifndef DOM_HOME_HOME_H
#define DOM_HOME_HOME_H

#include "base/path.h"
#include "store/store.h"

typedef struct {
    char home[DOM_PATH_BYTES];
    char db[DOM_PATH_BYTES];
    char host_program[DOM_PATH_BYTES];
    char shipped_bots[DOM_PATH_BYTES];
    char starters[DOM_PATH_BYTES]; /* starter kits, one folder per language    */
    int lock_fd;                   /* -1 while not locked                      */
    /* What this process does, for those who wait: "run spring.yaml", or "". */
    char command[80];
    /* NULL: dom_home_lock is refused while another arena holds the lock. Else it waits, in the
     * order of arrival, and this is told for whom, in one line. */
    void (*on_wait)(const char *line);
} dom_home;

/* A process that holds the lock of a database, or waits for it. */
typedef struct {
    int pid; /* 0: nobody */
    char run_folder[256];
    char command[160]; /* "run spring.yaml, 1709 of 3444 matches, about 42 s left", or "" */
} dom_home_user;

/* Finds all paths. Creates nothing.
 *
 * folder  the data folder that the user named; NULL: $DOMINO_ARENA_HOME, or the usual place for the
 *         data of a user's programs
 * db      the database that the user named; NULL: arena.db in the data folder
 *
 * Returns DOM_OK; DOM_E_CONFIG if a path is too long or no variable says where the data folder is;
 * DOM_E_IO. */
dom_rc dom_home_find(dom_home *home, const char *folder, const char *db, dom_err *err);

/* Names of files in the data folder. */
#define DOM_HOME_DB_FILE "arena.db"
#define DOM_HOME_PLAY_DB_FILE "play.db"
#define DOM_HOME_CHECK_DB_FILE "check.db" /* the matches of the last check that failed at an ask */
#define DOM_HOME_KEY_FILE "arena.key"     /* the arena's secret key (bots/remote_keys.h) */

/* Changes `db` to the database of matches with people: play.db in the data folder. Returns DOM_OK
 * or DOM_E_CONFIG. */
dom_rc dom_home_play_db(dom_home *home, dom_err *err);

/* Makes the data folder if it does not exist. Returns DOM_OK or DOM_E_IO. */
dom_rc dom_home_make(const dom_home *home, dom_err *err);

/* Reads how many bytes this user may still write to the file system of a folder. Returns false and
 * sets errno if it cannot be read. */
bool dom_home_free_bytes(const char *folder, uint64_t *out);

enum { DOM_HOME_BESIDE_BYTES = DOM_PATH_BYTES + 16 };

/* Write the path of the file in which the arena that holds the lock publishes its open matches
 * (live/open_matches_file.h), and of the draft that becomes this file. */
void dom_home_open_matches_path(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home);
void dom_home_open_matches_draft(char path[static DOM_HOME_BESIDE_BYTES], const dom_home *home);

/* Makes the data folder and locks the database against other arenas until dom_home_unlock. The lock
 * file names the process that holds the lock and, after dom_home_note_folder, its run directory; if
 * that process is killed, the next one to take the lock removes the directory, and the open matches
 * that it had published. Returns DOM_E_IO if another arena holds the lock, and `err` names it; with
 * on_wait DOM_E_INTERRUPTED as base/interrupt.h has it. */
dom_rc dom_home_lock(dom_home *home, dom_err *err);
void dom_home_note_folder(const dom_home *home, const char *run_folder);
void dom_home_unlock(dom_home *home);

/* How far a run has come. */
typedef struct {
    uint64_t done, total; /* matches */
    long left_s;          /* seconds that the others will take, about; -1: unknown */
} dom_home_progress;

/* Notes in the lock file how far the holder has come. */
void dom_home_note_progress(const dom_home *home, dom_home_progress progress);

/* Reads who holds the lock; pid 0: nobody. */
void dom_home_holder_read(dom_home_user *out, const dom_home *home);

enum { DOM_HOME_QUEUE_MAX = 256 };

/* Lists who waits for the lock, in the order in which they get it; returns how many. */
size_t dom_home_queue_read(dom_home_user waiting[static DOM_HOME_QUEUE_MAX], const dom_home *home);

/* Returns the process id of the arena that holds the lock; 0 if no process holds it, or if the
 * holder cannot be seen because it runs in another container; -1 if the holder has no process id
 * here. */
long dom_home_holder(const dom_home *home);

/* Opens the database for reading. Returns DOM_E_ABSENT if there is none yet; `err` then says what
 * to type. */
dom_rc dom_home_read(const dom_home *home, dom_store **store, dom_err *err);

#endif
