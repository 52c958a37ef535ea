/* cli/signals.h - how the program ends by a signal while no command looks after it, as before the
 * first bot is started and during a build.
 */
#ifndef DOM_CLI_SIGNALS_H
#define DOM_CLI_SIGNALS_H

/* SIGINT and SIGTERM, unless they are ignored, end the program with one line on stderr and exit
 * status DOM_CLI_SIGNAL + number. A write beyond the limit of file sizes (ulimit -f) fails with
 * EFBIG like any other write that fails, instead of killing the program by SIGXFSZ. */
void dom_cli_signals_init(void);

#endif
