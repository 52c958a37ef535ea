/* bots/places.h - the folders in which bots are found, and the listener that receives remarks.
 *
 * Finding a bot may take minutes, because it may be built, and it produces remarks that are not
 * errors. The rooms from `bots` to `conformance` print nothing. They call a listener, which decides
 * what a person sees; output/remarks.h is the listener of the program.
 */
#ifndef DOM_BOTS_PLACES_H
#define DOM_BOTS_PLACES_H

#include "home/home.h"

/* The listener. Any of the functions may be NULL; texts are valid during the call. */
typedef struct {
    void *context;
    /* A remark that is not an error: one line without its line feed, such as "--bots: greedy means
     * greedy@3fa2c1d4, the newest version that played; the folder is ./greedy". */
    void (*on_remark)(void *context, const char *text);
    /* The build of this bot begins; its output goes to the file `log`. */
    void (*on_build)(void *context, const char *bot, const char *log);
    /* A command of the build has failed; its output is at the end of the log. The call that built
     * then returns the error. */
    void (*on_build_failed)(void *context, const char *log);
} dom_bots_listener;

/* Finds the version of `bot` that people call `word`: "submitted", or the tag that it was submitted
 * with. The database of `home` knows, so this function comes from a room that reads it
 * (results/named_versions.h).
 *
 * Returns DOM_OK; DOM_E_CONFIG with "BOT@WORD: what; allowed: ..." if there is none; DOM_E_IO,
 * DOM_E_NOMEM. */
typedef dom_rc dom_bots_find_named(const dom_home *home, const char *bot, const char *word,
                                   char version[static DOM_STORE_BOT_VERSION_BYTES], dom_err *err);

/* All pointers are borrowed. */
typedef struct {
    const char *home;                  /* data folder: snapshots go to HOME/bots/NAME/VERSION */
    const char *db;                    /* the database, whose folder no bot is shown; or NULL */
    const char *shipped;               /* folder of the installed sample bots, or NULL        */
    const char *logs;                  /* folder of the builds' logs; NULL: HOME/logs         */
    const dom_bots_listener *listener; /* may be NULL                           */
    dom_bots_find_named *find_named; /* NULL: no version has such a name; its home is `named_in` */
    const dom_home *named_in;
} dom_bots_places;

/* Returns the places of a data folder, which is borrowed. */
dom_bots_places dom_bots_places_of(const dom_home *home, const dom_bots_listener *listener);

/* Passes a remark to the listener. The remark is dropped when out of memory. */
__attribute__((format(printf, 2, 3))) void dom_bots_remark(const dom_bots_places *places,
                                                           const char *format, ...);

#endif
