#include "signals.h"

#include "args.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void end(int number)
{
    const char *line = number == SIGINT ? "domino-arena: interrupted by SIGINT\n"
                                        : "domino-arena: interrupted by SIGTERM\n";
    ssize_t told = write(STDERR_FILENO, line, strlen(line));
    (void)told; /* where nobody listens the status says it alone */
    _exit(CLI_SIGNAL + number);
}

void cli_signals_init(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, ours = {.sa_handler = end};
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(numbers[i], &ours, NULL);
    }
    (void)signal(SIGXFSZ, SIG_IGN);
}
