/* output/verification_text.h - prints the result of a verification (results/verification.h) as text
 * or JSON.
 *
 * Text prints every difference when it is found; JSON is one object at the end.
 */
#ifndef DOM_OUTPUT_VERIFICATION_TEXT_H
#define DOM_OUTPUT_VERIFICATION_TEXT_H

#include "results/verification.h"

#include <jansson.h>
#include <stdio.h>

typedef struct {
    FILE *out;
    json_t *differences; /* JSON: texts of the differences so far; NULL: text     */
} dom_output_verification;

/* Begin. Call dom_output_verification_end in any case. */
dom_output_verification dom_output_verification_begin(FILE *out, bool is_json);

/* Report a difference. A callback for dom_results_verification_watch, whose context is the
 * dom_output_verification. */
void dom_output_verification_difference(void *context, const char *text);

/* Print the result: counts, commitments and secrets of the stages, and the two hashes. Returns
 * DOM_OK, or as dom_output_put_json. */
dom_rc dom_output_verification_show(const dom_output_verification *w,
                                    const dom_results_verification *v, dom_err *err);
void dom_output_verification_end(dom_output_verification *w);

#endif
