#include "base/interrupt.h"

#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

sigset_t dom_interrupt_signals(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    for (int i = 0; i < SIGNALS; i++)
        (void)sigaddset(&set, signals[i]);
    return set;
}

void dom_interrupt_hold(void)
{
    sigset_t set = dom_interrupt_signals();
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int dom_interrupt_signal(void)
{
    sigset_t set;
    (void)sigpending(&set);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&set, signals[i]) == 1)
            return signals[i];
    return 0;
}

dom_rc dom_interrupt_check(dom_err *err)
{
    return dom_interrupt_signal() ? dom_err_set(err, DOM_E_INTERRUPTED, "interrupted") : DOM_OK;
}
