/* What the parts of one run share: its facts, the time of the turn, and its first failure. Private
 * to arena/core, whose parts are
 *
 *     run             the loop: waits, hands events on, commits, reports, ends       (run.h)
 *     process_end     what follows from the end of a process                         (run.h)
 *     table_pool      tables: seat bots, ask, answer, settle; who pays is in payer
 *     process_pool    processes: start, read what hosts say as events, end
 *     commit_queue    finished matches and faults on their way to the store
 *     agenda          which matches there are and which of them are done
 *     stop            signals, and what the caller wants
 *
 * Each knows only those below it; process_pool and commit_queue do not know each other. */
#ifndef DOM_CORE_RUN_STATE_H
#define DOM_CORE_RUN_STATE_H

#include "core/core.h"
#include "fs/run_dir.h"

#include <sched.h>

/* The CPU cores that this process may run on. */
typedef struct {
    cpu_set_t allowed;
    uint32_t count; /* of those that are online, at least 1                        */
} dom_core_cpus;

typedef struct {
    const dom_core_spec *spec;
    const dom_core_tournament *t; /* spec->tournament                                   */
    int64_t tournament_id;        /* in the store; 0 until the bots are checked, when it is new */
    char run_dir[DOM_FS_RUN_DIR_BYTES]; /* "": none was made                       */
    dom_core_cpus cpus;
    int64_t now_us;         /* monotonic, read once a turn                         */
    bool is_checking;       /* before the first match: every bot is started once   */
    bool has_news;          /* something changed that may let a match begin        */
    bool has_lost_patience; /* with another process that writes to the database    */
    dom_core_progress progress;
    dom_rc rc;    /* the first failure; the loop ends with it                      */
    dom_err *err; /* ... for a person                                              */
} dom_core_run_state;

/* Keep the first failure. */
void dom_core_fail(dom_core_run_state *state, dom_rc rc);

/* The same for want of memory. */
void dom_core_fail_for_memory(dom_core_run_state *state);

/* Where a failure may be described: NULL once there was one, as the first is the one that is
 * told. */
dom_err *dom_core_err_of(dom_core_run_state *state);

#endif
