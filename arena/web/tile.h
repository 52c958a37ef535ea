/* web/tile.h - draws tiles as SVG. Private to this folder.
 *
 * One half of a tile is 20 by 20 units. The shapes are defined once per page (dom_web_tile_shapes),
 * and every tile on the page refers to them by name.
 */
#ifndef DOM_WEB_TILE_H
#define DOM_WEB_TILE_H

#include "web/html.h"
#include "web/layout.h"

/* Defines the faces of these tiles, and the back if a tile lies face down. */
void dom_web_tile_shapes(dom_web_html *h, dom_tileset tiles, bool has_down);

/* Draws a tile on the table, inside an <svg> where 10 units are one unit of dom_web_layout. The
 * tile is visible from `step` on. */
void dom_web_tile_laid(dom_web_html *h, const dom_web_place *place, bool is_down, int step);

/* Labels an open end in the same <svg> with its value, from step `from` to the step before `to`. */
void dom_web_tile_end(dom_web_html *h, dom_web_spot spot, int value, int from, int to);

/* Draws a tile in a hand, as an <svg> of its own. The tile is visible from step `from` to the step
 * before `to`. */
void dom_web_tile_held(dom_web_html *h, dom_tile tile, int from, int to);

#endif
