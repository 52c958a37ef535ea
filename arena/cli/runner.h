/* cli/runner.h - a tournament on its way from the command line to its last match, with its
 * progress on stderr. What the commands that play for a person have in common.
 *
 *     dom_cli_runner_new, then what is asked for into `spec.request`
 *     dom_cli_runner_open     home, lock, database, configuration; the tournament is found, or is
 *                     ready to be begun
 *     dom_cli_runner_play     bots are started and matches played; progress to stderr
 *     dom_cli_runner_free
 */
#ifndef DOM_CLI_RUNNER_H
#define DOM_CLI_RUNNER_H

#include "args.h"

#include "home/home.h"
#include "output/live_table.h"
#include "tournament/tournament_run.h"

/* What every such command may be told by its options. */
typedef struct {
    const char *name;          /* of the tournament; NULL: one is made up         */
    const char *least_sandbox; /* NULL: any will do                               */
    const char *listen;        /* for remote bots; NULL: nowhere                  */
    dom_strings variants;
    int64_t concurrency; /* 0: not said                                            */
    int64_t seed;
    bool has_seed;
    bool pins_cores, skip_broken;
} dom_cli_runner_args;

/* The options that all of these commands take. */
#define DOM_CLI_RUNNER_SLOTS(args, field)                                                          \
    DOM_CLI_SLOT(DOM_CLI_OPT_NAME, args, field.name),                                              \
        DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, args, field.variants),                                   \
        DOM_CLI_SLOT(DOM_CLI_OPT_CONCURRENCY, args, field.concurrency),                            \
        DOM_CLI_SLOT(DOM_CLI_OPT_PIN_CORES, args, field.pins_cores),                               \
        DOM_CLI_SLOT_SAID(DOM_CLI_OPT_SEED, args, field.seed, field.has_seed),                     \
        DOM_CLI_SLOT(DOM_CLI_OPT_REQUIRE_SANDBOX, args, field.least_sandbox)

/* What a command wants to know while it runs; any may be NULL. */
typedef struct {
    void *context;
    /* A match was stored by this run. */
    void (*on_match)(void *context, const dom_store_match *m);
    /* Has enough been seen? Asked before the first match and after every turn. Then
     * no more are begun, and the tournament is over: its secrets may be told. */
    bool (*is_over)(void *context);
    /* Returns the last match that may begin now (core.h); NULL: all may. */
    uint64_t (*last_match)(void *context);
    const dom_output_live_line *line; /* of the live table                         */
} dom_cli_runner_watch;

typedef struct {
    const dom_cli_call *call;
    const dom_cli_runner_args *args;
    const char *kind;             /* begins the name that is made up where none was said   */
    dom_tournament_run_spec spec; /* its request is the caller's to fill                  */
    dom_cli_runner_watch watch;
    dom_home home;
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES]; /* made up, else ""                  */
    dom_store *store;
    dom_tournament_run *run;
    dom_output_live_table table;
    bool has_faults;
    dom_core_progress last;
    dom_err *err;
} dom_cli_runner;

/* A runner with what the options of every such command say in its request. NULL when out
 * of memory. */
dom_cli_runner *dom_cli_runner_new(const dom_cli_call *call, const dom_cli_runner_args *args,
                                   const char *kind, dom_err *err);

dom_rc dom_cli_runner_open(dom_cli_runner *r);

/* `events`: tell what happens as JSON Lines on stdout. When it was interrupted, the
 * command that continues the run is printed. */
dom_rc dom_cli_runner_play(dom_cli_runner *r, bool events);

/* The exit status after `rc`; `answer` if nothing went wrong. */
int dom_cli_runner_status(const dom_cli_runner *r, dom_rc rc, int answer);

/* Release everything. */
void dom_cli_runner_free(dom_cli_runner *r);

#endif
