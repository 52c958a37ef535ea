/* shard/shard_follow.h - a local database that follows what shards play, for readers such as
 * `serve`.
 *
 * It begins as a copy of the folder's arena.db. Each look copies the complete sets that shards have
 * reported since then, as a merge does, but changes nothing in the shard folder. When the folder
 * gets another plan, such as the next round of a Swiss, a new database of another name takes its
 * place.
 */
#ifndef DOM_SHARD_SHARD_FOLLOW_H
#define DOM_SHARD_SHARD_FOLLOW_H

#include "shard/folder.h"

typedef struct dom_shard_follow dom_shard_follow;

/* Begins to follow a shard folder, which is borrowed. Returns DOM_OK; DOM_E_ABSENT if the folder
 * has no plan; DOM_E_IO; DOM_E_NOMEM. Close *out in any case. */
dom_rc dom_shard_follow_open(dom_shard_follow **out, const char *folder, dom_err *err);

/* Copies what is new. Returns DOM_OK; DOM_E_IO if a file cannot be read, and then the database has
 * what was copied before; the next poll tries again. */
dom_rc dom_shard_follow_poll(dom_shard_follow *follow, dom_err *err);

/* Returns the path of the local database. A look may change it. */
const char *dom_shard_follow_db(const dom_shard_follow *follow);

/* Removes the local database. A NULL is accepted. */
void dom_shard_follow_close(dom_shard_follow **follow);

#endif
