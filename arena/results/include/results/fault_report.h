/* results/fault_report.h - the fault report: a stored fault with the ask that led to it, the bot's
 * answer, its process and the process's output. output/fault_text.h prints it.
 */
#ifndef DOM_RESULTS_FAULT_REPORT_H
#define DOM_RESULTS_FAULT_REPORT_H

#include "results/match_reader.h"
#include "store/store.h"

/* Owns everything that it points to. */
typedef struct {
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    dom_store_bot bot;
    char variant[DOM_VARIANT_NAME_BYTES]; /* "" if it belongs to no finished match */
    dom_store_fault fault;                /* its text is never NULL              */
    dom_results_ask ask;                  /* its line is NULL without an ask       */
    bool has_process;
    dom_store_process process; /* all zero without                            */
} dom_results_fault_report;

/* Makes the report of a fault of the tournament.
 *
 * out  release it with dom_results_fault_report_clear in any case
 *
 * Returns DOM_OK; DOM_E_MALFORMED if the match cannot be played again; DOM_E_NOMEM; or an error of
 * the store. */
dom_rc dom_results_fault_report_read(dom_results_fault_report *out, dom_store *store,
                                     const dom_store_tournament *t, const dom_store_fault *fault,
                                     dom_err *err);
void dom_results_fault_report_clear(dom_results_fault_report *r);

#endif
