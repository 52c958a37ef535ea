/* output/luck_text.h - prints points without luck (results/luck.h) as text or JSON. */
#ifndef DOM_OUTPUT_LUCK_TEXT_H
#define DOM_OUTPUT_LUCK_TEXT_H

#include "results/luck.h"

#include <stdio.h>

/* Print one table per variant of `variants`; an empty list means all variants of the tournament. Returns
 * DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_luck_text(FILE *out, const dom_results_luck *luck, const dom_strings *variants,
                            dom_err *err);

/* Print the same as one JSON object (docs/reference/output.md, luck). Returns DOM_OK, or DOM_E_IO if
 * it cannot be written or memory runs out. */
dom_rc dom_output_luck_json(FILE *out, const dom_results_luck *luck, const dom_strings *variants,
                            dom_err *err);

#endif
