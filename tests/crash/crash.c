/* crash.c - preloaded by test_crash.py and test_disk.py: kills the arena at a call that changes
 * files, or lets this call fail.
 *
 * It counts the calls of the process named domino-arena that open plain files for writing, write to
 * them, truncate or sync files or folders, make folders, or rename or remove something. Hosts and
 * bots do not inherit the library. A child that has not executed its program yet is not counted.
 *
 *   CRASH_AT=N       the number of the call, from 1; 0 or unset: no call
 *   CRASH_WAY=WAY    before   kill before the call
 *                    after    kill after it
 *                    half     kill after a write of the first half of its bytes; any other call
 *                             as `after`
 *                    broken   do not kill; the call fails with EIO
 *                    full     do not kill; this call and all later ones that need room fail with
 *                             ENOSPC
 *   CRASH_LOG=FILE   at exit the names of all calls are written there, one per line
 *
 * Output through stdio is not counted, because the C library calls its own functions directly.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CALLS_MAX = 65536 };

typedef enum {
    OPEN,
    FOLDER,
    WRITE,
    PWRITE,
    WRITEV,
    PWRITEV,
    RENAME,
    NEEDS_ROOM = RENAME,
    TRUNCATE,
    SYNC,
    REMOVE
} call;

static const char *const names[] = {
    [OPEN] = "open",     [FOLDER] = "mkdir",    [WRITE] = "write",        [PWRITE] = "pwrite",
    [WRITEV] = "writev", [PWRITEV] = "pwritev", [TRUNCATE] = "ftruncate", [SYNC] = "fsync",
    [RENAME] = "rename", [REMOVE] = "unlink",
};

typedef enum { LIVE, BEFORE, HALF, AFTER, BROKEN, FULL } fate;

static struct {
    pid_t pid; /* process id of the arena; 0 in every other program            */
    long at, count;
    fate way;
    uint8_t seen[CALLS_MAX];
} arena;

static fate way_of(const char *word)
{
    static const char *const words[] = {[BEFORE] = "before",
                                        [HALF] = "half",
                                        [AFTER] = "after",
                                        [BROKEN] = "broken",
                                        [FULL] = "full"};
    for (fate way = BEFORE; word && way <= FULL; way++)
        if (strcmp(word, words[way]) == 0)
            return way;
    return LIVE;
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("CRASH_AT");
    if (strcmp(program_invocation_short_name, "domino-arena") != 0)
        return;
    arena.pid = getpid();
    arena.at = at ? atol(at) : 0;
    arena.way = way_of(getenv("CRASH_WAY"));
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("CRASH_LOG");
    if (arena.pid != getpid() || path == NULL)
        return;
    FILE *log = fopen(path, "we");
    for (long i = 0; log && i < arena.count && i < CALLS_MAX; i++)
        (void)fprintf(log, "%s\n", names[arena.seen[i]]);
    if (log)
        (void)fclose(log);
}

static _Noreturn void die(void)
{
    (void)kill(getpid(), SIGKILL);
    for (;;)
        (void)pause();
}

static bool is_on_disk(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

static bool is_written(const char *path, int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY && strncmp(path, "/dev/", 5) != 0 &&
           strncmp(path, "/proc/", 6) != 0;
}

static bool is_full(call which)
{
    return arena.way == FULL && arena.at > 0 && arena.count > arena.at && which <= NEEDS_ROOM;
}

/* Counts a call and returns what has to happen to it. */
static fate arrive(call which, bool counts)
{
    if (!counts || arena.pid != getpid())
        return LIVE;
    if (arena.count < CALLS_MAX)
        arena.seen[arena.count] = (uint8_t)which;
    arena.count++;
    fate f = arena.count == arena.at || is_full(which) ? arena.way : LIVE;
    if (f == BEFORE)
        die();
    return f;
}

/* Returns true if the call fails; errno then has the reason. */
static bool is_refused(fate f)
{
    if (f == BROKEN || f == FULL)
        errno = f == FULL ? ENOSPC : EIO;
    return f == BROKEN || f == FULL;
}

static long leave(fate f, long result)
{
    if (f != LIVE)
        die();
    return result;
}

static size_t part(fate f, size_t size)
{
    return f == HALF ? size / 2 : size;
}

/* ---- the functions that replace those of the C library --------------------- */

static int open_at(int folder, const char *path, int flags, va_list rest)
{
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    fate f = arrive(OPEN, is_written(path, flags));
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_openat, folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(folder, path, flags, rest);
    va_end(rest);
    return fd;
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(AT_FDCWD, path, flags, rest);
    va_end(rest);
    return fd;
}

__attribute__((alias("openat64"))) int openat(int folder, const char *path, int flags, ...);
__attribute__((alias("open64"))) int open(const char *path, int flags, ...);

int mkdirat(int folder, const char *path, mode_t mode)
{
    fate f = arrive(FOLDER, true);
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_mkdirat, folder, path, mode));
}

int mkdir(const char *path, mode_t mode)
{
    return mkdirat(AT_FDCWD, path, mode);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    fate f = arrive(WRITE, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return leave(f, syscall(SYS_write, fd, bytes, part(f, size)));
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    fate f = arrive(PWRITE, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return leave(f, syscall(SYS_pwrite64, fd, bytes, part(f, size), at));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    fate f = arrive(WRITEV, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return leave(f, syscall(SYS_writev, fd, parts, count));
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at)
{
    fate f = arrive(PWRITEV, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return leave(f, syscall(SYS_pwritev, fd, parts, count, at, 0L));
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at)
{
    return pwritev64(fd, parts, count, at);
}

int ftruncate64(int fd, off64_t size)
{
    fate f = arrive(TRUNCATE, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_ftruncate, fd, size));
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

int fsync(int fd)
{
    fate f = arrive(SYNC, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_fsync, fd));
}

int fdatasync(int fd)
{
    fate f = arrive(SYNC, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_fdatasync, fd));
}

int syncfs(int fd)
{
    fate f = arrive(SYNC, is_on_disk(fd));
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_syncfs, fd));
}

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    fate f = arrive(RENAME, true);
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_renameat, from_at, from, to_at, to));
}

int rename(const char *from, const char *to)
{
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int unlinkat(int folder, const char *name, int flags)
{
    fate f = arrive(REMOVE, true);
    if (is_refused(f))
        return -1;
    return (int)leave(f, syscall(SYS_unlinkat, folder, name, flags));
}

int unlink(const char *path)
{
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}
