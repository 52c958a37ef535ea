/* output/bot_list_text.h - prints the registered bots, and the public keys of remote bots, as text
 * or JSON. */
#ifndef DOM_OUTPUT_BOT_LIST_TEXT_H
#define DOM_OUTPUT_BOT_LIST_TEXT_H

#include "bots/remote_keys.h"
#include "ladder/ladder.h"

#include <stdio.h>

/* Print one line per registered version, or what to type if no bot is registered. Returns DOM_OK or
 * DOM_E_NOMEM. */
dom_rc dom_output_bots_text(FILE *out, const dom_ladder *l, dom_err *err);

/* Print the same list as JSON: docs/reference/output.md, bots. Returns DOM_OK, DOM_E_NOMEM, or
 * DOM_E_IO if it cannot be written. */
dom_rc dom_output_bots_json(FILE *out, const dom_ladder *l, dom_err *err);

/* Print each name with its public key, as lines of text or as JSON. Returns as
 * dom_output_bots_json. */
dom_rc dom_output_remote_keys(FILE *out, const dom_bots_remote_keys *keys, bool is_json,
                              dom_err *err);

#endif
