/* web/layout.h - where the tiles of a round lie on the table.
 *
 * Pure: tiles in, places out. A place, once given, never moves, so the table after any
 * move is the places given so far.
 *
 * Lengths are in halves of a tile's width: a tile is 4 by 2. The lead lies at the origin,
 * x grows to the right and y downwards. Doubles lie across the line but where it turns.
 *
 * Arm 0 goes to the left, 1 to the right, 2 up, 3 down. An arm that reaches the edge of
 * the table turns to its own right hand: two tiles, and back along the row beside it. So
 * each arm keeps to its own half of the table, or quarter where there are four, and no
 * two tiles can lie on one another.
 */
#ifndef DOM_WEB_LAYOUT_H
#define DOM_WEB_LAYOUT_H

#include "rules/tile.h"

#include <stdbool.h>

/* Where a tile lies. */
typedef struct {
    int x, y;          /* its centre                                          */
    int angle;         /* 0, 90, 180, 270 degrees clockwise; at 0 the half that the tile was
                          laid with, `near`, is the left one                  */
    uint8_t near, far; /* pips                                                */
} dom_web_place;

/* The open end of an arm. Private to layout.c. */
typedef struct {
    int along, aside; /* of the edge, away from the lead and to the arm's right */
    int heading;      /* quarter turns to the right                           */
    int in_turn;      /* tiles laid since it left its row                     */
    bool is_back;     /* the row leads back to the lead                       */
} dom_web_arm;

/* A table. A plain value. */
typedef struct {
    int ends;
    int edge;                     /* how far rows go                      */
    int left, top, right, bottom; /* of all that lies there               */
    dom_web_arm arm[DOM_ENDS_MAX];
} dom_web_layout;

/* Lay the first tile, with `near` to the left. Pre: ends is 2 or 4.
 * pip_max  of the set: the more tiles, the wider the table. */
dom_web_place dom_web_layout_lead(dom_web_layout *layout, int ends, int pip_max, int near, int far);

/* Lay a tile on an arm. Pre: 0 <= end < ends. */
dom_web_place dom_web_layout_play(dom_web_layout *layout, int end, int near, int far);

/* The rectangle that a tile covers. */
typedef struct {
    int left, top, right, bottom;
} dom_web_area;
dom_web_area dom_web_place_area(const dom_web_place *place);

#endif
