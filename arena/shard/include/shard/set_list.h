/* shard/set_list.h - which duplicate sets a shard plays, and how sets are shared out. Pure.
 */
#ifndef DOM_SHARD_SET_LIST_H
#define DOM_SHARD_SET_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sets from `first` to `last`. */
typedef struct {
    uint32_t first, last;
} dom_shard_range;

/* A list of sets as ranges, ascending, with a set missing between two ranges. A zeroed struct is
 * the empty list. */
typedef struct {
    dom_shard_range *item;
    size_t count, room;
} dom_shard_set_list;

/* Appends a set, which must be higher than all sets of the list. Returns false when out of memory.
 */
bool dom_shard_set_list_add(dom_shard_set_list *list, uint32_t set);

/* Returns true if the list has this set. The time grows with the logarithm of the number of ranges.
 */
bool dom_shard_set_list_has(const dom_shard_set_list *list, uint32_t set);

/* Returns the set of the list that is `more` sets after `set`, or its last set if there are fewer.
 * Pre: range `range` of the list has `set`. Example: in 1-3, 7, 9-10 the set 3 sets after 2 is 9.
 */
uint32_t dom_shard_set_list_ahead(const dom_shard_set_list *list, size_t range, uint32_t set,
                                  uint32_t more);

/* Returns the number of sets. */
uint64_t dom_shard_set_list_size(const dom_shard_set_list *list);

/* Frees the list, which is empty then. */
void dom_shard_set_list_clear(dom_shard_set_list *list);

/* A set and how long it is expected to take, in seconds of one core. */
typedef struct {
    uint32_t set;
    double expected_s;
} dom_shard_cost;

/* Shares sets out so that all shards take about equally long: the longest first, each to the shard
 * that has least so far (R. Graham, "Bounds on multiprocessing timing anomalies", 1969). Equally
 * long sets come in a scattered order. In the order of their numbers, with 6 tables and 4 shards,
 * each shard would get the same 3 tables of every cycle. A shard whose tables have the slow bots
 * would take longest.
 *
 * cost    [count], ascending by set
 * of_set  [count]: receives the shard, from 0, of the set that stood at this index
 * load_s  [shards]: receives how long each shard is expected to take
 * Returns false when out of memory. Pre: shards >= 1. */
bool dom_shard_share_out(const dom_shard_cost cost[], size_t count, uint32_t shards,
                         uint32_t of_set[], double load_s[]);

#endif
