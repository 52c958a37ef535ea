/* web/tile.h - tiles as SVG. Private to this folder.
 *
 * One half is 20 by 20; shapes are defined once a page and used by name.
 */
#ifndef DOM_WEB_TILE_H
#define DOM_WEB_TILE_H

#include "web/html.h"
#include "web/layout.h"

/* The shapes: the face of every tile, and the back. Once a page. */
void dom_web_tile_shapes(dom_web_html *h, int pip_max);

/* A tile on the table, inside an <svg> whose unit is a tenth of dom_web_layout's. `step`: from
 * when it lies there. */
void dom_web_tile_laid(dom_web_html *h, const dom_web_place *place, bool is_down, int step);

/* A tile in a hand, an <svg> of its own with face and back; there from step `from` until `to`. */
void dom_web_tile_held(dom_web_html *h, dom_tile tile, int from, int to);

#endif
