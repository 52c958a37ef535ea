#include "interrupt.h"

#include <stddef.h>

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

sigset_t interrupt_signals(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    for (int i = 0; i < SIGNALS; i++)
        (void)sigaddset(&set, signals[i]);
    return set;
}

void interrupt_hold(void)
{
    sigset_t set = interrupt_signals();
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int interrupt_signal(void)
{
    sigset_t set;
    (void)sigpending(&set);
    for (int i = 0; i < SIGNALS; i++)
        if (sigismember(&set, signals[i]) == 1)
            return signals[i];
    return 0;
}

dom_rc interrupt_check(dom_err *err)
{
    return interrupt_signal() ? dom_err_set(err, DOM_E_INTERRUPTED, "interrupted") : DOM_OK;
}
