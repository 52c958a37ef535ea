/* interrupt.c - preloaded by test_languages.py and test_c.py: every third poll() is interrupted by a
 * signal, as it is now and then in a program with signal handlers, which language runtimes have.
 * SA_RESTART does not help: poll(2) is never begun again. libzmq looks for news with it in every call.
 *
 *   INTERRUPT_SINCE=FILE  none before this file is there
 */
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef int call(struct pollfd *fds, nfds_t count, int timeout);

static atomic_uint calls;

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    const char *since = getenv("INTERRUPT_SINCE");
    if (since && access(since, F_OK) == 0 && atomic_fetch_add(&calls, 1) % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    call *next = (call *)dlsym(RTLD_NEXT, "poll");
    return next(fds, count, timeout);
}
