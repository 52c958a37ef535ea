#include "usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the files read here only a list of children can be longer, and is then cut: who has
 * so many has passed every limit. */
enum { PROCESSES_MAX = 4096, FILE_BYTES = 8192 };

/* A walk over processes, which finds more of them as it goes. */
typedef struct {
    usage *sum;
    const usage_turns *turns;
    int count;
    int pid[PROCESSES_MAX];
} walk;

/* Read FOLDER/SUB/NAME of an open folder, ended by NUL. False when it is gone. */
static bool read_file(int folder, const char *sub, const char *name, char text[static FILE_BYTES])
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

static void add_children(walk *w, const char *text)
{
    char *end;
    for (long child; w->count < PROCESSES_MAX; text = end) {
        child = strtol(text, &end, 10);
        if (end == text)
            return;
        w->pid[w->count++] = (int)child;
    }
}

/* Documentation/scheduler/sched-stats.rst of the kernel: nanoseconds on a CPU, and
 * waiting for one. The wait that is under way is not in it. */
static void add_times(usage *sum, const char *text, bool is_bot)
{
    unsigned long long ran = 0, waited = 0;
    if (sscanf(text, "%llu %llu", &ran, &waited) != 2)
        return;
    sum->ran_us += is_bot ? (int64_t)(ran / 1000) : 0;
    sum->waited_us += (int64_t)(waited / 1000);
}

/* The state is behind the name, which may hold anything. */
static void add_state(usage *sum, const char *stat)
{
    const char *after_name = strrchr(stat, ')');
    sum->is_runnable |= after_name && strncmp(after_name, ") R", 3) == 0;
}

/* The kernel lists children by the thread that started them. */
static void add_thread(walk *w, int folder, const char *thread, bool is_bot, bool is_us)
{
    char text[FILE_BYTES];
    if (read_file(folder, thread, "children", text))
        add_children(w, text);
    if (read_file(folder, thread, "schedstat", text))
        add_times(w->sum, text, is_bot);
    if (!is_us && read_file(folder, thread, "stat", text))
        add_state(w->sum, text);
    if (w->turns)
        dom_turns_take(atoi(thread), is_bot ? w->turns->bot : w->turns->own);
}

static void add_threads(walk *w, int pid, bool is_bot)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return;
    struct dirent *entry;
    while ((entry = readdir(threads)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        w->sum->threads += is_bot;
        add_thread(w, dirfd(threads), entry->d_name, is_bot,
                   !is_bot && atoi(entry->d_name) == pid); /* we who look run */
    }
    (void)closedir(threads);
}

/* The second field of /proc/PID/statm; for stat the kernel would add times up. */
static void add_memory(usage *sum, int pid)
{
    char number[24], statm[FILE_BYTES];
    long pages = 0;
    (void)snprintf(number, sizeof number, "/proc/%d", pid);
    if (read_file(AT_FDCWD, number, "statm", statm) && sscanf(statm, "%*s %ld", &pages) == 1)
        sum->resident_bytes += pages * sysconf(_SC_PAGESIZE);
}

usage usage_of_descendants(const usage_turns *turns)
{
    usage sum = {0};
    walk w;
    w.sum = &sum;
    w.turns = turns;
    w.count = 0; /* the list stays as it is: it is long */
    add_threads(&w, (int)getpid(), false);
    for (int i = 0; i < w.count; i++) {
        add_memory(&sum, w.pid[i]);
        add_threads(&w, w.pid[i], true);
    }
    return sum;
}

int64_t usage_kept_waiting_us(const usage *before, const usage *now, int64_t passed_us)
{
    int64_t ran = now->ran_us - before->ran_us;
    int64_t waited = now->waited_us - before->waited_us;
    int64_t most = passed_us - (ran > 0 ? ran : 0);
    if (most < 0)
        most = 0;
    return now->is_runnable || waited > most ? most : waited > 0 ? waited : 0;
}
