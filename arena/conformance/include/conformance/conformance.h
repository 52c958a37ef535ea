/* conformance/conformance.h - the conformance check: does a bot do everything right that the
 * protocol demands? The bot plays real tournaments against the sample bot `random`. In some of them
 * the hosts probe it: they send unknown keys and messages of unknown types, or a late welcome
 * (protocol/probe.h).
 *
 * Everything happens in a temporary data folder that is removed at the end: no version is
 * registered, and no result is kept. (The caller notes that a bot has passed; see
 * ladder/passed_checks.h.) But if the bot fails at an ask, a copy of the matches is kept as
 * check.db in the data folder, in the place of the last one, so that its author can ask again.
 *
 * The check itself asks again first: a new process is sent that ask alone, and, if it answers, all
 * asks of its seat in the match up to that one. The finding says what came of it, because a bad ask
 * and bad memory are mended differently.
 *
 * The checks are made in the order of the report. A check is not tried if it depends on one that
 * failed. Example: if the bot fails at one table, several tables at the same time are not tried. If
 * a bot fails a check that adds something unusual, such as unknown keys, it plays the same deals
 * without it, one table at a time. If the bot fails there too, the finding says so and does not
 * blame the addition.
 *
 * Nothing is printed here. Each finding is passed to a callback and kept in the report.
 */
#ifndef DOM_CONFORMANCE_CONFORMANCE_H
#define DOM_CONFORMANCE_CONFORMANCE_H

#include "base/string_list.h"
#include "bots/places.h"
#include "home/home.h"
#include "results/fault_report.h"

#include <jansson.h>

/* The checks, in the order of the report. */
typedef enum {
    DOM_CONFORMANCE_HANDSHAKE,  /* the bot starts and says hello                     */
    DOM_CONFORMANCE_VARIANTS,   /* it plays every variant of its manifest, each process at one table
                                   at a time */
    DOM_CONFORMANCE_TABLES,     /* it plays at 16 tables at the same time            */
    DOM_CONFORMANCE_KEYS,       /* it ignores unknown keys in messages               */
    DOM_CONFORMANCE_TYPES,      /* it ignores messages of unknown types              */
    DOM_CONFORMANCE_SLOW_START, /* it waits for a late welcome                       */
    DOM_CONFORMANCE_ASKS,       /* it answers as many asks as the caller wants       */
    DOM_CONFORMANCE_DEADLINES,  /* its answers came in time, in all of these         */
    DOM_CONFORMANCE_BYE,        /* its processes ended after `bye`, in all of these  */
    DOM_CONFORMANCE_CHECKS
} dom_conformance_check;

typedef enum {
    DOM_CONFORMANCE_NOT_TRIED,
    DOM_CONFORMANCE_PASSED,
    DOM_CONFORMANCE_FAILED
} dom_conformance_result;

/* The result of one check. */
typedef struct {
    dom_conformance_result result;
    char text[600];   /* what happened, in one line                           */
    const char *mend; /* FAILED: what the author of the bot can do            */
    char *details;    /* FAILED: the ask, the answer and the process, in lines; or NULL */
    json_t *fault;    /* FAILED: the same as JSON; or NULL                    */
    /* FAILED at an ask: where, in report.matches_db, for `ask`; else step is 0 */
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    uint64_t match;
    uint32_t step;
} dom_conformance_finding;

/* Times from ask to answer, in microseconds: p90 is the time that 90 % of the answers did not
 * exceed. */
typedef struct {
    uint32_t p50, p90, p99, p999, max;
} dom_conformance_latency;

typedef struct {
    char bot[DOM_STORE_BOT_NAME_BYTES];
    char version[DOM_STORE_BOT_VERSION_BYTES];
    char language[65];               /* from its hello                              */
    char word[DOM_PATH_BYTES];       /* the bot as the caller named it              */
    char matches_db[DOM_PATH_BYTES]; /* the copy of the matches in which it failed; "" without */
    int64_t startup_ms;              /* longest time from the start of a process to its hello */
    int32_t max_tables, batch;       /* from its hello                              */
    uint64_t asks;                   /* asks that it answered                       */
    dom_conformance_latency latency; /* all 0 if `asks` is 0                  */
    dom_conformance_finding finding[DOM_CONFORMANCE_CHECKS];
} dom_conformance_report;

/* The caller's functions that turn the evidence of a failure into text and JSON. The arguments are
 * valid during the call. A function that runs out of memory returns NULL; the finding then has no
 * such evidence. */
typedef struct {
    char *(*fault_text)(const dom_results_fault_report *o);   /* lines; from malloc           */
    char *(*log_text)(const void *log, size_t log_size);      /* lines of a log; from malloc  */
    json_t *(*fault_json)(const dom_results_fault_report *o); /* a new reference              */
} dom_conformance_words;

/* What dom_conformance_run needs. All pointers are borrowed. */
typedef struct {
    const dom_home *home;
    const char *bot;                    /* a folder, NAME or NAME@VERSION              */
    const dom_strings *variants;        /* empty: all variants of its manifest         */
    const dom_strings *shown;           /* paths that bots are shown (bots/shown.h)    */
    uint64_t asks;                      /* the bot must answer at least this number    */
    const dom_conformance_words *words; /* none of its functions is NULL               */
    const dom_bots_listener *listener;  /* receives builds and remarks; may be NULL    */
    /* Called when a check is decided. May be NULL. */
    void (*on_finding)(void *context, const dom_conformance_report *report,
                       dom_conformance_check check);
    void *context; /* first argument of on_finding                                     */
} dom_conformance_spec;

/* Checks the bot.
 *
 * out  receives the report; the caller releases it with dom_conformance_clear in any case
 *
 * Returns DOM_OK whatever the bot did wrong; DOM_E_CONFIG if the bot does not exist, cannot be
 * built, or plays no variant of this arena; DOM_E_INTERRUPTED with the signal in *signal_number;
 * DOM_E_LIMIT, DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_conformance_run(dom_conformance_report *out, const dom_conformance_spec *spec,
                           int *signal_number, dom_err *err);
void dom_conformance_clear(dom_conformance_report *report);

/* Returns true if every check was passed; a check that was not tried counts as not passed. */
bool dom_conformance_has_passed(const dom_conformance_report *report);

#endif
