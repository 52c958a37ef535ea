/* cli/line.h - the tiles on the table, as people see them.
 *
 * With two ends the tiles make one line, end 0 on the left:
 *
 *     [6|4][4|4][4|1]
 *
 * With four, every arm has a line of its own that starts at the spinner. A tile
 * that lies face down is [#|#].
 */
#ifndef DOM_CLI_LINE_H
#define DOM_CLI_LINE_H

#include "rules/round.h"

#include <stdio.h>

typedef enum {
    CLI_TILES_BRACKETS,
    CLI_TILES_UNICODE /* U+1F030..U+1F093, a blank after each: double-six only, doubles upright */
} cli_tiles;

/* A tile of an arm: the half towards the lead and the other one. */
typedef struct {
    uint8_t near, far;
    bool is_down;
} cli_laid;

/* All zero: nothing is laid. A plain value. */
typedef struct {
    int ends;
    cli_laid lead; /* far is the half towards end 1                            */
    int8_t open[DOM_ENDS_MAX];
    int count[DOM_ENDS_MAX];
    cli_laid arm[DOM_ENDS_MAX][DOM_TILES_MAX];
} cli_line;

/* Lay the first tile; `round` is as it was right afterwards. */
void cli_line_lead(cli_line *line, dom_tile tile, const dom_round *round);

/* Lay a tile on an open end that it fits. */
void cli_line_play(cli_line *line, dom_tile tile, int end, bool is_down);

/* Print it, each line indented by `margin` blanks and at most `width` columns wide
 * where a tile fits into that; nothing when nothing is laid. */
void cli_line_print(const cli_line *line, FILE *out, int margin, int width, cli_tiles style);

#endif
