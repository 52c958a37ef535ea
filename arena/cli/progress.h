/* cli/progress.h - how a run tells what happens: a live line on a terminal, JSON
 * Lines for programs, a few plain lines otherwise. Data to stdout, progress to
 * stderr. */
#ifndef DOM_CLI_PROGRESS_H
#define DOM_CLI_PROGRESS_H

#include "core/core.h"

typedef struct {
    const char *tournament;
    bool is_json;
    bool is_terminal; /* stderr can be redrawn                                */
    bool has_line;    /* a live line stands there                             */
    dom_core_progress last;
} cli_progress;

void cli_progress_init(cli_progress *p, const char *tournament, bool is_json);
/* With the commitments of the stages that are not played yet. */
void cli_progress_started(cli_progress *p, const dom_store_tournament *t,
                          const dom_core_progress *now);
void cli_progress_match(cli_progress *p, const dom_core_match *match);
void cli_progress_fault(cli_progress *p, const dom_core_fault *fault);
void cli_progress_show(cli_progress *p, const dom_core_progress *now);
void cli_progress_finished(cli_progress *p, const dom_core_progress *now);
/* Take the live line away, so that other text may be written. */
void cli_progress_clear(cli_progress *p);

#endif
