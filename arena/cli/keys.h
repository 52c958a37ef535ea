/* cli/keys.h - single keys of a terminal.
 *
 * While it is open the terminal shows its other screen and hands over every key at
 * once. cli_keys_close puts everything back; nothing that a signal does comes in
 * between, as signals are taken off here like keys.
 */
#ifndef DOM_CLI_KEYS_H
#define DOM_CLI_KEYS_H

#include "base/err.h"

#include <signal.h>
#include <stdbool.h>
#include <termios.h>

typedef enum {
    CLI_KEY_NEXT,  /* Enter, space, right                                      */
    CLI_KEY_BACK,  /* left, b                                                  */
    CLI_KEY_ROUND, /* n                                                        */
    CLI_KEY_QUIT,  /* q, the end of input, a signal to end                     */
    CLI_KEY_REDRAW /* the window has changed, or we are in the foreground again */
} cli_key;

typedef struct {
    struct termios before;
    sigset_t mask; /* before                                                   */
    int signal_fd;
    int signal_number; /* to end by, 0 for none                                */
} cli_keys;

/* Can keys be read and pages be drawn: are standard input and output a terminal that
 * is not dumb? */
bool cli_keys_can(void);

/* DOM_E_IO when the terminal does not obey; then all is as before. */
dom_rc cli_keys_open(cli_keys *keys, dom_err *err);

/* Wait for a key that means something. */
cli_key cli_keys_next(cli_keys *keys);

/* Put the terminal back, and end the process if a signal had asked for that. */
void cli_keys_close(cli_keys *keys);

#endif
