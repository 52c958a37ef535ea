/* output/comparison_text.h - prints the result of a comparison (results/sprt_match.h): one line
 * while it runs, and text or JSON at its end. */
#ifndef DOM_OUTPUT_COMPARISON_TEXT_H
#define DOM_OUTPUT_COMPARISON_TEXT_H

#include "results/comparison.h"

#include <stdio.h>

/* Write one line about the sets counted so far into `line`, cut to `size` bytes with the NUL:
 *
 *     340 of at most 10000 sets, score 52.3%, Elo 16.1 (2.0..30.3), LOS 98.7%, LLR 1.23
 *     (-2.94..2.94)
 *
 * (one line). The ranges are the 95 % interval of the Elo, and the bounds at which the test stops.
 */
void dom_output_comparison_line(char *line, size_t size, const dom_results_sprt *seen);

/* Print the result in four to five lines: the bots, the line above, sets by score, faults if there
 * were any, and the decision.
 *
 * t  the tournament of the comparison: its first bot is the new one, its second the old one */
void dom_output_comparison_text(FILE *out, const dom_core_tournament *t,
                                const dom_results_sprt *seen);

/* Print how many sets of the two bots do not count because they lack a match; nothing if none. */
void dom_output_comparison_incomplete(FILE *out, const dom_results_comparison *c);

/* Print the result as one JSON object: docs/reference/output.md, compare. Returns DOM_OK, or
 * DOM_E_IO if it cannot be written or memory runs out. */
dom_rc dom_output_comparison_json(FILE *out, const dom_core_tournament *t,
                                  const dom_results_sprt *seen, dom_err *err);

#endif
