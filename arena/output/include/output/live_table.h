/* output/live_table.h - reports what happens in a run. The form depends on the reader:
 *
 * a terminal   a live table on stderr, drawn anew with every progress report:
 *
 *                  t  640/3840  17 %  223 matches/s  ETA 0:14  tables 128  faults 0
 *                     bot      matches  share  faults
 *                  1  careful      213  61.5%       0
 *
 *              Each drawing is one write that replaces the old table, so that nothing flickers.
 *
 * a program    is_json: JSON Lines on stdout (docs/reference/output.md, run --json)
 * others       plain lines on stderr: the start, faults, the end, and the progress after 30 s. The
 *              next line of progress follows after 30 s, or after a tenth of the time so far if
 *              that is longer. So a run of an hour prints some 35 such lines, and a run of a week
 *              some 90
 *
 * Data go to stdout, everything else goes to stderr. A table begins with _init, gets the events in
 * the order in which dom_core_run calls its hooks, and ends with _close, _finished and _free.
 * Between _init and _close nobody else writes to stderr.
 */
#ifndef DOM_OUTPUT_LIVE_TABLE_H
#define DOM_OUTPUT_LIVE_TABLE_H

#include "core/core.h"
#include "tournament/sandbox_select.h"

/* An additional line of the live table. A comparison shows the state of its test there. */
typedef struct {
    void *context;
    void (*write)(void *context, char *line, size_t size); /* fills at most `size` bytes */
} dom_output_live_line;

typedef struct {
    const dom_core_tournament *tournament;
    const dom_output_live_line *extra; /* NULL: no such line. With it the tournament may end early,
                                          so no ETA is shown                           */
    bool is_json;
    bool is_terminal; /* stderr is a terminal on which the table can be drawn        */
    bool has_colours;
    bool has_lost;       /* a JSON event was not printed because memory ran out             */
    int64_t progress_ms; /* the elapsed_ms (core.h) from which the next line of progress is due */
    int lines;           /* number of lines of the table that are on the screen now         */
    char *table;         /* these lines                                                     */
    struct dom_output_live_row *rows; /* the standing, by bot number                    */
} dom_output_live_table;

/* Begin a table for `tournament`, which is borrowed. Returns DOM_OK or DOM_E_NOMEM; call
 * dom_output_live_table_free in any case. */
dom_rc dom_output_live_table_init(dom_output_live_table *p, const dom_core_tournament *tournament,
                                  bool is_json, dom_err *err);
void dom_output_live_table_free(dom_output_live_table *p);

/* Count the stored matches and faults of tournament `of`, so that the standing includes those of
 * earlier runs. It is called again when a bot is withdrawn, because matches may then count no more.
 * Does nothing if no table is drawn. Returns as dom_output_live_count_stored. */
dom_rc dom_output_live_table_load(dom_output_live_table *p, dom_store *store,
                                  const dom_store_tournament *of, dom_err *err);

/* Report the start: the number of matches, the sandbox, and the commitment of every stage that is
 * not finished. */
void dom_output_live_table_started(dom_output_live_table *p, const dom_store_tournament *t,
                                   const dom_tournament_sandbox *sandbox,
                                   const dom_core_progress *now);
/* Report a finished match: counted in the table, or an event in JSON. */
void dom_output_live_table_match(dom_output_live_table *p, const dom_core_match *match);
/* Report that a bot is withdrawn, in which match and why: an event in JSON, or a line on stderr. */
void dom_output_live_table_withdrawal(dom_output_live_table *p,
                                      const dom_core_withdrawal *withdrawal);
/* Report a fault: an event in JSON, or a line on stderr. The one that withdraws its bot has no line
 * of its own. The fourth and further faults of a bot are counted, and a line says how many there
 * were when they are 10, 100, 1000, ... in all, and at the end. */
void dom_output_live_table_fault(dom_output_live_table *p, const dom_core_fault *fault);
/* Report the end of a process. If the process never said hello, the end of its log is shown, once
 * per bot. A single line is not shown, because the message of the failed start quotes it. */
void dom_output_live_table_end(dom_output_live_table *p, const dom_core_end *end);
/* Report that the run waits for another process that writes to the database. */
void dom_output_live_table_wait(dom_output_live_table *p);
/* Print a line about the run: that it is ending after a signal, and what it waits for, or which
 * bots stay on disk. */
void dom_output_live_table_remark(dom_output_live_table *p, const char *text);
/* Draw the live table anew, or print a JSON event, or a line of progress if it is due. */
void dom_output_live_table_show(dom_output_live_table *p, const dom_core_progress *now);
/* Report the end of the run: matches, speed, faults, and for matches that were not played the
 * withdrawn bots. */
void dom_output_live_table_finished(dom_output_live_table *p, const dom_core_progress *now);
/* Erase the live table from the screen, and report the faults that were only counted so far.
 * Afterwards other lines may be written to stderr. */
void dom_output_live_table_close(dom_output_live_table *p);

#endif
