/* When a run ends before all is played: by signals, or because the caller has seen enough. */
#ifndef DOM_CORE_STOP_H
#define DOM_CORE_STOP_H

#include "run_state.h"

#include <signal.h>

/* All zero but signal_fd, which is -1: nobody wants it to stop. */
typedef struct {
    int signal_fd;       /* SIGINT and SIGTERM, which are blocked meanwhile        */
    bool begins_nothing; /* the caller has seen enough: no more matches begin      */
    bool is_stopping;    /* a signal came: what is under way has 5 s to end        */
    bool is_stopped;     /* a second one came, or the time is up, or the caller says so */
    int64_t stop_us;     /* when the time is up                                    */
    int64_t waited_ms;   /* for another process that writes, when last asked       */
} dom_core_stop;

/* Take signals from now on; `before` receives the mask to restore. */
void dom_core_stop_open(dom_core_stop *stop, sigset_t *before);
void dom_core_stop_close(dom_core_stop *stop);

/* The first signal lets running matches end, the second does not. */
void dom_core_stop_read_signals(dom_core_stop *stop, dom_core_run_state *state, bool has_tables);

/* Ask the caller what it wants. */
void dom_core_stop_ask(dom_core_stop *stop, const dom_core_hooks *hooks);

/* Another process has kept a write waiting so long. Returns whether to wait on, which is as long as
 * no signal came; the caller is told once of each wait. */
bool dom_core_stop_is_patient(dom_core_stop *stop, dom_core_run_state *state, bool has_tables,
                              int64_t waited_ms);

#endif
