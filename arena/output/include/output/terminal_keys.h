/* output/terminal_keys.h - reads single keys of a terminal.
 *
 * Between open and close the terminal shows its alternate screen and passes on every key at once.
 * Signals are blocked meanwhile and are read like keys, so none can end the process before
 * dom_output_keys_close has restored the terminal.
 */
#ifndef DOM_OUTPUT_TERMINAL_KEYS_H
#define DOM_OUTPUT_TERMINAL_KEYS_H

#include "base/err.h"

#include <signal.h>
#include <stdbool.h>
#include <termios.h>

typedef enum {
    DOM_OUTPUT_KEY_NEXT,  /* Enter, space, right                                      */
    DOM_OUTPUT_KEY_BACK,  /* left, b                                                  */
    DOM_OUTPUT_KEY_ROUND, /* n                                                        */
    DOM_OUTPUT_KEY_QUIT,  /* q, the end of input, a signal that ends the process      */
    DOM_OUTPUT_KEY_REDRAW /* the window has a new size, or the process was stopped and continues */
} dom_output_key;

typedef struct {
    struct termios before; /* the terminal's settings before open                */
    sigset_t mask;         /* the signal mask before open                        */
    int signal_fd;         /* delivers the blocked signals                       */
    int signal_number;     /* the signal by which the process ends at close; 0: none */
} dom_output_keys;

/* Returns true if standard input and output are a terminal that can draw pages ($TERM is set and
 * not "dumb"). */
bool dom_output_keys_can(void);

/* Switch the terminal to single keys and the alternate screen. Returns DOM_OK, or DOM_E_IO if the
 * terminal cannot be set up; everything is then as before. */
dom_rc dom_output_keys_open(dom_output_keys *keys, dom_err *err);

/* Wait for the next key that has a meaning. */
dom_output_key dom_output_keys_next(dom_output_keys *keys);

/* Restore the terminal. If a signal came that ends the process, end it now by that signal. */
void dom_output_keys_close(dom_output_keys *keys);

#endif
