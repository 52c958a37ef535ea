/* reporter.h - the thread that reports how far a run of a shard has come, and copies its database
 * to the shard folder. It also ends the run if another one plays the same shard, and merges the
 * shards of a comparison. The core never waits for the shared folder. */
#ifndef DOM_SHARD_REPORTER_H
#define DOM_SHARD_REPORTER_H

#include "shard/shard_play.h"
#include "work_folder.h"

#include <pthread.h>
#include <stdatomic.h>

/* `fresh` is written by the thread that plays, and read by the reporter, under `lock`. */
typedef struct {
    const char *folder, *database; /* of the shard; of the local disk         */
    const dom_shard_work *work;
    const dom_shard_listener *listener;
    int64_t interval_s;
    dom_shard_report report; /* the last one that was written; the reporter's own */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    dom_shard_report fresh;   /* what the next report will say                 */
    bool is_ending, is_begun; /* under lock; the thread runs                   */
    atomic_bool has_to_end;   /* another run plays this shard, or the folder has another plan */
    bool compares;            /* the shard is of a comparison */
    atomic_bool is_decided;   /* the test of the comparison is decided */
    bool is_failing;          /* the last report was not written; the reporter's own */
    dom_shard_reports rivals; /* the reports of other runs, as they were at the start */
    pthread_t thread;
} dom_shard_reporter;

/* Begins to report. `first` has everything but the numbers that grow. The caller closes the
 * reporter by dom_shard_reporter_end. Returns DOM_OK or DOM_E_IO. */
dom_rc dom_shard_reporter_begin(dom_shard_reporter *reporter, const dom_shard_report *first,
                                dom_err *err);

/* Says how far the run is. */
void dom_shard_reporter_tell(dom_shard_reporter *reporter, uint64_t done, uint64_t total,
                             uint64_t here, uint64_t faults, int64_t played_ms);

/* Ends the thread and writes the last report with this state and text. Tries again for
 * `patience_ms` if the folder cannot be written. Returns DOM_OK; DOM_E_ABSENT if the folder has
 * another plan now; DOM_E_IO. */
dom_rc dom_shard_reporter_end(dom_shard_reporter *reporter, dom_shard_state state, const char *text,
                              int64_t patience_ms, dom_err *err);

/* Writes the last report and its database to TMP/domino-shards.USER/kept-SHARD-RUN/done on the
 * local disk, where they stay. Copied to done/ of the shard folder they are what could not be
 * written there. For use after dom_shard_reporter_end.
 *
 * path  receives the path of the folder kept-SHARD-RUN */
dom_rc dom_shard_reporter_keep(const dom_shard_reporter *reporter, char path[static DOM_PATH_BYTES],
                               dom_err *err);

#endif
