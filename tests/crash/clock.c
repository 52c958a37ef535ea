/* clock.c - preloaded by test_clock.py: the wall clock of the arena and its hosts is wrong, by
 * another amount each time it is read. Monotonic clocks are right.
 *
 *   CLOCK_OFFSET_S=N   the mean error in seconds
 *   CLOCK_JUMP_S=N     each reading differs from the mean by a random amount up to this
 */
#include <dlfcn.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { VARIABLES_MAX = 64, VARIABLE_BYTES = 600 };

static atomic_uint_fast64_t readings;

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

/* Returns a number from -jump to jump. The multiplier turns the numbers 1, 2, 3, ... of the
 * readings into pseudo-random ones. */
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

typedef int (*spawner)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                       const posix_spawnattr_t *, char *const[], char *const[]);

/* The arena makes the environment of hosts. Adds our variables to it. */
int posix_spawn(pid_t *restrict pid, const char *restrict path,
                const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                char *const env[restrict])
{
    static const char *const ours[] = {"LD_PRELOAD", "CLOCK_OFFSET_S", "CLOCK_JUMP_S"};
    enum { OURS = sizeof ours / sizeof *ours };
    char text[OURS][VARIABLE_BYTES];
    char *all[VARIABLES_MAX + OURS + 1] = {NULL};
    size_t count = 0;
    for (; env[count] && count < VARIABLES_MAX; count++)
        all[count] = env[count];
    for (size_t i = 0; i < OURS; i++) {
        const char *value = getenv(ours[i]);
        (void)snprintf(text[i], VARIABLE_BYTES, "%s=%s", ours[i], value ? value : "");
        all[count++] = text[i];
    }
    spawner real = (spawner)dlsym(RTLD_NEXT, "posix_spawn");
    return real(pid, path, actions, attributes, argv, all);
}
