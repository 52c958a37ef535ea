/* shard/shard_merge.h - joins what the shards have played into one database.
 */
#ifndef DOM_SHARD_SHARD_MERGE_H
#define DOM_SHARD_SHARD_MERGE_H

#include "base/string_list.h"
#include "results/comparison.h"
#include "shard/folder.h"
#include "shard/import.h"

/* What a merge has found and done. */
typedef struct {
    dom_shard_imported added;          /* by this merge                               */
    dom_shard_set_list missing;        /* planned sets that no shard has played yet    */
    dom_results_comparison comparison; /* of a comparison: its test; else empty       */
    bool is_finished;    /* every match of the tournament is there: its secret is revealed */
    dom_strings remarks; /* one line per run that did not end well and whose shard lacks sets  */
} dom_shard_merged;

/* Adds to FOLDER/arena.db the complete sets that are in done/ and not in it yet. The database is
 * replaced as a whole or not at all, so a merge that is killed has changed nothing, and a second
 * one adds nothing. A set that is there stays as it is. If several runs have played a new one, the
 * lowest shard counts (0, of --missing, first), then the lowest run id. Only one merge works at a
 * time, others wait. A comparison is finished when its test is decided. Then no set is missing, and
 * the folder tells the shards so.
 *
 * out  clear it with dom_shard_merged_clear in any case
 *
 * Returns DOM_OK, also if sets are missing; DOM_E_ABSENT without a plan; DOM_E_MALFORMED if the
 * database of a report is damaged; DOM_E_IO if a file is of another plan, tournament, secret,
 * rules, bots or program; DOM_E_CONFIG if TMPDIR cannot be used; DOM_E_NOMEM; DOM_E_INTERRUPTED. */
dom_rc dom_shard_merge(dom_shard_merged *out, const char *folder, dom_err *err);

/* The same, but returns DOM_E_LIMIT if another process plans or merges in this folder. */
dom_rc dom_shard_merge_if_free(dom_shard_merged *out, const char *folder, dom_err *err);

void dom_shard_merged_clear(dom_shard_merged *merged);

#endif
