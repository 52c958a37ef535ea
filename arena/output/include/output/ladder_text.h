/* output/ladder_text.h - prints a bot's own lines of the leaderboard, as `submit` shows them.
 *
 * These are the lines of all versions of the bot that the leaderboard shows, in all variants that
 * they played:
 *
 *     variant      rank  bot              Elo       interval  pts/round  sets  matches
 *     block-2  2-3 of 4  kit@dfa1af67  990.4  880.2..1100.6       3.94    12       24
 *
 * A limit of the interval that follows from the prior alone is left out.
 */
#ifndef DOM_OUTPUT_LADDER_TEXT_H
#define DOM_OUTPUT_LADDER_TEXT_H

#include "base/err.h"
#include "store/store.h"

#include <jansson.h>
#include <stdio.h>

/* Print the lines of bot `name` with a heading. Prints nothing if there are no lines. Returns
 * DOM_OK, or the error of reading the lists: DOM_E_IO, DOM_E_LIMIT or DOM_E_NOMEM. */
dom_rc dom_output_ladder_print(dom_store *store, const char *name, FILE *out, dom_err *err);

/* Make an array of the same lines (docs/reference/output.md, submit).
 *
 * json  receives a reference that the caller owns, also on failure; NULL means out of memory
 *
 * Returns as dom_output_ladder_print. */
dom_rc dom_output_ladder_json(dom_store *store, const char *name, json_t **json, dom_err *err);

#endif
