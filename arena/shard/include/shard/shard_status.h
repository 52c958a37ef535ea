/* shard/shard_status.h - how far the shards of a folder are.
 */
#ifndef DOM_SHARD_SHARD_STATUS_H
#define DOM_SHARD_SHARD_STATUS_H

#include "shard/folder.h"

/* A shard whose last report says that it is running is silent when the report is older than this,
 * and than four times the time between two reports. It was probably killed. A report from a clock
 * that is ahead is not old. */
enum { DOM_SHARD_SILENT_MS = 5 * 60 * 1000 };

/* A shard as its best report shows it: one of a run that is done, else that of the run that has
 * played most. */
typedef struct {
    uint32_t shard;
    bool is_begun; /* a run has reported; else only `total` and `expected_s` mean anything */
    dom_shard_state state;
    uint64_t done, total, faults; /* matches; `done` of the run that has most         */
    double expected_s;
    int64_t updated_ms;
    char where[DOM_SHARD_WHERE_BYTES], text[256];
} dom_shard_line;

typedef struct {
    dom_shard_plan plan;
    dom_shard_line *shard; /* [plan.shards]                                   */
    uint64_t done, faults; /* matches of all shards, also of runs of what was missing */
    uint64_t extra;        /* matches of the run of what was missing: part of `done`  */
    uint32_t waiting, running, silent, finished, interrupted, failed; /* numbers of shards */
    double per_s;  /* matches a second of the running shards together; 0 if nobody knows */
    double left_s; /* expected until the last shard ends at this rate; negative: unknown   */
} dom_shard_status;

/* Reads plan, shards and reports. Clear *out in any case. Returns DOM_OK; DOM_E_ABSENT without a
 * plan; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_shard_status_read(dom_shard_status *out, const char *folder, dom_err *err);
void dom_shard_status_clear(dom_shard_status *status);

#endif
