/* cli/explain.h - a variant in sentences. */
#ifndef DOM_CLI_EXPLAIN_H
#define DOM_CLI_EXPLAIN_H

#include "rules/options.h"

#include <stdio.h>

/* One sentence a line, from the options alone, so that an own variant is explained
 * like a named one. */
void explain_options(FILE *out, const dom_options *options);

#endif
