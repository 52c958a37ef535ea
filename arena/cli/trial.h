/* cli/trial.h - a bot on trial: real tournaments against the sample bot `random`, some
 * of them with hosts that try its patience (protocol/probe.h).
 *
 * Everything happens in a folder of its own that is gone afterwards: nothing is
 * registered, and no result is kept. (The caller notes that a bot has passed, see passed.h.)
 */
#ifndef DOM_CLI_TRIAL_H
#define DOM_CLI_TRIAL_H

#include "home.h"
#include "words.h"

#include <jansson.h>

/* What is looked at, in the order of the report. */
typedef enum {
    TRIAL_HANDSHAKE,
    TRIAL_VARIANTS,
    TRIAL_TABLES,
    TRIAL_KEYS,
    TRIAL_TYPES,
    TRIAL_SLOW_START,
    TRIAL_ASKS,
    TRIAL_DEADLINES,
    TRIAL_BYE,
    TRIAL_ROWS
} trial_row;

typedef enum { TRIAL_NOT_TRIED, TRIAL_PASSED, TRIAL_FAILED } trial_result;

typedef struct {
    trial_result result;
    char text[400];   /* what was seen, one line                              */
    const char *mend; /* FAILED: what to do about it                          */
    char *details;    /* FAILED: lines with the ask, the answer, the process; or NULL */
    json_t *fault;    /* FAILED: the same for programs; or NULL               */
} trial_finding;

/* Time from ask to answer, in microseconds. */
typedef struct {
    uint32_t p50, p90, p99, p999, max;
} trial_latency;

typedef struct {
    char bot[DOM_BOT_NAME_BYTES];
    char version[DOM_BOT_VERSION_BYTES];
    char language[65];  /* as it said                                          */
    int64_t startup_ms; /* the longest from start to hello                    */
    int32_t max_tables, batch;
    uint64_t asks;
    trial_latency latency; /* zeros without asks                              */
    trial_finding finding[TRIAL_ROWS];
} trial_report;

typedef struct {
    const cli_home *home;
    const char *bot;             /* folder, name, NAME@VERSION                */
    const dom_strings *variants; /* empty: all that it claims                 */
    uint64_t asks;               /* at least so many                          */
    /* A row is judged. May be NULL. */
    void (*on_finding)(void *context, const trial_report *report, trial_row row);
    void *context;
} trial_spec;

/* Hold the trial.
 *
 * out  release with trial_clear, in any case.
 *
 * Returns DOM_OK whatever the bot did; DOM_E_CONFIG when there is no such bot, it
 * cannot be built or claims no variant there is; DOM_E_INTERRUPTED with the signal in
 * *signal_number; DOM_E_IO, DOM_E_NOMEM. */
dom_rc trial_run(trial_report *out, const trial_spec *spec, int *signal_number, dom_err *err);
void trial_clear(trial_report *report);

bool trial_has_passed(const trial_report *report);

/* Print one line of the report, and more where it failed, as `on_finding`: `out` is a
 * FILE, and a heading comes first. */
void trial_show(void *out, const trial_report *report, trial_row row);

/* {"bot", "version", "passed", "checks": [...], ...}; NULL when out of memory. */
json_t *trial_json(const trial_report *report);

#endif
