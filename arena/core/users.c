#include "users.h"

#include "core/core.h"
#include "fs/run_dir.h"
#include "ipc/bot_ids.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first of these files that can be opened is used, because a container may have a read-only
 * /run. */
static const char *const lock_files[] = {"/run/domino-arena.users", "/dev/shm/domino-arena.users"};
enum { LOCK_FILES = sizeof lock_files / sizeof *lock_files };

/* What root needs to give each bot a user of its own. */
static const struct {
    int bit;
    const char *name;
} capabilities[] = {{0, "CAP_CHOWN"},
                    {1, "CAP_DAC_OVERRIDE"},
                    {5, "CAP_KILL"},
                    {6, "CAP_SETGID"},
                    {7, "CAP_SETUID"}};

/* The ids from which ranges are taken. systemd leaves them unused (its page "Users, Groups, UIDs
 * and GIDs on systemd systems"), and so do Debian's base-passwd and the subordinate ids of shadow.
 * The first region lies within the 65536 ids to which a container may be limited. */
static const struct {
    uint32_t first, last;
} regions[] = {{DOM_IPC_BOT_ID_FIRST, DOM_IPC_BOT_ID_TRIAL - 1}, {65536, DOM_IPC_BOT_ID_LAST}};
enum { REGIONS = sizeof regions / sizeof *regions };

bool dom_core_bot_users_are_there(void)
{
    bool is_any = false;
    for (size_t i = 0; i < REGIONS; i++)
        is_any |= dom_ipc_bot_ids_are_mapped(regions[i].first, regions[i].last);
    return geteuid() == 0 && is_any;
}

/* Returns the name of a capability that this process lacks, or NULL. */
static const char *missing_capability(void)
{
    char line[200];
    unsigned long long set = ~0ULL;
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        (void)sscanf(line, "CapEff: %llx", &set);
    if (file)
        (void)fclose(file);
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if ((set >> capabilities[i].bit & 1) == 0)
            return capabilities[i].name;
    return NULL;
}

/* Returns true if the file is a plain file of root with one name. It may lie in a folder that is
 * open to everybody, so another user may have made it, or a link to it. */
static bool is_own_file(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == 0 && st.st_nlink == 1;
}

