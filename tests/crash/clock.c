/* clock.c - preloaded by test_clock.py: the wall clock of every program is wrong, and
 * another time each time it is read. Clocks that only measure are right.
 *
 *   CLOCK_OFFSET_S=N   how wrong it is on average, in seconds
 *   CLOCK_JUMP_S=N     by how much more or less, by chance
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_uint_fast64_t readings;

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

/* From -jump to jump; the multiplier spreads the numbers 1, 2, 3, ... of the readings. */
static long jump(void)
{
    long most = number_of("CLOCK_JUMP_S");
    uint64_t chance =
        (atomic_fetch_add(&readings, 1) + (uint64_t)getpid() + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (long)((chance >> 32) % (uint64_t)(2 * most + 1)) - most;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    long rc = syscall(SYS_clock_gettime, clock, t);
    if (rc == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        t->tv_sec += number_of("CLOCK_OFFSET_S") + jump();
    return (int)rc;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec t;
    (void)zone;
    int rc = clock_gettime(CLOCK_REALTIME, &t);
    *out = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
    return rc;
}

time_t time(time_t *out)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    if (out)
        *out = t.tv_sec;
    return t.tv_sec;
}
