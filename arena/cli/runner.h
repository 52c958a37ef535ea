/* cli/runner.h - a tournament on its way from the command line to its last match, with its
 * progress on stderr. What the commands that play for a person have in common.
 *
 *     runner_new, then what is asked for into `spec.request`
 *     runner_open     home, lock, database, configuration; the tournament is found, or is
 *                     ready to be begun
 *     runner_play     bots are started and matches played; progress to stderr
 *     runner_free
 */
#ifndef DOM_CLI_RUNNER_H
#define DOM_CLI_RUNNER_H

#include "args.h"
#include "contest.h"
#include "progress.h"

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
    const cli_progress_line *line; /* of the live table                         */
} runner_watch;

typedef struct {
    const cli_args *args;
    const char *kind;  /* begins the name that is made up where none was said   */
    contest_spec spec; /* its request is the caller's to fill                  */
    runner_watch watch;
    cli_home home;
    char name[DOM_TOURNAMENT_NAME_BYTES]; /* made up, else ""                  */
    dom_store *store;
    contest *contest;
    cli_progress progress;
    bool has_faults;
    dom_core_progress last;
    dom_err *err;
} runner;

/* A runner with what the options of every such command say in its request. NULL when out
 * of memory. */
runner *runner_new(const cli_args *args, const char *kind, dom_err *err);

dom_rc runner_open(runner *r);

/* `events`: tell what happens as JSON Lines on stdout. When it was interrupted, the
 * command that goes on is printed. */
dom_rc runner_play(runner *r, bool events);

/* The exit status after `rc`; `answer` if nothing went wrong. */
int runner_status(const runner *r, dom_rc rc, int answer);

/* Release everything. */
void runner_free(runner *r);

#endif
