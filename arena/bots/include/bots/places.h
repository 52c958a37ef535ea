/* bots/places.h - where bots are looked for, and who hears what is said on the way.
 *
 * Finding a bot may take minutes, as its build does, and has things to say that are no errors. The
 * rooms from here to `conformance` print nothing themselves: they tell a listener, which comes with
 * the places, and what a person sees of it is its own affair (output/remarks.h is that of the
 * program).
 */
#ifndef DOM_BOTS_PLACES_H
#define DOM_BOTS_PLACES_H

#include "home/home.h"

/* Who hears of it. Any of the functions may be NULL; texts are borrowed for the call. */
typedef struct {
    void *context;
    /* Something worth knowing that is no error, one line without its end, such as "--bots: greedy
     * is greedy@3fa2c1d4, the newest that played; the folder is ./greedy". */
    void (*on_remark)(void *context, const char *text);
    /* The build of this bot begins; its output goes to the file `log`. */
    void (*on_build)(void *context, const char *bot, const char *log);
    /* A command of the build has failed; the log ends with what it said. The error follows as the
     * result of the call that built. */
    void (*on_build_failed)(void *context, const char *log);
} dom_bots_listener;

/* All borrowed. */
typedef struct {
    const char *home;                  /* home folder: snapshots go to HOME/bots/NAME/VERSION */
    const char *shipped;               /* folder of the sample bots that came along, or NULL  */
    const char *logs;                  /* folder of the builds' logs, or NULL: HOME/logs      */
    const dom_bots_listener *listener; /* NULL: nobody listens                  */
} dom_bots_places;

/* The places of a home, which is borrowed. */
dom_bots_places dom_bots_places_of(const dom_home *home, const dom_bots_listener *listener);

/* Tell the listener a remark. If there is no memory for the text, it is not told. */
__attribute__((format(printf, 2, 3))) void dom_bots_remark(const dom_bots_places *places,
                                                           const char *format, ...);

#endif
