/* results/fault_list.h - the newest faults of which something is wanted. */
#ifndef DOM_RESULTS_FAULT_LIST_H
#define DOM_RESULTS_FAULT_LIST_H

#include "base/string_list.h"
#include "results/fault_report.h"

typedef struct {
    const char *tournament;      /* NULL: all                                   */
    const dom_strings *variants; /* in a match of one of them; empty: anywhere  */
    const char *bot;             /* of this bot; NULL: of any                   */
    uint64_t limit;              /* at most so many, the newest                 */
} dom_results_fault_query;

/* Told in this order: how many there are, then each that is within the limit, oldest first. A
 * result but DOM_OK ends the list and is returned. */
typedef struct {
    void *context;
    void (*on_count)(void *context, uint64_t count, uint64_t limit);
    dom_rc (*on_fault)(void *context, const dom_results_fault_report *r);
} dom_results_fault_watch;

/* Returns DOM_OK; DOM_E_ABSENT when there is no such tournament, variant or bot; DOM_E_NOMEM; or as
 * the store does. */
dom_rc dom_results_fault_list(dom_store *store, const dom_results_fault_query *query,
                              const dom_results_fault_watch *watch, dom_err *err);

#endif
