/* output/all_round_text.h - prints the all-round lists (results/all_round.h). */
#ifndef DOM_OUTPUT_ALL_ROUND_TEXT_H
#define DOM_OUTPUT_ALL_ROUND_TEXT_H

#include "output/output.h"
#include "results/all_round.h"

/* Print the lists as text or Markdown, each followed by an empty line. Prints nothing if there are
 * none. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_all_rounds_print(const dom_results_all_rounds *all, dom_output_format format,
                                   FILE *out, dom_err *err);

#endif
