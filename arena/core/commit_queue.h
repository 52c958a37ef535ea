/* The commit queue: finished matches and faults on their way to the store. They are stored in
 * groups, one commit per group, and are reported only after their commit.
 *
 * A group is due when it has 256 finished matches, 200 ms after the oldest of them was finished, or
 * when no table is left. Each group also stores the starts of the matches that are under way and
 * whose start is not stored yet. So if the arena is killed in the middle of a match, the next run
 * plays this match as attempt 2. */
#ifndef DOM_CORE_COMMIT_QUEUE_H
#define DOM_CORE_COMMIT_QUEUE_H

#include "agenda.h"
#include "fault_list.h"
#include "infos.h"
#include "run_state.h"

enum {
    DOM_CORE_GROUP_MATCHES_MAX = 256,
    DOM_CORE_GROUP_FAULTS_MAX = 1024, /* exceeded only if a single match has more */
    DOM_CORE_GROUP_US_MAX = 200000    /* the longest that a finished match waits  */
};

/* How often earlier runs started a match without finishing it. */
typedef struct {
    uint64_t match;
    uint32_t starts;
} dom_core_match_start;

/* A list of them, ascending by match. The owner frees `item`. */
typedef struct {
    dom_core_match_start *item;
    size_t count, room;
} dom_core_match_starts;

typedef struct {
    dom_core_run_state *state; /* borrowed                                         */
    dom_core_agenda *agenda;   /* borrowed                                         */
    dom_store_match finished[DOM_CORE_GROUP_MATCHES_MAX]; /* the group; it owns the decisions */
    dom_core_infos *infos[DOM_CORE_GROUP_MATCHES_MAX];    /* of each; it owns them      */
    uint32_t finished_count;
    int64_t finished_us;                   /* when the oldest of the group was finished */
    dom_core_fault_list faults;            /* the faults of the group                  */
    uint64_t under_way[DOM_IPC_SLOTS_MAX]; /* per slot: the match whose start is not stored yet,
                                              or 0                                     */
    uint32_t slot_end;                     /* all slots that ever had a match are below this */
    dom_core_match_starts earlier;
} dom_core_commit_queue;

/* Reads what earlier runs stored: marks these matches as done in the agenda and, in a Swiss,
 * reports their results to the schedule. Returns DOM_OK; DOM_E_IO if the store fails or holds a
 * match that the tournament does not have; DOM_E_NOMEM. The queue must be closed in any case. Pre:
 * the agenda is open. */
dom_rc dom_core_commit_queue_open(dom_core_commit_queue *queue, dom_core_run_state *state,
                                  dom_core_agenda *agenda);

/* Frees the queue and discards what is not committed. A queue that is all zero is accepted. */
void dom_core_commit_queue_close(dom_core_commit_queue *queue);

/* Returns how often earlier runs started this match without finishing it. */
uint32_t dom_core_commit_queue_earlier_starts(const dom_core_commit_queue *queue, uint64_t match);

/* A match begins in this slot; or the match in this slot ends without a result.
 * Pre: slot < DOM_IPC_SLOTS_MAX. */
void dom_core_commit_queue_begin(dom_core_commit_queue *queue, uint16_t slot, uint64_t match);
void dom_core_commit_queue_forget(dom_core_commit_queue *queue, uint16_t slot);

/* Adds the match in this slot, which is finished, with its faults. The decisions and faults are
 * copied; the infos, of which match->info has the rows, are taken over, and *infos is NULL then. A
 * match and its faults are always stored by one commit; a full group is committed before.
 * */
void dom_core_commit_queue_add(dom_core_commit_queue *queue, uint16_t slot,
                               const dom_store_match *match, const dom_core_fault_list *faults,
                               dom_core_infos **infos);

/* Adds a fault that belongs to no match. It is copied. */
void dom_core_commit_queue_add_fault(dom_core_commit_queue *queue, const dom_store_fault *row,
                                     const char *text, const dom_ipc_frame_said *said);

/* Empty means neither matches nor faults. Full means DOM_CORE_GROUP_MATCHES_MAX matches. The group
 * is due if it has to be committed now; `has_tables` says whether matches are under way. */
bool dom_core_commit_queue_is_empty(const dom_core_commit_queue *queue);
bool dom_core_commit_queue_is_full(const dom_core_commit_queue *queue);
bool dom_core_commit_queue_is_due(const dom_core_commit_queue *queue, bool has_tables);

/* Stores the group, reports it to the observer, the control and to the schedule, and empties it.
 * May wait for another process that writes to the database. If storing fails, the run fails and
 * nothing is reported. */
void dom_core_commit_queue_commit(dom_core_commit_queue *queue);

#endif
