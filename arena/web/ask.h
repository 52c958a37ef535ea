/* web/ask.h - draws what a bot was asked: the table and its hand. Private to this folder.
 *
 * An ask is a line of JSON as in protocol/SPEC.md. One that is not understood is shown as text only.
 */
#ifndef DOM_WEB_ASK_H
#define DOM_WEB_ASK_H

#include "web/html.h"

/* Returns the most pips on a half of a tile in the ask; -1 if there is no tile. The page must define the
 * shapes of all tiles up to it (dom_web_tile_shapes). */
int dom_web_ask_pips(const char *ask);

/* Writes the table, the hand, the legal actions and, folded away, the ask itself. */
void dom_web_ask_put(dom_web_html *h, const char *ask);

#endif
