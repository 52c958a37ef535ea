/* ask.h - draws what a bot was asked: the table and its hand. Private to this folder.
 *
 * An ask is a line of JSON as in protocol/SPEC.md. One that is not understood is shown as text
 * only.
 */
#ifndef DOM_WEB_ASK_H
#define DOM_WEB_ASK_H

#include "rules/tile.h"
#include "web/html.h"

/* Returns the tiles in the hand and on the table of the ask. The page must define their shapes
 * (dom_web_tile_shapes), and the back. */
dom_tileset dom_web_ask_tiles(const char *ask);

/* Writes the table, the hand, the legal actions and, folded away, the ask itself. */
void dom_web_ask_put(dom_web_html *h, const char *ask);

#endif
