/* output/fault_list_text.h - prints a list of faults (results/fault_list.h) as text or JSON.
 *
 * Text is printed fault by fault; JSON is collected and printed at the end. */
#ifndef DOM_OUTPUT_FAULT_LIST_TEXT_H
#define DOM_OUTPUT_FAULT_LIST_TEXT_H

#include "output/output.h"
#include "results/fault_list.h"

/* A list that is being printed. The caller sets the first five fields, the others start as zero.
 */
typedef struct {
    FILE *out;
    dom_err *err;
    json_t *list; /* JSON: a json_array(), released by dom_output_fault_list_end; NULL: text */
    const char *home, *db; /* --home and --db, for the commands that it prints; NULL: not given */
    uint64_t shown;        /* faults printed so far                                          */
    bool needs_rule;       /* a fault other than `illegal` and `timeout` was printed; the rule which
                        match such a fault costs is then printed at the end            */
} dom_output_fault_list;

/* Returns the callbacks for dom_results_fault_list. They borrow `l`. */
dom_results_fault_watch dom_output_fault_list_watch(dom_output_fault_list *l);

/* Finish the list: print the JSON, or the text's last lines. Call it in any case.
 *
 * rc  the result of dom_results_fault_list; unless it is DOM_OK nothing more is printed
 *
 * Returns `rc`, or DOM_E_NOMEM or DOM_E_IO if the JSON could not be made or written. */
dom_rc dom_output_fault_list_end(dom_output_fault_list *l, dom_rc rc);

#endif
