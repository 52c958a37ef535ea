/* results/fault_list.h - lists the newest faults that pass a filter. */
#ifndef DOM_RESULTS_FAULT_LIST_H
#define DOM_RESULTS_FAULT_LIST_H

#include "results/fault_report.h"
#include "results/match_list.h"

typedef struct {
    /* The matches in which they happened, of all tournaments if it names none. A fault outside of
     * every match passes if the query chooses no matches. The limit is that of the faults; is_open
     * plays no part. */
    dom_results_match_query matches;
    const char *bot; /* of this bot; NULL: of any bot */
} dom_results_fault_query;

/* First on_count is called with the number of faults, then on_fault for each within the limit,
 * oldest first. Any result but DOM_OK ends the list and is returned. */
typedef struct {
    void *context;
    void (*on_count)(void *context, uint64_t count, uint64_t limit);
    dom_rc (*on_fault)(void *context, const dom_results_fault_report *r);
} dom_results_fault_watch;

/* Lists the faults. Returns DOM_OK; DOM_E_ABSENT if there is no such tournament, variant or bot;
 * DOM_E_NOMEM; or an error of the store. */
dom_rc dom_results_fault_list(dom_store *store, const dom_results_fault_query *query,
                              const dom_results_fault_watch *watch, dom_err *err);

#endif
