/* output/progress_text.h - prints the ratings of a bot's versions (results/progress.h). */
#ifndef DOM_OUTPUT_PROGRESS_TEXT_H
#define DOM_OUTPUT_PROGRESS_TEXT_H

#include "output/output.h"
#include "results/progress.h"

/* Print the versions of the bot `name` in each of these variants in which it has a complete set; an
 * empty list means all variants. Returns DOM_OK; DOM_E_ABSENT if it has none in any of them; other
 * errors as dom_results_ranking_each; or DOM_E_IO if JSON cannot be written. */
dom_rc dom_output_progress_show(const dom_results_standings *s, const dom_strings *variants,
                                const char *name, dom_output_format format, FILE *out,
                                dom_err *err);

#endif
