/* web/layout.h - computes the place of each tile on the table of a replay.
 *
 * The module is pure. A tile never moves after it was placed. So the table after any move consists
 * of the places returned so far.
 *
 * The unit of length is half the width of a tile: a tile is 4 long and 2 wide. The lead (the first
 * tile) lies at the origin; x grows to the right, y downwards. A double lies across its line,
 * except where the line turns.
 *
 * Arm 0 goes to the left, 1 to the right, 2 up, 3 down. An arm that reaches the edge of the table
 * turns to its own right: two tiles form the turn, and then a row leads back beside the last one.
 * So each arm stays in its own half of the table (with four arms: quarter), and tiles never
 * overlap.
 *
 * Example with the edge at 22: the lead 6-5 is followed on arm 1 by tiles that are no doubles. Five
 * fit into the row; the sixth and seventh form the turn, and the eighth lies in the next row, 6
 * units below.
 */
#ifndef DOM_WEB_LAYOUT_H
#define DOM_WEB_LAYOUT_H

#include "rules/tile.h"

#include <stdbool.h>

/* Where a tile lies. */
typedef struct {
    int x, y;  /* its centre */
    int angle; /* 0, 90, 180 or 270 degrees clockwise; at 0 the half `near` is on the left */
    uint8_t near, far; /* pips of the half that touches the line, and of the other half */
} dom_web_place;

/* The open end of an arm. Private to layout.c. */
typedef struct {
    int along, aside; /* position of its edge: away from the lead, and to the arm's right */
    int heading;      /* direction in quarter turns to the right; 1 during a turn */
    int in_turn;      /* number of tiles since it left its row */
    bool is_back;     /* its row leads back towards the lead */
} dom_web_arm;

/* The windows for which a line is laid out. */
typedef enum { DOM_WEB_WIDE, DOM_WEB_NARROW, DOM_WEB_WIDTHS } dom_web_width;

/* A table. It may be copied like any value. */
typedef struct {
    int ends;
    int edge;                     /* how far rows may extend from the lead */
    int left, top, right, bottom; /* the area covered by all tiles */
    dom_web_arm arm[DOM_ENDS_MAX];
} dom_web_layout;

/* Returns how far rows should extend from the lead.
 *
 * ends     2 or 4
 * pip_max  the most pips on a half in this set of dominoes; larger sets get a wider table */
int dom_web_layout_edge(dom_web_width width, int ends, int pip_max);

/* Sets up a table and places the lead, with `near` to the left. Pre: ends is 2 or 4; edge >= 12. */
dom_web_place dom_web_layout_lead(dom_web_layout *layout, int ends, int edge, int near, int far);

/* Places a tile on an arm. Pre: 0 <= end < ends. */
dom_web_place dom_web_layout_play(dom_web_layout *layout, int end, int near, int far);

/* A point. */
typedef struct {
    int x, y;
} dom_web_spot;

/* Returns the point one unit beyond the open end of an arm. No tile lies there before the next one
 * of this arm. Pre: 0 <= end < ends. */
dom_web_spot dom_web_layout_open(const dom_web_layout *layout, int end);

/* A rectangle. */
typedef struct {
    int left, top, right, bottom;
} dom_web_area;

/* Returns the rectangle that a tile covers. */
dom_web_area dom_web_place_area(const dom_web_place *place);

#endif
