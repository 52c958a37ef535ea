/* Finished matches and faults on their way to the store: they go in groups, one commit each, and
 * only what a commit acknowledged is reported.
 *
 * A group is due with 256 finished matches, 50 ms after the oldest of them was finished, or when no
 * table is left. It also has the start of every match that is under way by then and was not noted
 * before, so that a match which a killed arena left is attempt 2 the next time. */
#ifndef DOM_CORE_COMMIT_QUEUE_H
#define DOM_CORE_COMMIT_QUEUE_H

#include "agenda.h"
#include "fault_list.h"
#include "run_state.h"

enum {
    DOM_CORE_GROUP_MATCHES_MAX = 256,
    DOM_CORE_GROUP_FAULTS_MAX = 1024, /* more only where one match has them       */
    DOM_CORE_GROUP_US_MAX = 50000     /* the longest that a finished match waits  */
};

/* Starts of a match in earlier runs, of which none came to its end. */
typedef struct {
    uint64_t match;
    uint32_t starts;
} dom_core_match_start;

/* Ascending by match; free `item`. */
typedef struct {
    dom_core_match_start *item;
    size_t count, room;
} dom_core_match_starts;

typedef struct {
    dom_core_run_state *state; /* borrowed, as the next                            */
    dom_core_agenda *agenda;
    dom_store_match finished[DOM_CORE_GROUP_MATCHES_MAX]; /* own their decisions  */
    uint32_t finished_count;
    int64_t finished_us; /* when the oldest was finished              */
    dom_core_fault_list faults;
    uint64_t under_way[DOM_IPC_SLOTS_MAX]; /* per slot the match whose start is still to be noted,
                                          0 without one                            */
    uint32_t slot_end;                     /* above every slot that had a match        */
    dom_core_match_starts earlier;
} dom_core_commit_queue;

/* Read what earlier runs stored: those matches are done, and the schedule has their results.
 * Returns DOM_OK; DOM_E_IO when the store fails or has a match that the tournament does not
 * have; DOM_E_NOMEM. To be closed in any case. Pre: the agenda is open. */
dom_rc dom_core_commit_queue_open(dom_core_commit_queue *queue, dom_core_run_state *state,
                                  dom_core_agenda *agenda);

/* Forget what was not committed. May be called for one that is all zero. */
void dom_core_commit_queue_close(dom_core_commit_queue *queue);

/* How often the match was begun by earlier runs. */
uint32_t dom_core_commit_queue_earlier_starts(const dom_core_commit_queue *queue, uint64_t match);

/* A match begins in this slot, or ends there without a result. Pre: slot < DOM_IPC_SLOTS_MAX. */
void dom_core_commit_queue_begin(dom_core_commit_queue *queue, uint16_t slot, uint64_t match);
void dom_core_commit_queue_forget(dom_core_commit_queue *queue, uint16_t slot);

/* The match in this slot is finished. Its decisions and its faults, all of which one commit
 * stores, are copied. Where the group is full it is committed first. */
void dom_core_commit_queue_add(dom_core_commit_queue *queue, uint16_t slot,
                               const dom_store_match *match, const dom_core_fault_list *faults);

/* A fault of no match. */
void dom_core_commit_queue_add_fault(dom_core_commit_queue *queue, const dom_store_fault *row,
                                     const char *text, const dom_ipc_frame_said *said);

bool dom_core_commit_queue_is_empty(const dom_core_commit_queue *queue);
bool dom_core_commit_queue_is_full(const dom_core_commit_queue *queue);
bool dom_core_commit_queue_is_due(const dom_core_commit_queue *queue, bool has_tables);

/* Store the group, report it to the hooks and to the schedule, and empty it. Where that fails the
 * run does, and nothing is reported. May wait for another process that writes. */
void dom_core_commit_queue_commit(dom_core_commit_queue *queue);

#endif
