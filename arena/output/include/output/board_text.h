/* output/board_text.h - prints the tiles on the table as text.
 *
 * With two open ends the tiles are one line, with end 0 on the left:
 *
 *     [6|4][4|4][4|1]
 *
 * With four open ends every arm has a line of its own, which starts at the spinner. The number
 * behind the tiles is the open end:
 *
 *     lead   [5|5]
 *     left   [5|2][2|0] 0
 *     right  [5|6] 6
 *     upper  [5|3][3|5] 5
 *     lower  [#|#] closed
 *
 * A tile that lies face down is printed as [#|#]. A line that is too long for the window continues
 * below its first tile.
 *
 * This room prints tiles in one dimension only. web/layout.h places them in two dimensions for the
 * web pages. Both use dom_tile_other_half of the rules to find the open half of a tile.
 */
#ifndef DOM_OUTPUT_BOARD_TEXT_H
#define DOM_OUTPUT_BOARD_TEXT_H

#include "rules/round.h"

#include <stdio.h>

typedef enum {
    DOM_OUTPUT_TILES_BRACKETS,
    DOM_OUTPUT_TILES_UNICODE /* characters U+1F030..U+1F093, each with a blank behind it; doubles
                                stand upright. They exist for sets up to double-six. */
} dom_output_tiles;

/* A tile on the table. */
typedef struct {
    uint8_t near, far; /* pips of the half towards the lead, and of the other half */
    bool is_down;      /* lies face down                                          */
} dom_output_tile;

/* The tiles on the table. A plain value; all zero means an empty table. */
typedef struct {
    int ends;                  /* open ends: 2, or 4 around a spinner; 0 before the lead */
    dom_output_tile lead;      /* `far` is the half towards end 1                        */
    int8_t open[DOM_ENDS_MAX]; /* pips of each open end, or DOM_ARM_CLOSED               */
    int count[DOM_ENDS_MAX];   /* number of tiles on each arm                            */
    dom_output_tile arm[DOM_ENDS_MAX][DOM_TILES_MAX];
} dom_output_board;

/* Lay the first tile on an empty table with `ends` open ends, 2 or 4. */
void dom_output_board_lead(dom_output_board *board, dom_tile tile, int ends);

/* Lay a tile on an open end. Pre: 0 <= end < board->ends, and the tile fits there. `is_down` lays
 * it face down, which closes the arm. */
void dom_output_board_play(dom_output_board *board, dom_tile tile, int end, bool is_down);

/* Print the board to `out`. Each line is indented by `margin` blanks and at most `width` columns
 * wide; only a line with a single tile may be wider. Prints nothing if the table is empty. */
void dom_output_board_print(const dom_output_board *board, FILE *out, int margin, int width,
                            dom_output_tiles style);

#endif
