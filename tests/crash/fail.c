/* fail.c - preloaded by test_fail.py: one call of a program fails, as if memory was out or the disk
 * was broken.
 *
 * It counts the calls of one kind from the beginning of main() to its end.
 *
 *   FAIL_PROGRAM=NAME  the program whose calls are counted. The programs that it starts inherit the
 *                      library, but their calls are not counted, and neither are those of a child
 *                      that has not executed its program yet
 *   FAIL_KIND=KIND     `memory` (fails with ENOMEM), `files` (EIO) or `processes` (EAGAIN)
 *   FAIL_AT=N          the number of the call that fails, from 1; 0: none
 *   FAIL_ONCE=FILE     of several processes with this name only one fails, the one that makes FILE
 *   FAIL_LOG=FILE      at the end of main() the number of calls is written there, followed by the
 *                      first call of each way, one per line; a way is a chain of callers
 *
 * The C library's calls of its own functions are seen for memory only.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum { MEMORY, FILES, PROCESSES, KINDS } kind;

static const struct {
    const char *name;
    int error;
} kinds[KINDS] = {
    [MEMORY] = {"memory", ENOMEM},
    [FILES] = {"files", EIO},
    [PROCESSES] = {"processes", EAGAIN},
};

static struct {
    pid_t pid; /* 0 before and after main(), and in every other program        */
    kind kind;
    long at, count;
    int (*main)(int argc, char **argv, char **env);
} program;

/* The calls that were made in a new way, in their order. Two ways with the same hash count as one.
 */
enum { CALLERS_MAX = 24, WAYS_MAX = 1 << 16 };
static struct {
    bool is_wanted;
    long count;
    long calls[WAYS_MAX];
    unsigned long hashes[WAYS_MAX]; /* a hash table; 0: free */
} ways;

static unsigned long hash_of_callers(void)
{
    void *callers[CALLERS_MAX];
    int count = backtrace(callers, CALLERS_MAX);
    unsigned long hash = 14695981039346656037UL; /* FNV-1a, a word at a time */
    for (int i = 0; i < count; i++)
        hash = (hash ^ (unsigned long)callers[i]) * 1099511628211UL;
    return hash | 1;
}

static void note_way(void)
{
    unsigned long hash = hash_of_callers(), at = hash >> 16;
    while (ways.hashes[at % WAYS_MAX] != 0 && ways.hashes[at % WAYS_MAX] != hash)
        at++;
    if (ways.hashes[at % WAYS_MAX] == hash || ways.count == WAYS_MAX - 1)
        return;
    ways.hashes[at % WAYS_MAX] = hash;
    ways.calls[ways.count++] = program.count;
}

static bool is_first(void)
{
    const char *path = getenv("FAIL_ONCE");
    if (path == NULL)
        return true;
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR);
    return fd >= 0 && syscall(SYS_close, fd) == 0;
}

/* Counts a call. Returns true if it has to fail. */
static bool fails(kind which)
{
    if (program.pid == 0 || which != program.kind || program.pid != getpid())
        return false;
    program.count++;
    if (ways.is_wanted)
        note_way();
    if (program.count != program.at || !is_first())
        return false;
    errno = kinds[which].error;
    return true;
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* ---- main ------------------------------------------------------------------ */

static void write_log(void)
{
    const char *path = getenv("FAIL_LOG");
    FILE *log = path ? fopen(path, "we") : NULL;
    if (log == NULL)
        return;
    (void)fprintf(log, "%ld\n", program.count);
    for (long i = 0; i < ways.count; i++)
        (void)fprintf(log, "%ld\n", ways.calls[i]);
    (void)fclose(log);
}

static int counted_main(int argc, char **argv, char **env)
{
    const char *name = getenv("FAIL_PROGRAM"), *word = getenv("FAIL_KIND"), *at = getenv("FAIL_AT");
    if (!name || !word || strcmp(program_invocation_short_name, name) != 0)
        return program.main(argc, argv, env);
    while (program.kind < KINDS && strcmp(kinds[program.kind].name, word) != 0)
        program.kind++;
    program.at = at ? atol(at) : 0;
    (void)hash_of_callers(); /* its first call allocates memory      */
    ways.is_wanted = getenv("FAIL_LOG") != NULL;
    program.pid = getpid();
    int status = program.main(argc, argv, env);
    program.pid = 0;
    write_log();
    return status;
}

typedef int start_main(int (*main)(int, char **, char **), int argc, char **argv,
                       void (*init)(void), void (*fini)(void), void (*rtld_fini)(void), void *end);

start_main __libc_start_main;

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *end)
{
    start_main *real = (start_main *)next("__libc_start_main");
    program.main = main;
    return real(counted_main, argc, argv, init, fini, rtld_fini, end);
}

