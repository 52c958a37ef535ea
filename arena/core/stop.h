/* Stop requests: a run ends early because of a signal, or because the caller asks for it.
 *
 * After the first interrupt (base/interrupt.h) no match begins, and those under way have 5 s to
 * end. After a second one, after the 5 s, or when a bot ends meanwhile (run.h), the run stops at
 * once and the open matches are void. */
#ifndef DOM_CORE_STOP_H
#define DOM_CORE_STOP_H

#include "run_state.h"

#include <signal.h>

/* At the start all zero, except signal_fd, which is -1. */
typedef struct {
    int signal_fd;       /* receives interrupts, which are blocked                 */
    sigset_t before;     /* the signals that the caller had blocked                */
    bool begins_nothing; /* the caller wants no more matches to begin              */
    bool is_stopping;    /* a signal came: matches under way may end until stop_us */
    bool is_stopped;     /* stop at once: a second signal, stop_us, or the caller  */
    bool is_reported;    /* the caller knows what the run waits for                */
    int64_t stop_us;     /* 5 s after the last signal                              */
    int64_t waited_ms;   /* is_patient: its argument at the last call              */
} dom_core_stop;

/* Open blocks interrupts; from then on they are read from signal_fd. Close restores the signals
 * that the caller had blocked. But if one has been read, all stay blocked: another Ctrl-C must not
 * end the process before the caller has said what was interrupted. Call open first. A second close
 * is harmless. */
void dom_core_stop_open(dom_core_stop *stop);
void dom_core_stop_close(dom_core_stop *stop);

/* Reads the signals that have arrived and updates the fields. `has_tables` says whether matches are
 * under way; without any, the first signal stops the run at once. */
void dom_core_stop_read_signals(dom_core_stop *stop, dom_core_run_state *state, bool has_tables);

/* After a signal: tells the caller once that the run waits for matches under way, `tables` in
 * number. */
void dom_core_stop_report(dom_core_stop *stop, const dom_core_run_state *state, uint32_t tables);

/* Asks the caller for its stop request. */
void dom_core_stop_ask(dom_core_stop *stop, const dom_core_control *control);

/* Another process has kept our write to the database waiting for `waited_ms`. Returns true if the
 * run continues to wait: as long as no signal has come. Says so once per wait. */
bool dom_core_stop_is_patient(dom_core_stop *stop, dom_core_run_state *state, bool has_tables,
                              int64_t waited_ms);

#endif
