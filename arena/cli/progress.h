/* cli/progress.h - how a run tells what happens: a live table on a terminal, JSON
 * Lines for programs, a few plain lines otherwise. Data to stdout, progress to
 * stderr. */
#ifndef DOM_CLI_PROGRESS_H
#define DOM_CLI_PROGRESS_H

#include "core/core.h"
#include "sandbox.h"

/* A line of the live table that somebody else writes. */
typedef struct {
    void *context;
    void (*write)(void *context, char *line, size_t size);
} cli_progress_line;

typedef struct {
    const dom_tournament *tournament;
    const cli_progress_line *extra; /* NULL: none; with it the tournament may end early */
    bool is_json;
    bool is_terminal; /* stderr can be redrawn                                */
    bool has_colours;
    bool has_lost;                 /* an event that is JSON, for want of memory                  */
    int lines;                     /* of the live table that stands there                        */
    struct cli_progress_row *rows; /* the standing, by bot number             */
} cli_progress;

/* `tournament` is borrowed. DOM_E_NOMEM is the only failure; free after any. */
dom_rc cli_progress_init(cli_progress *p, const dom_tournament *tournament, bool is_json,
                         dom_err *err);
void cli_progress_free(cli_progress *p);

/* The standing of earlier runs goes on; nothing to do where no table is drawn. */
dom_rc cli_progress_load(cli_progress *p, dom_store *store, int64_t tournament, dom_err *err);

/* With the commitments of the stages that are not played yet, and how bots are kept
 * apart. */
void cli_progress_started(cli_progress *p, const dom_store_tournament *t,
                          const cli_sandbox *sandbox, const dom_core_progress *now);
void cli_progress_match(cli_progress *p, const dom_core_match *match);
void cli_progress_fault(cli_progress *p, const dom_core_fault *fault);
/* A process has ended. If it never said hello, the end of what it printed is shown, once per bot. A
 * single line is not shown, because the message of the failed start quotes it. */
void cli_progress_end(cli_progress *p, const dom_core_end *end);
/* The run waits for another process that writes to the database. */
void cli_progress_wait(cli_progress *p);
void cli_progress_show(cli_progress *p, const dom_core_progress *now);
void cli_progress_finished(cli_progress *p, const dom_core_progress *now);
/* Take the live table away, so that other text may be written. */
void cli_progress_clear(cli_progress *p);

#endif
