/* output/dry_run_text.h - what `run --check` prints about a tournament in which nothing is wrong.
 */
#ifndef DOM_OUTPUT_DRY_RUN_TEXT_H
#define DOM_OUTPUT_DRY_RUN_TEXT_H

#include "core/core.h"

#include <stdio.h>

/* Prints how many matches would be played, the schedule, the variants, and the bots with their
 * versions. */
void dom_output_dry_run(const dom_core_tournament *tournament, const dom_core_progress *progress,
                        FILE *out);

#endif
