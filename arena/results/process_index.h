/* process_index.h - the processes of a tournament by their id. Private to this folder.
 *
 * An id names a row of one file only, and a merge gives others. So what is compared between files
 * is the number of a process: 1 for the first that was added, 2 for the next, and 0 for no process.
 */
#ifndef DOM_RESULTS_PROCESS_INDEX_H
#define DOM_RESULTS_PROCESS_INDEX_H

#include "base/err.h"
#include "store/store.h"

typedef struct {
    int64_t id;
    uint16_t bot;
    uint8_t seat;
} dom_results_process_entry;

/* Start with a zeroed struct; release it with dom_results_process_index_clear. */
typedef struct {
    dom_results_process_entry *item; /* in the order in which they were added: by id */
    size_t count, room;
} dom_results_process_index;

/* Adds the next process. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_process_index_add(dom_results_process_index *index, const dom_store_process *p,
                                     dom_err *err);

/* Returns the number of the process with this id, from 1; 0 if there is none. */
size_t dom_results_process_index_find(const dom_results_process_index *index, int64_t id);

void dom_results_process_index_clear(dom_results_process_index *index);

#endif
