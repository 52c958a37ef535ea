/* output/match_list_text.h - prints a list of matches (results/match_list.h) as text, CSV or JSON.
 *
 * CSV is printed match by match; text and JSON are collected and printed at the end. */
#ifndef DOM_OUTPUT_MATCH_LIST_TEXT_H
#define DOM_OUTPUT_MATCH_LIST_TEXT_H

#include "output/text_table.h"
#include "results/match_list.h"

/* A list that is being printed. `shown` starts as 0 and `table` is private; the caller sets the
 * other fields. */
typedef struct {
    FILE *out;
    dom_output_format format; /* DOM_OUTPUT_TEXT, DOM_OUTPUT_CSV or DOM_OUTPUT_JSON    */
    bool is_open;             /* lists matches that were started and are not finished    */
    dom_err *err;
    uint64_t shown; /* matches printed so far                                          */
    json_t *list;   /* JSON: a json_array(), released by dom_output_match_list_end     */
    dom_output_table table;
} dom_output_match_list;

/* Returns the callbacks for dom_results_match_list. They borrow `l`. */
dom_results_match_watch dom_output_match_list_watch(dom_output_match_list *l);

/* Finish the list and print the JSON. Call it in any case.
 *
 * rc  the result of dom_results_match_list; unless it is DOM_OK nothing more is printed
 *
 * Returns `rc`, or DOM_E_NOMEM or DOM_E_IO if the JSON could not be made or written. */
dom_rc dom_output_match_list_end(dom_output_match_list *l, dom_rc rc);

#endif
