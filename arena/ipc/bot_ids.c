#include "ipc/bot_ids.h"

#include <stdio.h>

/* Returns true if one line "inside outside count" of the map covers all these ids. */
static bool is_in_map(const char *path, uint32_t first, uint32_t last)
{
    unsigned inside, count;
    bool is_covered = false;
    FILE *map = fopen(path, "re");
    while (map && fscanf(map, "%u %*u %u", &inside, &count) == 2)
        is_covered |= inside <= first && last - inside < count;
    if (map)
        (void)fclose(map);
    return is_covered;
}

bool dom_ipc_bot_ids_are_mapped(uint32_t first, uint32_t last)
{
    return is_in_map("/proc/self/uid_map", first, last) &&
           is_in_map("/proc/self/gid_map", first, last);
}
