/* output/variant_text.h - explains the rules of a variant in sentences. */
#ifndef DOM_OUTPUT_VARIANT_TEXT_H
#define DOM_OUTPUT_VARIANT_TEXT_H

#include "rules/options.h"

#include <stdio.h>

/* Print the rules, one sentence per line. The sentences follow from the options only, so variants of
 * tournament files are explained like built-in ones. */
void dom_output_explain_options(FILE *out, const dom_options *options);

#endif
