#include "usage.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES_MAX = 4096, STAT_BYTES = 1024 };

/* A list of processes, walked while it grows. */
typedef struct {
    int count;
    int pid[PROCESSES_MAX];
} process_list;

/* Opens /proc/PID/task/THREAD/NAME, NULL when it is gone. */
static FILE *open_of_thread(int pid, const char *thread, const char *name)
{
    char path[80];
    (void)snprintf(path, sizeof path, "/proc/%d/task/%.20s/%s", pid, thread, name);
    return fopen(path, "re");
}

static void add_children_of_thread(process_list *list, int pid, const char *thread)
{
    FILE *file = open_of_thread(pid, thread, "children");
    if (file == NULL)
        return;
    int child;
    while (list->count < PROCESSES_MAX && fscanf(file, "%d", &child) == 1)
        list->pid[list->count++] = child;
    (void)fclose(file);
}

/* Documentation/scheduler/sched-stats.rst of the kernel: nanoseconds on a CPU, and
 * waiting for one. The wait that is under way is not in it. */
static void add_times_of_thread(usage *sum, int pid, const char *thread, bool is_bot)
{
    unsigned long long ran = 0, waited = 0;
    FILE *file = open_of_thread(pid, thread, "schedstat");
    if (file == NULL)
        return;
    if (fscanf(file, "%llu %llu", &ran, &waited) == 2) {
        sum->ran_us += is_bot ? (int64_t)(ran / 1000) : 0;
        sum->waited_us += (int64_t)(waited / 1000);
    }
    (void)fclose(file);
}

/* The state is behind the name, which may hold anything. */
static void add_state_of_thread(usage *sum, int pid, const char *thread)
{
    char stat[STAT_BYTES];
    FILE *file = open_of_thread(pid, thread, "stat");
    if (file == NULL)
        return;
    size_t n = fread(stat, 1, sizeof stat - 1, file);
    (void)fclose(file);
    stat[n] = '\0';
    const char *after_name = strrchr(stat, ')');
    sum->is_runnable |= after_name && strncmp(after_name, ") R", 3) == 0;
}

/* The kernel lists children by the thread that started them. */
static void add_threads(process_list *list, usage *sum, int pid, bool is_bot)
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
        add_children_of_thread(list, pid, entry->d_name);
        add_times_of_thread(sum, pid, entry->d_name, is_bot);
        if (is_bot || atoi(entry->d_name) != pid) /* we who look run */
            add_state_of_thread(sum, pid, entry->d_name);
    }
    (void)closedir(threads);
}

/* Fields 20 (threads) and 24 (resident pages) of /proc/PID/stat, counted behind the
 * name, which may hold anything. */
static void add_usage(usage *sum, int pid)
{
    char path[64], stat[STAT_BYTES];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    size_t n = fread(stat, 1, sizeof stat - 1, file);
    (void)fclose(file);
    stat[n] = '\0';
    const char *after_name = strrchr(stat, ')');
    long threads, pages;
    if (after_name == NULL ||
        sscanf(after_name + 1,
               " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %*u "
               "%*u %ld",
               &threads, &pages) != 2)
        return;
    sum->threads += (int)threads;
    sum->resident_bytes += pages * sysconf(_SC_PAGESIZE);
}

usage usage_of_descendants(void)
{
    process_list list = {.count = 0};
    usage sum = {0};
    add_threads(&list, &sum, (int)getpid(), false);
    for (int i = 0; i < list.count; i++) {
        add_usage(&sum, list.pid[i]);
        add_threads(&list, &sum, list.pid[i], true);
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
