/* output/rating_list.h - prints rating lists as text, JSON, CSV or Markdown.
 *
 * Begin, add one list after the other, end:
 *
 *     dom_output_rating_lists s = dom_output_rating_lists_begin(format, stdout);
 *     dom_rc rc = dom_output_rating_lists_add(&s, &list, err);
 *     rc = dom_output_rating_lists_end(&s, rc, err);
 *
 * Text and Markdown explain below a list which ratings and intervals are uncertain, and how much
 * information a match of a duplicate set gave. A value that is not known is null in JSON and empty
 * in CSV, for example a limit that follows from the prior alone, or the points of a bot without
 * any. */
#ifndef DOM_OUTPUT_RATING_LIST_H
#define DOM_OUTPUT_RATING_LIST_H

#include "output/output.h"
#include "results/rating_list.h"

/* Lists that are being printed. */
typedef struct {
    FILE *out;
    dom_output_format format;
    size_t count;      /* lists so far                                              */
    json_t *lists;     /* JSON: the lists so far, printed by the end; else NULL     */
    json_t *all_round; /* JSON: the caller's all-round lists, which the end prints and releases;
                          NULL: none */
} dom_output_rating_lists;

dom_output_rating_lists dom_output_rating_lists_begin(dom_output_format format, FILE *out);

/* Add a list. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_rating_lists_add(dom_output_rating_lists *s, const dom_results_rating_list *r,
                                   dom_err *err);

/* End the lists. Call it in any case.
 *
 * rc  the result so far; unless it is DOM_OK nothing more is printed
 *
 * Returns `rc`, or DOM_E_NOMEM or DOM_E_IO if the JSON could not be made or written. */
dom_rc dom_output_rating_lists_end(dom_output_rating_lists *s, dom_rc rc, dom_err *err);

#endif
