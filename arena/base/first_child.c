#include "base/first_child.h"

#include <stdio.h>

pid_t dom_first_child(pid_t pid)
{
    char path[64];
    int child = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = pid > 0 ? fopen(path, "re") : NULL;
    if (file && fscanf(file, "%d", &child) != 1)
        child = 0;
    if (file)
        (void)fclose(file);
    return child;
}
