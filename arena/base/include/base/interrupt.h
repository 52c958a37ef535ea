/* base/interrupt.h - SIGINT and SIGTERM for commands that must not end in the middle of something.
 *
 * Such a command blocks the signals and checks for them between parts of its work, several times a
 * second:
 *
 *     dom_interrupt_hold();
 *     for (...; rc == DOM_OK; ...) {
 *         ...
 *         rc = dom_interrupt_check(err);
 *     }
 *     return rc == DOM_E_INTERRUPTED ? 128 + dom_interrupt_signal() : ...;
 *
 * In a command that does not block them they end the process at once, and the checks find nothing.
 */
#ifndef DOM_BASE_INTERRUPT_H
#define DOM_BASE_INTERRUPT_H

#include "base/err.h"

#include <signal.h>

enum { DOM_INTERRUPT_MATCHES = 1024 }; /* matches that are read between two checks   */

/* The two signals. */
sigset_t dom_interrupt_signals(void);

/* Block them in this thread and those that it starts. */
void dom_interrupt_hold(void);

/* The signal that came, or 0. It stays pending. */
int dom_interrupt_signal(void);

/* DOM_OK, or DOM_E_INTERRUPTED once a signal came. */
dom_rc dom_interrupt_check(dom_err *err);

#endif
