#include "proc_usage.h"

#include "base/now.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Of the files read here, only a list of children can be longer than FILE_BYTES. It is cut then: a
 * bot with so many processes has exceeded every limit. */
enum { PROCESSES_MAX = 4096, FILE_BYTES = 8192 };

enum { LOOKS_MAX = 3 }; /* most readings when processes end during them */

/* Fields of /proc/PID/stat: proc_pid_stat(5). */
enum { STATE = 3, CUTIME = 16, CSTIME = 17, RSS = 24, SIGIGNORE = 33 };

/* A walk over the process tree. Each process adds its children to the list. */
typedef struct {
    dom_host_proc_usage *sum;
    const dom_host_thread_turns *turns;
    int count;
    int pid[PROCESSES_MAX];
} proc_usage_walk;

/* Reads FOLDER/SUB/NAME, where FOLDER is open, and adds a NUL. Returns false if the file does not
 * exist any more or is empty. */
static bool read_proc_file(int folder, const char *sub, const char *name,
                           char text[static FILE_BYTES])
{
    char path[80];
    (void)snprintf(path, sizeof path, "%.20s/%s", sub, name);
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, text, FILE_BYTES - 1);
    (void)close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

static void add_children(proc_usage_walk *w, const char *text)
{
    char *end;
    for (long child; w->count < PROCESSES_MAX; text = end) {
        child = strtol(text, &end, 10);
        if (end == text)
            return;
        w->pid[w->count++] = (int)child;
    }
}

/* Adds the second number of a schedstat file: nanoseconds that the thread waited for a CPU
 * (Documentation/scheduler/sched-stats.rst of the kernel). A wait that has not ended is not in
 * it. */
static void add_wait(dom_host_proc_usage *sum, const char *text)
{
    unsigned long long waited = 0;
    if (sscanf(text, "%*u %llu", &waited) == 1)
        sum->waited_us += (int64_t)(waited / 1000);
}

/* Returns field `number` of a stat file, at least STATE. The name before these fields may contain
 * any character, so the search begins behind its last ')'. */
static const char *stat_field(const char *stat, int number)
{
    const char *space = strrchr(stat, ')');
    for (int i = STATE; space && i <= number; i++)
        space = strchr(space + 1, ' ');
    return space ? space + 1 : "";
}

/* Adds one thread. The kernel lists children by the thread that started them. Returns the memory of
 * the whole process in bytes; 0 if the thread has ended. */
static int64_t add_thread(proc_usage_walk *w, int folder, const char *thread, bool is_bot,
                          bool is_us)
{
    char text[FILE_BYTES];
    int64_t resident = 0;
    if (read_proc_file(folder, thread, "children", text))
        add_children(w, text);
    if (read_proc_file(folder, thread, "schedstat", text))
        add_wait(w->sum, text);
    if (!is_us && read_proc_file(folder, thread, "stat", text)) {
        w->sum->is_runnable |= *stat_field(text, STATE) == 'R';
        resident = atoll(stat_field(text, RSS)) * sysconf(_SC_PAGESIZE);
    }
    if (w->turns)
        dom_ipc_sched_policy_set(atoi(thread), is_bot ? w->turns->bot : w->turns->own);
    return resident;
}

/* Adds all threads of a process. The memory is the largest that any thread reports, because a
 * process continues when its first thread, which then reports 0, has ended. */
static void add_threads(proc_usage_walk *w, int pid, bool is_bot)
{
    char path[64];
    int64_t resident = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return;
    struct dirent *entry;
    while ((entry = readdir(threads)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        w->sum->threads += is_bot;
        int64_t seen = add_thread(w, dirfd(threads), entry->d_name, is_bot,
                                  !is_bot && atoi(entry->d_name) == pid); /* the reading thread */
        resident = seen > resident ? seen : resident;
    }
    w->sum->resident_bytes += is_bot ? resident : 0;
    (void)closedir(threads);
}

static int64_t us_of_ticks(long long ticks)
{
    return ticks * 1000000 / sysconf(_SC_CLK_TCK);
}

/* Returns the CPU time of the process with this clock, including threads that have ended; -1 if it
 * has ended. */
static int64_t read_clock(clockid_t clock)
{
    struct timespec ran;
    if (clock_gettime(clock, &ran) != 0)
        return -1;
    return ran.tv_sec * INT64_C(1000000) + ran.tv_nsec / 1000;
}

static void add_clock(dom_host_proc_usage *sum, clockid_t clock, int64_t ran_us)
{
    sum->ran_us += ran_us;
    if (sum->clock_count == DOM_HOST_USAGE_CLOCKS_MAX)
        return;
    sum->clock[sum->clock_count].id = clock;
    sum->clock[sum->clock_count++].ran_us = ran_us;
}

/* Adds the CPU time of a process and of its ended children. This must come after the lists of its
 * children were read: a child that ended before, and was on no list, is then counted here. */
static void add_process(dom_host_proc_usage *sum, int pid)
{
    char folder[24], stat[FILE_BYTES];
    (void)snprintf(folder, sizeof folder, "/proc/%d", pid);
    clockid_t clock;
    int64_t ran_us = clock_getcpuclockid(pid, &clock) == 0 ? read_clock(clock) : -1;
    if (ran_us < 0 || !read_proc_file(AT_FDCWD, folder, "stat", stat)) {
        sum->is_torn = true;
        return;
    }
    add_clock(sum, clock, ran_us);
    sum->processes++;
    sum->living += strchr("ZX", *stat_field(stat, STATE)) == NULL;
    int64_t told_us =
        us_of_ticks(atoll(stat_field(stat, CUTIME)) + atoll(stat_field(stat, CSTIME)));
    sum->told_us += told_us;
    sum->ran_us += told_us;
    sum->is_untold |= (atoll(stat_field(stat, SIGIGNORE)) >> (SIGCHLD - 1) & 1) != 0;
}

/* Returns the CPU time of the ended children of the host: the bot and adopted orphans. */
static int64_t ended_children_us(void)
{
    struct rusage ended;
    if (getrusage(RUSAGE_CHILDREN, &ended) != 0)
        return 0;
    return (ended.ru_utime.tv_sec + ended.ru_stime.tv_sec) * INT64_C(1000000) +
           ended.ru_utime.tv_usec + ended.ru_stime.tv_usec;
}

static dom_host_proc_usage look_at_processes(const dom_host_thread_turns *turns)
{
    dom_host_proc_usage sum = {.ran_us = ended_children_us()};
    proc_usage_walk w;
    w.sum = &sum;
    w.turns = turns;
    w.count = 0; /* w.pid is large and need not be cleared */
    add_threads(&w, (int)getpid(), false);
    for (int i = 0; i < w.count; i++) {
        add_threads(&w, w.pid[i], true);
        add_process(&sum, w.pid[i]);
    }
    return sum;
}

dom_host_proc_usage dom_host_proc_usage_of_descendants(const dom_host_thread_turns *turns)
{
    int64_t began_us = dom_now_us();
    dom_host_proc_usage sum = look_at_processes(turns);
    for (int i = 1; i < LOOKS_MAX && sum.is_torn; i++)
        sum = look_at_processes(turns);
    sum.took_us = dom_now_us() - began_us;
    return sum;
}

int64_t dom_host_proc_usage_ran_since(const dom_host_proc_usage *u)
{
    int64_t sum = 0;
    for (int i = 0; i < u->clock_count; i++) {
        int64_t ran_us = read_clock(u->clock[i].id) - u->clock[i].ran_us;
        if (ran_us < 0)
            return -1;
        sum += ran_us;
    }
    return u->clock_count > 0 ? sum : -1;
}