/* Opens the lock file, and creates it if `flags` is O_CREAT. Returns -1 with errno on failure. */
static int open_lock_file(int flags)
{
    for (size_t i = 0; i < LOCK_FILES; i++) {
        int fd = open(lock_files[i], O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
        if (fd >= 0 && is_own_file(fd))
            return fd;
        if (fd >= 0)
            (void)close(fd);
        errno = fd >= 0 ? EPERM : errno;
    }
    return -1;
}

/* Returns whether there is a lock file or one can be made. */
static bool can_lock(void)
{
    int fd = open_lock_file(0);
    if (fd >= 0)
        return close(fd) == 0;
    return access("/run", W_OK | X_OK) == 0 || access("/dev/shm", W_OK | X_OK) == 0;
}

dom_rc dom_core_check_users(dom_err *err, dom_err *remedy)
{
    const char *missing = dom_core_bot_users_are_there() ? missing_capability() : NULL;
    *err = *remedy = (dom_err){.rc = DOM_OK, .text = ""};
    if (missing) {
        (void)dom_err_set(remedy, DOM_OK,
                          "give the container this capability, or run as another user than root");
        return dom_err_set(err, DOM_E_IO, "root without %s: no bot can get a user of its own",
                           missing);
    }
    if (!dom_core_bot_users_are_there() || can_lock())
        return DOM_OK;
    (void)dom_err_set(remedy, DOM_OK,
                      "mount a /run that can be written to, or run as another user than root");
    return dom_err_set(err, DOM_E_IO,
                       "%s: cannot be made, nor in /dev/shm, to reserve users for bots: %s",
                       lock_files[0], strerror(errno));
}

dom_rc dom_core_check_run_base(dom_err *err, dom_err *remedy)
{
    return dom_fs_run_dir_check_base(dom_core_bot_users_are_there(), err, remedy);
}

/* Locks the first free range of `count` ids between *at and `last`, and sets *at to its first id.
 * Returns false with errno 0 if no range is free, and with another errno if the file cannot be
 * locked. */
static bool lock_range(int fd, uint32_t *at, uint32_t last, uint32_t count)
{
    while (count <= last + 1 - *at) {
        struct flock range = {.l_type = F_WRLCK, .l_start = *at, .l_len = count};
        if (fcntl(fd, F_OFD_SETLK, &range) == 0)
            return true;
        if ((errno != EAGAIN && errno != EACCES) || fcntl(fd, F_OFD_GETLK, &range) != 0)
            return false;
        if (range.l_type != F_UNLCK) /* else that lock ended between the two calls */
            *at = (uint32_t)(range.l_start + range.l_len);
        if (*at > last)
            break;
    }
    errno = 0;
    return false;
}

/* ---- which ids have processes ----------------------------------------------- */

/* The state of an id. IS_USED is its byte in the lock file; IS_RUNNING says that it has processes.
 * */
enum { IS_USED = 1, IS_RUNNING = 2 };

/* Reads the four user ids of a process. Returns false if it has ended, which includes a zombie
 * without other threads. */
static bool read_ids(const char *pid, unsigned ids[4])
{
    char path[300], line[200], state = 'Z';
    unsigned threads = 0;
    int found = 0;
    (void)snprintf(path, sizeof path, "/proc/%s/status", pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        (void)sscanf(line, "State: %c", &state);
        (void)sscanf(line, "Threads: %u", &threads);
        if (found != 4)
            found = sscanf(line, "Uid: %u %u %u %u", &ids[0], &ids[1], &ids[2], &ids[3]);
    }
    if (file)
        (void)fclose(file);
    return found == 4 && (state != 'Z' || threads > 1);
}

/* Marks which ids of a range have processes. Returns false if /proc cannot be read. */
static bool find_running(uint32_t first, uint32_t count, uint8_t *state)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    for (uint32_t i = 0; i < count; i++)
        state[i] &= (uint8_t)~IS_RUNNING;
    while (proc && (entry = readdir(proc)) != NULL) {
        unsigned ids[4];
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !read_ids(entry->d_name, ids))
            continue;
        for (int i = 0; i < 4; i++)
            if (ids[i] >= first && ids[i] - first < count)
                state[ids[i] - first] |= IS_RUNNING;
    }
    return proc && closedir(proc) == 0;
}

/* ---- killing the processes that were left ----------------------------------- */

/* Runs `domino-host --sweep`. It is a separate program because it becomes these users, and must
 * hold nothing that they should not see. Returns 0 or an errno. */
static int run_sweeper(const dom_core_bot_users *users, uint32_t first, uint32_t count)
{
    char from[16], number[16];
    char *argv[] = {(char *)"domino-host",
                    (char *)"--sweep",
                    from,
                    number,
                    (char *)dom_fs_run_dir_base(),
                    NULL};
    pid_t pid;
    int status = 0;
    (void)snprintf(from, sizeof from, "%u", first);
    (void)snprintf(number, sizeof number, "%u", count);
    int error = posix_spawn(&pid, users->host_program, NULL, NULL, argv, environ);
    if (error == 0 && waitpid(pid, &status, 0) != pid)
        error = errno;
    return error ? error : status ? ECANCELED : 0;
}

static bool has_running(const uint8_t *state, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (state[i] & IS_RUNNING)
            return true;
    return false;
}

/* Sweeps these ids until they have no processes. */
static dom_rc sweep(const dom_core_bot_users *users, uint32_t first, uint32_t count, uint8_t *state,
                    dom_err *err)
{
    enum { ROUNDS = 500, ROUND_US = 10000 };
    for (int i = 0; i < ROUNDS; i++) {
        int error = run_sweeper(users, first, count);
        if (error)
            return dom_err_set(err, DOM_E_IO, "%s --sweep: %s", users->host_program,
                               strerror(error));
        if (find_running(first, count, state) && !has_running(state, count))
            return DOM_OK;
        usleep(ROUND_US);
    }
    return dom_err_set(err, DOM_E_IO,
                       "bots of an earlier arena still run as user ids %u to %u and cannot be "
                       "ended; end them by hand (ps -eo pid,uid,args)",
                       first, first + count - 1);
}

/* Sweeps every part of the range that a killed arena used. */
static dom_rc sweep_used(const dom_core_bot_users *users, uint8_t *state, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0, end; rc == DOM_OK && i < users->count; i = end) {
        for (end = i; end < users->count && (state[end] & IS_USED) == (state[i] & IS_USED); end++)
            ;
        if (state[i] & IS_USED)
            rc = sweep(users, users->first + i, end - i, state + i, err);
    }
    return rc;
}

