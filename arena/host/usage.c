#include "usage.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES_MAX = 4096, STAT_BYTES = 1024 };

/* A list of processes, walked while it grows. */
typedef struct {
    int count;
    int pid[PROCESSES_MAX];
} process_list;

static void add_children_of_thread(process_list *list, int pid, const char *thread)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", pid, thread);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return;
    int child;
    while (list->count < PROCESSES_MAX && fscanf(file, "%d", &child) == 1)
        list->pid[list->count++] = child;
    (void)fclose(file);
}

/* The kernel lists children by the thread that started them. */
static void add_children(process_list *list, int pid)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return;
    struct dirent *entry;
    while ((entry = readdir(threads)) != NULL)
        if (entry->d_name[0] != '.')
            add_children_of_thread(list, pid, entry->d_name);
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
    usage sum = {0, 0};
    add_children(&list, (int)getpid());
    for (int i = 0; i < list.count; i++) {
        add_usage(&sum, list.pid[i]);
        add_children(&list, list.pid[i]);
    }
    return sum;
}