/* ---- memory: the C library calls these functions, too ----------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_realloc(old, size);
}

/* ---- files and processes ---------------------------------------------------- */

#define CALL(kind, type, name, failed, parameters, arguments)                                      \
    type name parameters                                                                           \
    {                                                                                              \
        type(*real) parameters = (type(*) parameters)next(#name);                                  \
        return fails(kind) ? (failed) : real arguments;                                            \
    }

/* The argument `mode` exists only if a file is created; else it is ignored. */
#define OPEN(name, parameters, arguments, last)                                                    \
    int name parameters                                                                            \
    {                                                                                              \
        va_list list;                                                                              \
        va_start(list, last);                                                                      \
        mode_t mode = last & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                     \
        va_end(list);                                                                              \
        int(*real) parameters = (int(*) parameters)next(#name);                                    \
        return fails(FILES) ? -1 : real arguments;                                                 \
    }

OPEN(open, (const char *path, int flags, ...), (path, flags, mode), flags)
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), flags)
OPEN(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode), flags)
OPEN(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode), flags)

CALL(FILES, FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
CALL(FILES, FILE *, fopen64, NULL, (const char *path, const char *mode), (path, mode))
CALL(FILES, DIR *, opendir, NULL, (const char *path), (path))
CALL(FILES, DIR *, fdopendir, NULL, (int fd), (fd))
CALL(FILES, ssize_t, read, -1, (int fd, void *bytes, size_t size), (fd, bytes, size))
CALL(FILES, ssize_t, pread64, -1, (int fd, void *bytes, size_t n, off64_t at), (fd, bytes, n, at))
CALL(FILES, ssize_t, write, -1, (int fd, const void *bytes, size_t size), (fd, bytes, size))
CALL(FILES, ssize_t, pwrite64, -1, (int fd, const void *bytes, size_t n, off64_t at),
     (fd, bytes, n, at))
CALL(FILES, int, ftruncate64, -1, (int fd, off64_t size), (fd, size))
CALL(FILES, int, fsync, -1, (int fd), (fd))
CALL(FILES, int, fdatasync, -1, (int fd), (fd))
CALL(FILES, int, stat, -1, (const char *path, struct stat *st), (path, st))
CALL(FILES, int, lstat, -1, (const char *path, struct stat *st), (path, st))
CALL(FILES, int, fstat, -1, (int fd, struct stat *st), (fd, st))
CALL(FILES, int, fstatat, -1, (int at, const char *path, struct stat *st, int flags),
     (at, path, st, flags))
CALL(FILES, int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
CALL(FILES, int, mkdirat, -1, (int at, const char *path, mode_t mode), (at, path, mode))
CALL(FILES, char *, mkdtemp, NULL, (char *path), (path))
CALL(FILES, int, mkostemp, -1, (char *path, int flags), (path, flags))
CALL(FILES, char *, realpath, NULL, (const char *path, char *out), (path, out))
CALL(FILES, int, chmod, -1, (const char *path, mode_t mode), (path, mode))
CALL(FILES, int, fchmod, -1, (int fd, mode_t mode), (fd, mode))
CALL(FILES, int, rename, -1, (const char *from, const char *to), (from, to))
CALL(FILES, int, renameat, -1, (int at, const char *from, int to_at, const char *to),
     (at, from, to_at, to))
CALL(FILES, int, renameat2, -1, (int at, const char *from, int to_at, const char *to, unsigned how),
     (at, from, to_at, to, how))
CALL(FILES, int, symlink, -1, (const char *target, const char *path), (target, path))

CALL(PROCESSES, int, posix_spawn, EAGAIN,
     (pid_t *restrict pid, const char *restrict path,
      const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attr,
      char *const argv[restrict], char *const env[restrict]),
     (pid, path, actions, attr, argv, env))
CALL(PROCESSES, int, posix_spawnp, EAGAIN,
     (pid_t *restrict pid, const char *restrict path,
      const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attr,
      char *const argv[restrict], char *const env[restrict]),
     (pid, path, actions, attr, argv, env))
CALL(PROCESSES, pid_t, fork, -1, (void), ())
CALL(PROCESSES, int, pipe2, -1, (int fds[2], int flags), (fds, flags))
CALL(PROCESSES, int, socketpair, -1, (int domain, int type, int protocol, int fds[2]),
     (domain, type, protocol, fds))
CALL(PROCESSES, int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))
