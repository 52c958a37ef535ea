/* cli/interrupt.h - SIGINT and SIGTERM for commands that must not end in the middle of something.
 *
 * Such a command holds the signals and asks between parts of its work, at least some times a
 * second, whether one came:
 *
 *     interrupt_hold();
 *     for (...; rc == DOM_OK; ...) {
 *         ...
 *         rc = interrupt_check(err);
 *     }
 *     return rc == DOM_E_INTERRUPTED ? CLI_SIGNAL + interrupt_signal() : cli_status(rc);
 *
 * In a command that does not hold them they end the process at once, and the checks on its way
 * find nothing.
 */
#ifndef DOM_CLI_INTERRUPT_H
#define DOM_CLI_INTERRUPT_H

#include "base/err.h"

#include <signal.h>

enum { INTERRUPT_MATCHES = 1024 }; /* so many are read between two checks        */

/* The two signals. */
sigset_t interrupt_signals(void);

/* Block them in this thread and those that it starts. */
void interrupt_hold(void);

/* The signal that came, or 0. It stays pending. */
int interrupt_signal(void);

/* DOM_OK, or DOM_E_INTERRUPTED once a signal came. */
dom_rc interrupt_check(dom_err *err);

#endif
