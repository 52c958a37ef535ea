/* What the parts of one run share: its facts, the time of the turn, and its first failure. Private
 * to arena/core, which has these parts:
 *
 *     run             the loop: waits, passes events on, commits, reports, ends      (run.h)
 *     process_end     what follows from the end of a process                         (run.h)
 *     table_pool      the tables: seats bots, asks, takes answers, settles; payer decides who pays
 *     process_pool    the bot processes: starts them, turns frames into events, ends them
 *     ready_list      the descriptors for which the loop waits
 *     commit_queue    finished matches and faults on their way to the store
 *     agenda          which matches the tournament has, and which of them are done
 *     stop            signals, and stop requests of the caller
 *
 * Each part knows only those below it; process_pool and commit_queue do not know each other. */
#ifndef DOM_CORE_RUN_STATE_H
#define DOM_CORE_RUN_STATE_H

#include "bot_files.h"
#include "core/core.h"
#include "fs/run_dir.h"

#include <sched.h>

/* The CPU cores that the run may use: those of the core at its start. */
typedef struct {
    /* Empty if they are unknown or too many for it; then no process is bound to a CPU. */
    cpu_set_t allowed;
    /* How many of those that are online and allowed the run uses: at most spec->cores, at least 1.
     */
    uint32_t count;
} dom_core_cpus;

typedef struct {
    const dom_core_spec *spec;
    const dom_core_tournament *t; /* spec->tournament                                   */
    int64_t tournament_id;        /* in the store; 0 if it is new and the bots are not checked */
    char run_dir[DOM_FS_RUN_DIR_BYTES]; /* "" if it was not made                   */
    dom_core_bot_files files;
    dom_core_cpus cpus;
    int64_t now_us;           /* monotonic time, read once per turn of the loop      */
    bool is_checking;         /* before the first match, when every bot is started once */
    bool has_news;            /* something has changed that may let a match begin    */
    bool has_stopped_waiting; /* a signal ended the wait for another process's writing */
    dom_core_progress progress;
    dom_err refused;   /* about the first bot that cannot play, if no bot may be skipped */
    uint32_t refusals; /* number of such bots                                      */
    dom_rc rc;         /* the first failure; it ends the loop                           */
    dom_err *err;      /* its text                                                      */
} dom_core_run_state;

/* Makes the run fail with `rc`. A later failure does not replace the first. */
void dom_core_fail(dom_core_run_state *state, dom_rc rc);

/* Makes the run fail because memory is out. */
void dom_core_fail_for_memory(dom_core_run_state *state);

/* Returns where the text of a failure is to be written: NULL if the run has already failed, so that
 * the text of the first failure is kept. */
dom_err *dom_core_err_of(dom_core_run_state *state);

#endif
