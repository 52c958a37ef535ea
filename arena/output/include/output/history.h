/* output/history.h - prints how the official ratings developed from set to set (ratings/history.h).
 */
#ifndef DOM_OUTPUT_HISTORY_H
#define DOM_OUTPUT_HISTORY_H

#include "base/string_list.h"
#include "output/output.h"
#include "results/standings.h"

/* Print one history per variant with a complete set. Text and Markdown show the ratings after 1, 2,
 * 4, 8, ... steps and at the end; JSON and CSV have all points, with intervals.
 *
 * variants  the variants to print; an empty list means all
 *
 * Returns DOM_OK; DOM_E_ABSENT if no match of a listed variant was played; DOM_E_LIMIT if ratings
 * cannot be computed; DOM_E_IO if JSON cannot be written; or DOM_E_NOMEM. */
dom_rc dom_output_history_show(const dom_results_standings *s, const dom_strings *variants,
                               dom_output_format format, FILE *out, dom_err *err);

#endif
