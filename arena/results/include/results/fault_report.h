/* results/fault_report.h - a stored fault with what belongs to it: the ask that led to it, the
 * answer, the process and what that printed. output/fault_text.h prints it.
 */
#ifndef DOM_RESULTS_FAULT_REPORT_H
#define DOM_RESULTS_FAULT_REPORT_H

#include "store/store.h"

/* Owns all that it points to. */
typedef struct {
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    dom_store_bot bot;
    char variant[DOM_VARIANT_NAME_BYTES]; /* "" outside a match that is finished */
    dom_store_fault fault;                /* its text is never NULL              */
    char *ask;                            /* one line of JSON; NULL where nothing was asked */
    bool has_process;
    dom_store_process process; /* all zero without                            */
} dom_results_fault_report;

/* Gather what belongs to a fault of the tournament.
 *
 * out  release with dom_results_fault_report_clear, in any case.
 *
 * Returns DOM_OK; DOM_E_MALFORMED when the match cannot be played again; DOM_E_NOMEM; or as the
 * store. */
dom_rc dom_results_fault_report_read(dom_results_fault_report *out, dom_store *store,
                                     const dom_store_tournament *t, const dom_store_fault *fault,
                                     dom_err *err);
void dom_results_fault_report_clear(dom_results_fault_report *r);

#endif
