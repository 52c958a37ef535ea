/* interrupt.c - a library that test_languages.py and test_c.py preload. It makes one poll() in
 * three fail with EINTR, as if a signal had interrupted it. Which ones is irregular: a caller that
 * starts again with its first poll and needs three would never succeed if it were every third.
 *
 * This happens in programs with signal handlers, and some language runtimes have them. SA_RESTART
 * does not help, because the kernel never restarts poll(2). libzmq calls poll in every call.
 *
 *   INTERRUPT_SINCE=FILE  poll fails only while this file exists; each failure adds a byte to it
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

/* Mixes the bits of a number, so that the results for 0, 1, 2, ... look random: lowbias32 of
 * Christopher Wellons, "Prospecting for hash functions", 2018. */
static unsigned mixed(unsigned n)
{
    n = (n ^ n >> 16) * 0x7feb352d;
    n = (n ^ n >> 15) * 0x846ca68b;
    return n ^ n >> 16;
}

/* Adds a byte to the file. Returns false if the file does not exist: then poll must not fail. */
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
    if (mixed(atomic_fetch_add(&calls, 1)) % 3 == 0 && interrupts()) {
        errno = EINTR;
        return -1;
    }
    call *next = (call *)dlsym(RTLD_NEXT, "poll");
    return next(fds, count, timeout);
}
