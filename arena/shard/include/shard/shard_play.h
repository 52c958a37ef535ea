/* shard/shard_play.h - plays one shard.
 */
#ifndef DOM_SHARD_SHARD_PLAY_H
#define DOM_SHARD_SHARD_PLAY_H

#include "core/core.h"
#include "home/home.h"
#include "shard/folder.h"

/* Told what happens; texts are lines without a line feed, valid during the call. */
typedef struct {
    void *context;
    void (*on_note)(void *context, const char *text);
} dom_shard_listener;

/* All pointers are borrowed. */
typedef struct {
    const char *folder;
    uint32_t shard;   /* from 1; 0: plays all that is planned and not merged          */
    uint32_t cores;   /* how many may be used; 0: all that the process may run on    */
    const char *job;  /* names the job in reports, "" for none                       */
    int64_t report_s; /* seconds between two reports            */
    dom_shard_listener listener;
} dom_shard_play_spec;

/* How a run of a shard has ended. */
typedef struct {
    dom_shard_report report; /* the last one                                    */
    uint64_t skipped;        /* matches that were not played, because a bot was withdrawn */
    bool is_decided;         /* a comparison whose test was decided before: nothing was played */
    dom_core_progress progress;
} dom_shard_played;

/* Plays the sets of a shard that no earlier run of it has reported. Its database lies on the local
 * disk. Every report_s seconds, and at the end, a copy of it goes to the folder with a report
 * (folder.h). So a shard that is killed loses at most what it played since then, and the next run
 * plays that again. The secret is not revealed.
 *
 * A shared folder that is full or slow does not stop the play; a note says that a report could not
 * be written, and it is written again later. A run that ends normally tries its last report for ten
 * minutes, any other run once. If that fails too, the matches are kept on the local disk, and the
 * error says how to copy them. If another run of the same shard reports meanwhile, the run with the
 * higher id ends as "interrupted".
 *
 * Returns DOM_OK if all its sets are played, or if matches were skipped; DOM_E_ABSENT without a
 * plan or shard; DOM_E_IO also if the plan is of another program or kind of machine, or if a bot's
 * hash is wrong; DOM_E_CONFIG; DOM_E_INTERRUPTED; DOM_E_NOMEM. */
dom_rc dom_shard_play(dom_shard_played *out, const dom_shard_play_spec *spec, dom_err *err);

#endif
