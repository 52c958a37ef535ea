/* claim.h - makes a folder a shard folder, and removes from it what an earlier plan wrote.
 *
 * A plan overwrites and removes files by their names, so it takes only a folder of its own: a new
 * or empty one, one that has a plan.json, or one in which a plan was interrupted: it has .lock, and
 * all its names are those of a plan. Links are not followed below the folder.
 */
#ifndef DOM_SHARD_CLAIM_H
#define DOM_SHARD_CLAIM_H

#include "base/err.h"

/* Makes the folder if it is missing, waits for its lock, and makes the folders in it.
 *
 * lock  receives a descriptor for dom_shard_folder_unlock, also after a failure
 *
 * Returns DOM_OK; DOM_E_CONFIG if it has something that no plan writes (then nothing was made), or
 * a link in place of one of its folders (then .lock and other folders may be new);
 * DOM_E_INTERRUPTED; DOM_E_IO. */
dom_rc dom_shard_claim(int *lock, const char *folder, dom_err *err);

/* Removes the files in done/ and shards/ that have the name of a report, its database or a shard,
 * and decided.json. */
void dom_shard_claim_clear(const char *folder);

#endif
