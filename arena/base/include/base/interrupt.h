/* base/interrupt.h - SIGINT and SIGTERM for commands that must not end in the middle of a step.
 *
 * Such a command blocks both signals and checks for them between steps, several times a second:
 *
 *     dom_interrupt_hold();
 *     for (...; rc == DOM_OK; ...) {
 *         ...
 *         rc = dom_interrupt_check(err);
 *     }
 *     return rc == DOM_E_INTERRUPTED ? 128 + dom_interrupt_signal() : ...;
 *
 * In a command that does not block them, the signals end the process at once and the checks always
 * return DOM_OK. But a dom_core_run that was interrupted leaves both blocked (core/core.h). The
 * checks after it report the next signal.
 */
#ifndef DOM_BASE_INTERRUPT_H
#define DOM_BASE_INTERRUPT_H

#include "base/err.h"

#include <signal.h>

enum { DOM_INTERRUPT_MATCHES = 1024 }; /* a reader of matches checks after so many of them */

/* Returns the set of the two signals. */
sigset_t dom_interrupt_signals(void);

/* Blocks both signals in this thread and in the threads that it starts later. */
void dom_interrupt_hold(void);

/* Returns the signal that has arrived, or 0. The signal stays pending. */
int dom_interrupt_signal(void);

/* Returns DOM_OK, or DOM_E_INTERRUPTED once a signal has arrived. */
dom_rc dom_interrupt_check(dom_err *err);

#endif
