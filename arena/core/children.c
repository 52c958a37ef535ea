#include "children.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    CHILDREN_AT_ONCE = 4096, /* children per round; others are seen in the next round */
    ROUNDS_MAX = 1000
};

/* Lists the children of this process. Returns how many there are, at most `room`. */
static uint32_t list_children(pid_t *pids, uint32_t room)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "re");
    uint32_t count = 0;
    while (file && count < room && fscanf(file, "%d", &pids[count]) == 1)
        count++;
    if (file)
        (void)fclose(file);
    return count;
}

void dom_core_inherited_note(dom_core_inherited *inherited)
{
    inherited->count = list_children(inherited->pid, DOM_CORE_INHERITED_MAX);
}

static bool is_inherited(const dom_core_inherited *inherited, pid_t pid)
{
    for (uint32_t i = 0; i < inherited->count; i++)
        if (inherited->pid[i] == pid)
            return true;
    return false;
}

/* Kills and reaps a child, with its process group if it leads one. What the child had started
 * becomes a child of this process, and is seen in the next round. */
static bool end_child(pid_t pid)
{
    if (getpgid(pid) == pid)
        (void)kill(-pid, SIGKILL);
    (void)kill(pid, SIGKILL);
    return waitpid(pid, NULL, 0) == pid;
}

void dom_core_children_end_adopted(const dom_core_inherited *inherited,
                                   bool (*is_host)(const void *context, pid_t pid),
                                   const void *context)
{
    pid_t pids[CHILDREN_AT_ONCE];
    bool any = true;
    for (int round = 0; any && round < ROUNDS_MAX; round++) {
        uint32_t count = list_children(pids, CHILDREN_AT_ONCE);
        any = false;
        for (uint32_t i = 0; i < count; i++)
            if (!is_host(context, pids[i]) && !is_inherited(inherited, pids[i]))
                any |= end_child(pids[i]);
    }
}
