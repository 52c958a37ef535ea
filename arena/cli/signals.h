/* cli/signals.h - the signal handlers of the whole program. They end it whenever no command handles
 * signals itself, for example before the first bot is started and during a build.
 */
#ifndef DOM_CLI_SIGNALS_H
#define DOM_CLI_SIGNALS_H

/* Installs the handlers; called once at the start. An interrupt (base/interrupt.h) then ends the
 * program with one line on stderr and exit status DOM_CLI_SIGNAL + number. SIGXFSZ is ignored, so a
 * write beyond the limit of file sizes (ulimit -f) fails with EFBIG instead of killing the program.
 */
void dom_cli_signals_init(void);

#endif
