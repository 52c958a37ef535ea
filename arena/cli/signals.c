#include "signals.h"

#include "base/interrupt.h"
#include "base/text.h"
#include "status.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The handler. Only async-signal-safe functions may be called here; those of base/text.h are. */
static void end_by_signal(int number)
{
    char line[64];
    dom_text text = dom_text_of(line, sizeof line);
    dom_text_add(&text, "domino-arena: interrupted by ");
    dom_text_add(&text, dom_interrupt_name(number));
    dom_text_add(&text, "\n");
    ssize_t told = write(STDERR_FILENO, line, strlen(line));
    (void)told; /* without a reader of stderr the status alone tells it */
    _exit(DOM_CLI_SIGNAL + number);
}

/* SIGXFSZ is ignored so that a write over the limit of file sizes returns an error instead. */
void dom_cli_signals_init(void)
{
    const struct sigaction ours = {.sa_handler = end_by_signal};
    sigset_t interrupts = dom_interrupt_signals();
    for (int number = 1; number < NSIG; number++)
        if (sigismember(&interrupts, number) == 1)
            (void)sigaction(number, &ours, NULL);
    (void)signal(SIGXFSZ, SIG_IGN);
}
