/* output/shard_text.h - prints how far shards are, and what a merge has done. */
#ifndef DOM_OUTPUT_SHARD_TEXT_H
#define DOM_OUTPUT_SHARD_TEXT_H

#include "shard/shard_merge.h"
#include "shard/shard_status.h"

#include <stdio.h>

/* Prints what was planned and the next commands. */
void dom_output_shard_plan(const dom_shard_plan *plan, const char *folder, FILE *out);

/* Prints a line for the whole and one for each shard that is not done, or one JSON object. Returns
 * DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_shard_status(const dom_shard_status *status, bool is_json, FILE *out,
                               dom_err *err);

/* Prints what was added and what is missing, or one JSON object. */
void dom_output_shard_merged(const dom_shard_merged *merged, const char *folder, bool is_json,
                             FILE *out);

#endif
