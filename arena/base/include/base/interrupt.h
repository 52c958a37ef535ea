/* base/interrupt.h - interrupts, for commands that must not end in the middle of a step.
 *
 * An interrupt is SIGINT, SIGTERM or SIGHUP, which comes when a terminal or the connection to it is
 * closed. What the program was started to ignore does not count: SIGHUP under nohup, SIGINT in the
 * background of a script.
 *
 * Such a command blocks interrupts and checks for them between steps, several times a second:
 *
 *     dom_interrupt_hold();
 *     for (...; rc == DOM_OK; ...) {
 *         ...
 *         rc = dom_interrupt_check(err);
 *     }
 *     return rc == DOM_E_INTERRUPTED ? 128 + dom_interrupt_signal() : ...;
 *
 * In a command that does not block them, they end the process at once and the checks always
 * return DOM_OK. But a dom_core_run that was interrupted leaves them blocked (core/core.h). The
 * checks after it report the next one.
 */
#ifndef DOM_BASE_INTERRUPT_H
#define DOM_BASE_INTERRUPT_H

#include "base/err.h"

#include <signal.h>

enum { DOM_INTERRUPT_MATCHES = 1024 }; /* a reader of matches checks after so many of them */

/* Returns the set of interrupts. */
sigset_t dom_interrupt_signals(void);

/* Returns its name, such as "SIGINT". May be called by a signal handler. */
const char *dom_interrupt_name(int number);

/* Blocks them in this thread and in the threads that it starts later. */
void dom_interrupt_hold(void);

/* Returns the interrupt that has arrived, or 0. It stays pending. */
int dom_interrupt_signal(void);

/* Returns DOM_OK, or DOM_E_INTERRUPTED once one has arrived. */
dom_rc dom_interrupt_check(dom_err *err);

#endif
