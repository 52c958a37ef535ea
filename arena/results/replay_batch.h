/* replay_batch.h - stored matches that are played again, on several threads. Private to this
 * folder.
 *
 *     dom_results_replay_batch_open(&batch, t, jobs, err)
 *     dom_results_replay_batch_add(batch, m, err)    for each match, until the batch is full
 *     dom_results_replay_batch_play(batch)
 *     batch->replay[0] to batch->replay[batch->count - 1], in the order in which they were added
 *     dom_results_replay_batch_empty(batch)          and so on
 *
 * What comes out does not depend on the number of threads.
 */
#ifndef DOM_RESULTS_REPLAY_BATCH_H
#define DOM_RESULTS_REPLAY_BATCH_H

#include "record/record.h"
#include "results/verification.h"

enum { DOM_RESULTS_BATCH_PER_JOB = 64 }; /* matches of a full batch, for each thread */

/* A decision that was made in place of a bot's, for a tolerated fault. */
typedef struct {
    int32_t choice; /* number of decisions before it                             */
    uint8_t seat;
    dom_fault fault;
} dom_results_substitute;

/* A match that was played again. */
typedef struct {
    dom_store_match match; /* as it is stored; its decisions are a copy               */
    bool is_left_out;      /* it is not played again, and `rc` is not DOM_OK          */
    dom_rc rc;             /* of playing it; else only `match` and `err` are set      */
    dom_err err;
    int32_t rounds;
    int32_t score[DOM_SEATS_MAX];
    uint8_t place[DOM_SEATS_MAX];
    int64_t time_us[DOM_SEATS_MAX];
    int32_t decisions;                  /* of all seats                              */
    int32_t decided[DOM_SEATS_MAX];     /* by seat                                   */
    int last_asked;                     /* the seat of the last ask; DOM_NOBODY      */
    dom_results_substitute *substitute; /* in the order of play                     */
    size_t substitutes, substitute_room;
    bool is_short_of_memory; /* then `line` is NULL                                */
    char *line; /* its canonical record (record/record.h); NULL if memory was out      */
} dom_results_replay;

typedef struct {
    const dom_store_tournament *t; /* borrowed */
    int jobs;
    dom_table **table; /* one for each thread */
    dom_results_replay *replay;
    size_t count;
} dom_results_replay_batch;

/* Makes an empty batch. jobs is 1 to DOM_RESULTS_JOBS_MAX. On failure *out is NULL. Returns DOM_OK
 * or DOM_E_NOMEM. */
dom_rc dom_results_replay_batch_open(dom_results_replay_batch **out, const dom_store_tournament *t,
                                     int jobs, dom_err *err);
void dom_results_replay_batch_close(dom_results_replay_batch **batch);

bool dom_results_replay_batch_is_full(const dom_results_replay_batch *batch);

/* Adds a copy of the match to a batch that is not full. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_replay_batch_add(dom_results_replay_batch *batch, const dom_store_match *m,
                                    bool is_left_out, dom_err *err);

/* Plays the matches of the batch that are not left out. A thread that cannot be started has
 * its share played by the caller. */
void dom_results_replay_batch_play(dom_results_replay_batch *batch);

void dom_results_replay_batch_empty(dom_results_replay_batch *batch);

#endif
