/* SIGINT and SIGTERM outside of a tournament: one line and the status 128 + signal. A run holds
 * the signals back and ends in order instead. */
#include "signals.h"

#include "status.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* The handler. Only async-signal-safe functions may be called here. */
static void end_by_signal(int number)
{
    const char *line = number == SIGINT ? "domino-arena: interrupted by SIGINT\n"
                                        : "domino-arena: interrupted by SIGTERM\n";
    ssize_t told = write(STDERR_FILENO, line, strlen(line));
    (void)told; /* without a reader of stderr the status alone tells it */
    _exit(DOM_CLI_SIGNAL + number);
}

/* A signal that was ignored at the start stays ignored, as under nohup. SIGXFSZ is ignored so
 * that a write over the limit of file sizes returns an error instead. */
void dom_cli_signals_init(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, ours = {.sa_handler = end_by_signal};
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &ours, NULL);
    }
    (void)signal(SIGXFSZ, SIG_IGN);
}
