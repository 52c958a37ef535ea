/* shard_tournament.h - what planning, playing and merging need to know about a stored tournament.
 */
#ifndef DOM_SHARD_SHARD_TOURNAMENT_H
#define DOM_SHARD_SHARD_TOURNAMENT_H

#include "schedule/schedule.h"
#include "shard/folder.h"

/* Opens the schedule of a stored tournament. A Swiss gets its stored results, so that the rounds
 * that are complete are known. The caller closes *out. */
dom_rc dom_shard_schedule_open(dom_schedule **out, dom_store *store, const dom_store_tournament *t,
                               dom_err *err);

/* Returns the number of the last set whose bots are known; 0 if there is none. */
uint32_t dom_shard_last_set(const dom_schedule *schedule);

/* Returns true if later pairings depend on results. */
bool dom_shard_needs_results(const dom_store_tournament *t);

/* Fills plan->id from everything that must be equal in all shards: tournament, secrets, options,
 * bots, and the rest of the plan. */
void dom_shard_identify(dom_shard_plan *plan, const dom_store_tournament *t);

/* Returns DOM_OK, or DOM_E_IO if the shard has sets beyond the last one of the schedule. */
dom_rc dom_shard_check_part(const dom_shard_part *part, uint32_t last, const char *folder,
                            dom_err *err);

/* Reads the plan of a folder for this program. Returns as dom_shard_plan_read; DOM_E_IO also if
 * another version of the program made it. */
dom_rc dom_shard_plan_open(dom_shard_plan *out, const char *folder, dom_err *err);

/* Returns DOM_OK if *t is the tournament of the plan, with its secrets, bots and rules; else
 * DOM_E_IO. */
dom_rc dom_shard_check_identity(const dom_shard_plan *plan, const dom_store_tournament *t,
                                const char *folder, dom_err *err);

/* Lists the planned sets that are not in the store's tournament. The caller clears *out. Returns
 * DOM_OK; DOM_E_IO also if the files in shards/ do not have the sets of the plan. */
dom_rc dom_shard_list_missing(dom_shard_set_list *out, const dom_shard_plan *plan,
                              const char *folder, dom_store *store, dom_err *err);

/* Counts the sets that dom_shard_list_missing lists. */
dom_rc dom_shard_count_missing(uint64_t *out, const dom_shard_plan *plan, const char *folder,
                               dom_store *store, dom_err *err);

#endif
