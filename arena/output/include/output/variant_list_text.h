/* output/variant_list_text.h - prints the list of variants, or one variant with all its options. */
#ifndef DOM_OUTPUT_VARIANT_LIST_TEXT_H
#define DOM_OUTPUT_VARIANT_LIST_TEXT_H

#include "rules/variant.h"

#include <stdbool.h>
#include <stdio.h>

/* Print one line per variant, family by family: its name and its summary, which is cut if the
 * terminal is too narrow. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_variants_text(FILE *out, dom_err *err);

/* Print the rules of a variant in sentences, remarks on options without effect, then every option
 * with its value, meaning and allowed values. */
void dom_output_variant_text(FILE *out, const dom_variant *v);

/* Print `count` variants as one JSON object (docs/reference/output.md, variants). Returns as
 * dom_output_put_list. */
dom_rc dom_output_variants_json(FILE *out, const dom_variant variants[], size_t count,
                                dom_err *err);

#endif