dom_rc dom_core_bot_users_sweep(dom_core_bot_users *users, uint32_t index, dom_err *err)
{
    uint8_t state = 0;
    if (users->fd < 0)
        return DOM_OK;
    dom_rc rc = sweep(users, users->first + index, 1, &state, err);
    users->is_left |= rc != DOM_OK;
    return rc;
}

/* ---- reserving a range ------------------------------------------------------ */

/* Writes for every id of the range whether it is used. */
static bool note(const dom_core_bot_users *users, uint8_t *state, bool is_used)
{
    memset(state, is_used, users->count);
    return pwrite(users->fd, state, users->count, users->first) == (ssize_t)users->count;
}

/* Returns the id after the last one in the range that another program uses; 0 if no id is. */
static uint32_t behind_others(const dom_core_bot_users *users, const uint8_t *state)
{
    for (uint32_t i = users->count; i > 0; i--)
        if (state[i - 1] == IS_RUNNING)
            return users->first + i;
    return 0;
}

/* Takes the range at users->first, which is locked, and sweeps it. Returns true when it is done;
 * *rc says whether it worked. If other programs have processes in the range, it unlocks the range,
 * moves users->first behind them and returns false. */
static bool take(dom_core_bot_users *users, uint8_t *state, dom_rc *rc, dom_err *err)
{
    memset(state, 0, users->count);
    if (pread(users->fd, state, users->count, users->first) < 0 ||
        !find_running(users->first, users->count, state)) {
        *rc = dom_err_set(err, DOM_E_IO, "user ids of bots: %s", strerror(errno));
        return true;
    }
    uint32_t next = behind_others(users, state);
    if (next) {
        struct flock range = {.l_type = F_UNLCK, .l_start = users->first, .l_len = users->count};
        (void)fcntl(users->fd, F_OFD_SETLK, &range);
        users->first = next;
        return false;
    }
    *rc = sweep_used(users, state, err);
    if (*rc == DOM_OK && !note(users, state, true))
        *rc = dom_err_set(err, DOM_E_IO, "users of bots cannot be noted: %s", strerror(errno));
    return true;
}

/* Takes a range in the first region that has a free one. */
static dom_rc take_range(dom_core_bot_users *users, uint8_t *state, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; i < REGIONS; i++) {
        users->first = regions[i].first;
        if (!dom_ipc_bot_ids_are_mapped(regions[i].first, regions[i].last))
            continue;
        while (lock_range(users->fd, &users->first, regions[i].last, users->count))
            if (take(users, state, &rc, err))
                return rc;
        if (errno != 0)
            return dom_err_set(err, DOM_E_IO, "cannot reserve users for bots: %s", strerror(errno));
    }
    return dom_err_set(err, DOM_E_LIMIT,
                       "no %u user ids in a row are free for bots in %u..%u and %u..%u: others "
                       "use them, or this container does not have them",
                       users->count, regions[0].first, regions[0].last, regions[1].first,
                       regions[1].last);
}

dom_rc dom_core_bot_users_reserve(dom_core_bot_users *users, uint32_t count,
                                  const char *host_program, dom_err *err)
{
    *users = (dom_core_bot_users){.fd = -1, .count = count, .host_program = host_program};
    if (!dom_core_bot_users_are_there())
        return DOM_OK;
    users->fd = open_lock_file(O_CREAT);
    if (users->fd < 0)
        return dom_err_set(err, DOM_E_IO, "%s: cannot reserve users for bots: %s", lock_files[0],
                           strerror(errno));
    uint8_t *state = malloc(count);
    dom_rc rc = state ? take_range(users, state, err) : dom_err_no_memory(err);
    free(state);
    if (rc != DOM_OK) {
        users->is_left = true;
        dom_core_bot_users_release(users);
    }
    return rc;
}

void dom_core_bot_users_release(dom_core_bot_users *users)
{
    uint8_t *state = users->fd >= 0 && !users->is_left ? malloc(users->count) : NULL;
    if (state)
        (void)note(users, state, false); /* if this fails, the next arena sweeps the range */
    free(state);
    if (users->fd >= 0)
        close(users->fd);
    *users = (dom_core_bot_users){.fd = -1};
}
