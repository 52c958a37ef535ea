/* output/seats_text.h - prints what seats and the first lead are worth (results/seats.h) as text or
 * JSON. */
#ifndef DOM_OUTPUT_SEATS_TEXT_H
#define DOM_OUTPUT_SEATS_TEXT_H

#include "results/seats.h"

#include <stdio.h>

/* Print one table for each list that has sets. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_seats_text(FILE *out, const dom_results_seats *seats, dom_err *err);

/* Print the same as one JSON object (docs/reference/output.md, seats). Returns DOM_OK, DOM_E_NOMEM
 * or DOM_E_IO. */
dom_rc dom_output_seats_json(FILE *out, const dom_results_seats *seats, dom_err *err);

#endif
