/* spring.h - a tournament of the bots a, b and c in block-2, its databases and its shard folder.
 *
 * Its twelve matches are two cycles of three sets: a-b in the matches 1 and 2, a-c in 3 and 4, b-c
 * in 5 and 6, and then again. */
#ifndef DOM_TESTS_SHARD_SPRING_H
#define DOM_TESTS_SHARD_SPRING_H

#include "small_store.h"

#include "shard/folder.h"

enum { SPRING_SETS = 6, SPRING_MATCHES = 12 };

/* Returns the tournament as it was announced, without an id. */
dom_store_tournament spring(void);

/* Makes a database with this tournament, and sets its id. The caller closes it. */
dom_store *spring_store(const char *path, dom_store_tournament *t);

/* Returns match `number`, played by the processes with these ids; 0: none. */
dom_store_match spring_match(int64_t tournament, uint64_t number, int64_t first, int64_t second);

/* Store matches, or one fault or process, durably. */
void spring_add_match(dom_store *store, const dom_store_match *m);
void spring_add_matches(dom_store *store, int64_t tournament, uint64_t first, uint64_t last);
void spring_add_fault(dom_store *store, const dom_store_fault *f);

/* ---- the shard folder --------------------------------------------------------------------- */

/* Makes the folder in `s`, with a plan of two shards: the first cycle and the second one. Its
 * arena.db has no matches. A plan of
 * another time is another plan. The work folders of shards are in `s` from now on. */
void spring_plan(const scratch *s, int64_t created_ms);
const char *spring_folder(void);

/* Returns a report of a run of the shard without a database. */
dom_shard_report spring_report(uint32_t shard, const char *run, dom_shard_state state);

/* Writes a report whose database is a new one of this tournament with these matches; last = 0:
 * with none. */
void spring_publish(dom_shard_report *report, dom_store_tournament *t, uint64_t first,
                    uint64_t last);

/* Returns the path of a file in the shard folder; valid until the fourth following call. */
const char *spring_at(const char *name);

#endif
