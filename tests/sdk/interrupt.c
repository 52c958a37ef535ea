/* interrupt.c - preloaded by test_languages.py and test_c.py: every third poll() is interrupted by a
 * signal, as it is now and then in a program with signal handlers, which language runtimes have.
 * SA_RESTART does not help: poll(2) is never begun again. libzmq looks for news with it in every call.
 *
 *   INTERRUPT_SINCE=FILE  none before this file is there; a byte is added to it for each
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef int call(struct pollfd *fds, nfds_t count, int timeout);

static atomic_uint calls;

/* Writes down an interruption; false where there are none yet. */
static bool interrupts(void)
{
    const char *since = getenv("INTERRUPT_SINCE");
    int file = since ? open(since, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (file < 0)
        return false;
    bool written = write(file, ".", 1) == 1;
    (void)close(file);
    return written;
}

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    if (atomic_fetch_add(&calls, 1) % 3 == 0 && interrupts()) {
        errno = EINTR;
        return -1;
    }
    call *next = (call *)dlsym(RTLD_NEXT, "poll");
    return next(fds, count, timeout);
}
