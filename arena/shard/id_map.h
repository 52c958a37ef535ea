/* shard/id_map.h - a number for each id of a file from a shard folder. Ids may be of any size and
 * come in any order: the memory depends only on how many there are, and a search takes a time in
 * proportion to the logarithm of that.
 *
 * A zeroed struct is an empty map.
 */
#ifndef DOM_SHARD_ID_MAP_H
#define DOM_SHARD_ID_MAP_H

#include <stdint.h>

typedef struct {
    void *root; /* of the tree of tsearch(3) */
} dom_shard_id_map;

/* Returns the place of the number of this id, which is 0 for a new id; NULL when out of memory. The
 * place is valid until the map is cleared. */
int64_t *dom_shard_id_map_at(dom_shard_id_map *map, int64_t id);

/* Frees all numbers. The map is empty then. */
void dom_shard_id_map_clear(dom_shard_id_map *map);

#endif
