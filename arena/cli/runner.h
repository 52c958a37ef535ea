/* cli/runner.h - runs a tournament for a command such as `run` or `compare`: from the command line
 * to the last match, with its progress on stderr. Call these in order:
 *
 *     dom_cli_runner_new      makes a runner; then fill its `spec.request`, `control` and `line`
 *     dom_cli_runner_open     locks the data folder, opens the database, reads the configuration
 *     dom_cli_runner_play     starts the bots and plays the matches
 *     dom_cli_runner_free     after a failure too
 */
#ifndef DOM_CLI_RUNNER_H
#define DOM_CLI_RUNNER_H

#include "args.h"

#include "home/home.h"
#include "output/live_table.h"
#include "tournament/tournament_run.h"

/* The values of the options that these commands share. */
typedef struct {
    const char *name;          /* of the tournament; NULL: the file's, or generated */
    const char *least_sandbox; /* lowest acceptable level; NULL: any              */
    const char *listen;        /* address for remote bots; NULL: no remote bots   */
    dom_strings variants, shown;
    int64_t concurrency; /* 0: not given                                           */
    int64_t seed;
    bool has_seed;
    bool pins_cores, skip_broken;
} dom_cli_runner_args;

/* Their slots (args.h), for a field of this type in a command's struct. */
#define DOM_CLI_RUNNER_SLOTS(args, field)                                                          \
    DOM_CLI_SLOT(DOM_CLI_OPT_NAME, args, field.name),                                              \
        DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, args, field.variants),                                   \
        DOM_CLI_SLOT(DOM_CLI_OPT_CONCURRENCY, args, field.concurrency),                            \
        DOM_CLI_SLOT(DOM_CLI_OPT_PIN_CORES, args, field.pins_cores),                               \
        DOM_CLI_SLOT_SAID(DOM_CLI_OPT_SEED, args, field.seed, field.has_seed),                     \
        DOM_CLI_SLOT(DOM_CLI_OPT_REQUIRE_SANDBOX, args, field.least_sandbox),                      \
        DOM_CLI_SLOT(DOM_CLI_OPT_SHOW, args, field.shown)

/* A runner. The caller fills `spec.request`, `control` and `line` before dom_cli_runner_open. */
typedef struct {
    const dom_cli_call *call;
    const dom_cli_runner_args *args;
    const char *kind;                 /* begins a generated name: "KIND-20261121-1"             */
    dom_tournament_run_spec spec;     /* the caller completes its request                      */
    dom_core_control control;         /* decides when no more matches are needed; all zero: never */
    const dom_output_live_line *line; /* extra line of the live table; NULL: none */
    dom_home home;
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES]; /* the generated name, or ""         */
    dom_store *store;
    dom_tournament_run *run;
    dom_output_live_table table;
    dom_store_tournament stored; /* the tournament that --name alone continues; else zero */
    dom_strings bots;            /* those of `stored`, as words; else empty */
    dom_err refused; /* for the field of the request: a bot cannot play, and the others are only
                        tried */
    dom_core_progress last;
    dom_err *err;
} dom_cli_runner;

/* Returns a runner whose request has the values of the shared options, or NULL when out of memory.
 * All pointers are borrowed until dom_cli_runner_free. */
dom_cli_runner *dom_cli_runner_new(const dom_cli_call *call, const dom_cli_runner_args *args,
                                   const char *kind, dom_err *err);

/* Finds and locks the data folder, opens the database for writing, generates a name if neither a
 * file nor --name gives one, and opens the tournament. A name without a file, variants and bots
 * means a stored tournament, which continues as it is stored, with the same versions of its bots. A
 * dry run (request.is_dry_run) locks and makes nothing, and needs no database. Ignores SIGPIPE from
 * then on, so a reader of --json that ends does not end the tournament.
 *
 * Returns DOM_OK; DOM_E_LIMIT if all generated names of the day are taken; DOM_E_ABSENT if no
 * tournament has that name; or the codes of dom_home_find, dom_home_lock, dom_store_open and
 * dom_tournament_run_open. */
dom_rc dom_cli_runner_open(dom_cli_runner *r);

/* Plays what is missing. If it is interrupted, prints the command that continues the run on stderr.
 *
 * events  print the events as JSON Lines on stdout
 *
 * Returns the codes of dom_tournament_run_play; DOM_E_NOMEM if an event could not be printed. */
dom_rc dom_cli_runner_play(dom_cli_runner *r, bool events);

/* Closes the tournament and the database, releases the lock and frees the runner. NULL is
 * accepted. */
void dom_cli_runner_free(dom_cli_runner *r);

#endif
