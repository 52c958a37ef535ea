#include "id_map.h"

#include <search.h>
#include <stdlib.h>

typedef struct {
    int64_t id, number;
} entry;

static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

int64_t *dom_shard_id_map_at(dom_shard_id_map *map, int64_t id)
{
    const entry wanted = {.id = id};
    entry **found = tfind(&wanted, &map->root, compare);
    if (found)
        return &(*found)->number;
    entry *added = malloc(sizeof *added);
    if (added == NULL)
        return NULL;
    *added = wanted;
    if (tsearch(added, &map->root, compare))
        return &added->number;
    free(added);
    return NULL;
}

void dom_shard_id_map_clear(dom_shard_id_map *map)
{
    tdestroy(map->root, free);
    map->root = NULL;
}
