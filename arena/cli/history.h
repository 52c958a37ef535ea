/* cli/history.h - how the official lists came about, see ratings/history.h. */
#ifndef DOM_CLI_HISTORY_H
#define DOM_CLI_HISTORY_H

#include "output.h"
#include "standing.h"
#include "words.h"

/* Show the histories of the variants that are wanted (none: all), those without a complete
 * set left out: ratings at doubling distances as text and Markdown, all points with
 * intervals as JSON and CSV. DOM_E_ABSENT for a variant of which no match was played. */
dom_rc history_show(const standing *s, const dom_strings *variants, cli_format format, FILE *out,
                    dom_err *err);

#endif
