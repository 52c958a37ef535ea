#include "base/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

static const struct {
    int number;
    const char *name;
} interrupts[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};
enum { INTERRUPTS = sizeof interrupts / sizeof *interrupts };

/* The kernel keeps a blocked signal pending even if it is ignored. */
static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t dom_interrupt_signals(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    for (int i = 0; i < INTERRUPTS; i++)
        if (!is_ignored(interrupts[i].number))
            (void)sigaddset(&set, interrupts[i].number);
    return set;
}

const char *dom_interrupt_name(int number)
{
    for (int i = 0; i < INTERRUPTS; i++)
        if (interrupts[i].number == number)
            return interrupts[i].name;
    return "a signal";
}

void dom_interrupt_hold(void)
{
    sigset_t set = dom_interrupt_signals();
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int dom_interrupt_signal(void)
{
    sigset_t pending, set = dom_interrupt_signals();
    (void)sigpending(&pending);
    for (int i = 0; i < INTERRUPTS; i++)
        if (sigismember(&set, interrupts[i].number) == 1 &&
            sigismember(&pending, interrupts[i].number) == 1)
            return interrupts[i].number;
    return 0;
}

dom_rc dom_interrupt_check(dom_err *err)
{
    return dom_interrupt_signal() ? dom_err_set(err, DOM_E_INTERRUPTED, "interrupted") : DOM_OK;
}
