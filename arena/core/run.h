/* All parts of one run, and what is done with several of them. */
#ifndef DOM_CORE_RUN_H
#define DOM_CORE_RUN_H

#include "agenda.h"
#include "commit_queue.h"
#include "process_pool.h"
#include "run_state.h"
#include "stop.h"
#include "table_pool.h"

typedef struct {
    dom_core_run_state state;
    dom_core_agenda agenda;
    dom_core_process_pool processes;
    dom_core_commit_queue queue;
    dom_core_table_pool tables;
    dom_core_stop stop;
    int64_t progress_us; /* when progress was told last                             */
} dom_core_loop;

/* Deal with the end of a process (DOM_CORE_EVENT_ENDED), and release it (process_end.c):
 *
 *     a match pays for it                              its other matches go on with the next one
 *     it was leaving                                   nothing more
 *     it was killed before the first match, once       it is started again
 *     it crashed while it owed nothing, having
 *     answered before                                  free; every open match counts it
 *     else                                             a failed start: before the first match it
 *                                                      refuses the tournament, later it costs the
 *                                                      bot one of its `restarts`, after which it is
 *                                                      withdrawn */
void dom_core_process_end_take(dom_core_loop *loop, const dom_core_process_event *event);

#endif
