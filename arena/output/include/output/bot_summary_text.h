/* output/bot_summary_text.h - prints one bot as chess lists show it. */
#ifndef DOM_OUTPUT_BOT_SUMMARY_TEXT_H
#define DOM_OUTPUT_BOT_SUMMARY_TEXT_H

#include "output/output.h"
#include "results/standings.h"

/* Print the bot `name`: NAME, or NAME@VERSION with the first digits of a version.
 *
 * variants  as text, Markdown and CSV: what each of these lists says of the bot, with its results
 *           against each opponent. Empty: a line for each list that has it, all-round lists first
 *
 * JSON has everything in both cases.
 *
 * Returns DOM_OK; DOM_E_ABSENT if no list has the bot, or a named variant has not; or as
 * dom_results_ranking_make. */
dom_rc dom_output_bot_show(const dom_results_standings *s, const dom_strings *variants,
                           const char *name, dom_output_format format, FILE *out, dom_err *err);

#endif
