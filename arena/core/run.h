/* The loop: all parts of one run together, and the functions that need several of them. */
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
    int64_t progress_us; /* when progress was last reported                         */
    int64_t watched_us;  /* when the watcher was last called                        */
} dom_core_loop;

/* Handles the end of a process (DOM_CORE_EVENT_ENDED) and releases the process (process_end.c):
 * lets a match pay, or counts a free end or a failed start, as the table in payer.h says. A bot
 * that crashes after a signal has told the run to stop costs nothing: open matches are void, and
 * the run stops at once. */
void dom_core_process_end_take(dom_core_loop *loop, const dom_core_process_event *event);

#endif
