/* conformance/conformance.h - is this bot fit to play? Real tournaments against the sample bot
 * `random`, some of them with hosts that try its patience (protocol/probe.h).
 *
 * Everything happens in a folder of its own that is gone afterwards: nothing is registered, and no
 * result is kept. (The caller notes that a bot has passed, see ladder/passed_checks.h.)
 *
 * The checks are made in the order of the report. One that would fail for the reason for which an
 * earlier one did is not tried, and what only the arena of tomorrow does is blamed only on a bot
 * that does well without it. Nothing is printed here: findings are told one by one, and kept in the
 * report.
 */
#ifndef DOM_CONFORMANCE_CONFORMANCE_H
#define DOM_CONFORMANCE_CONFORMANCE_H

#include "base/string_list.h"
#include "bots/places.h"
#include "home/home.h"
#include "results/fault_report.h"

#include <jansson.h>

/* What is looked at, in the order of the report. */
typedef enum {
    DOM_CONFORMANCE_HANDSHAKE,  /* it starts and says hello                          */
    DOM_CONFORMANCE_VARIANTS,   /* every variant that it claims, one table at a time */
    DOM_CONFORMANCE_TABLES,     /* several tables at once                            */
    DOM_CONFORMANCE_KEYS,       /* messages with a key that it cannot know           */
    DOM_CONFORMANCE_TYPES,      /* messages of a type that it cannot know            */
    DOM_CONFORMANCE_SLOW_START, /* a welcome that comes late                         */
    DOM_CONFORMANCE_ASKS,       /* so many asks as are wanted                        */
    DOM_CONFORMANCE_DEADLINES,  /* answers in time, in all of these                  */
    DOM_CONFORMANCE_BYE,        /* processes that end when they are told to          */
    DOM_CONFORMANCE_CHECKS
} dom_conformance_check;

typedef enum {
    DOM_CONFORMANCE_NOT_TRIED,
    DOM_CONFORMANCE_PASSED,
    DOM_CONFORMANCE_FAILED
} dom_conformance_result;

typedef struct {
    dom_conformance_result result;
    char text[400];   /* what was seen, one line                              */
    const char *mend; /* FAILED: what to do about it                          */
    char *details;    /* FAILED: lines with the ask, the answer, the process; or NULL */
    json_t *fault;    /* FAILED: the same for programs; or NULL               */
} dom_conformance_finding;

/* Time from ask to answer, in microseconds. */
typedef struct {
    uint32_t p50, p90, p99, p999, max;
} dom_conformance_latency;

typedef struct {
    char bot[DOM_STORE_BOT_NAME_BYTES];
    char version[DOM_STORE_BOT_VERSION_BYTES];
    char language[65];  /* as it said                                          */
    int64_t startup_ms; /* the longest from start to hello                    */
    int32_t max_tables, batch;
    uint64_t asks;
    dom_conformance_latency latency; /* zeros without asks                    */
    dom_conformance_finding finding[DOM_CONFORMANCE_CHECKS];
} dom_conformance_report;

/* How the caller words the evidence of a failure. Each is called while what it is given is there,
 * and NULL, when memory ran out, is a finding without it. */
typedef struct {
    char *(*fault_text)(const dom_results_fault_report *o);   /* lines, malloc'ed            */
    char *(*log_text)(const void *log, size_t log_size);      /* likewise, of a process      */
    json_t *(*fault_json)(const dom_results_fault_report *o); /* a new reference             */
} dom_conformance_words;

typedef struct {
    const dom_home *home;
    const char *bot;                    /* folder, name, NAME@VERSION                */
    const dom_strings *variants;        /* empty: all that it claims                 */
    uint64_t asks;                      /* at least so many                          */
    const dom_conformance_words *words; /* all of them there                    */
    const dom_bots_listener *listener;  /* of builds and remarks; NULL: nobody   */
    /* A check is decided. May be NULL. */
    void (*on_finding)(void *context, const dom_conformance_report *report,
                       dom_conformance_check check);
    void *context;
} dom_conformance_spec;

/* Check the bot.
 *
 * out  release with dom_conformance_clear, in any case.
 *
 * Returns DOM_OK whatever the bot did; DOM_E_CONFIG when there is no such bot, it
 * cannot be built or claims no variant there is; DOM_E_INTERRUPTED with the signal in
 * *signal_number; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_conformance_run(dom_conformance_report *out, const dom_conformance_spec *spec,
                           int *signal_number, dom_err *err);
void dom_conformance_clear(dom_conformance_report *report);

/* Is every check passed? */
bool dom_conformance_has_passed(const dom_conformance_report *report);

#endif
