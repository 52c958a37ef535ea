/* play_line.h - the line of tiles of a round as a person sees it grow: where the tiles lie, and
 * what happened in words. Private to this folder. */
#ifndef DOM_WEB_PLAY_LINE_H
#define DOM_WEB_PLAY_LINE_H

#include "web/layout.h"
#include "web/play_pages.h"

/* A tile on the table. */
typedef struct {
    dom_tile tile;
    bool is_down;
    dom_web_place place[DOM_WEB_WIDTHS];
} dom_web_play_laid;

/* A line of tiles. All zero is a table without tiles. */
typedef struct {
    dom_web_layout layout[DOM_WEB_WIDTHS];
    int8_t open[DOM_ENDS_MAX]; /* value of each end, or DOM_ARM_CLOSED */
    int laid_count;
    int old_count; /* how many of them were there when this person last played */
    dom_web_play_laid laid[DOM_TILES_MAX];
} dom_web_play_line;

/* Adds what an event lays on the table, if it does. */
void dom_web_play_line_add(dom_web_play_line *line, const dom_variant *variant,
                           const dom_event *event);

/* Returns the line of the seat's view. */
dom_web_play_line dom_web_play_line_of(const dom_web_play_seat *seat);

/* Returns the index of the first event after the last tile that this person laid. */
int dom_web_play_line_first_news(const dom_web_play_seat *seat);

/* Says what happened: "greedy plays 5-3 at the right end". `line` is what lay there before. */
void dom_web_play_line_put_event(dom_web_html *h, const dom_web_play_line *line,
                                 const dom_web_play_seat *seat, const dom_event *event);

#endif
