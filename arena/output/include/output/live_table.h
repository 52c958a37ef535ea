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
 * Data go to stdout, everything else goes to stderr. A table begins with _init, observes a run, and
 * ends with _close, _finished and _free. Between _init and _close nobody else writes to stderr.
 */
#ifndef DOM_OUTPUT_LIVE_TABLE_H
#define DOM_OUTPUT_LIVE_TABLE_H

#include "tournament/tournament_run.h"

/* An additional line of the live table. A comparison shows the state of its test there. */
typedef struct {
    void *context;
    void (*write)(void *context, char *line, size_t size); /* fills at most `size` bytes */
} dom_output_live_line;

typedef struct {
    const dom_core_tournament *tournament;
    const dom_tournament_run *run; /* that is observed                                 */
    dom_store *store;
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

/* Returns the observer of `run` that shows what happens: the start, with the sandbox and the
 * commitment of every stage that is not finished; matches and faults, counted together with those
 * of earlier runs, which are read from `store`; withdrawn bots; remarks. A fault has a line, unless
 * it withdraws its bot, which has a line anyway; the fourth and further faults of a bot are
 * counted, and a line says how many there were when they are 10, 100, 1000, ... in all, and at the
 * end. The log of a process that never said hello is shown, once per bot, if it has more than the
 * one line that the message of the failed start quotes. Both are borrowed for as long as the
 * observer is used. */
dom_core_observer dom_output_live_table_observer(dom_output_live_table *p,
                                                 const dom_tournament_run *run, dom_store *store);

/* Erase the live table from the screen, and report the faults that were only counted so far.
 * Afterwards other lines may be written to stderr. */
void dom_output_live_table_close(dom_output_live_table *p);

/* Report the end of the run: matches, speed, faults, and for matches that were not played the
 * withdrawn bots. */
void dom_output_live_table_finished(dom_output_live_table *p, const dom_core_progress *now);

#endif
