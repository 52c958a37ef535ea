#include "play_line.h"

#include "base/check.h"
#include "rules/notation.h"

#include <stdio.h>

/* ---- the tiles --------------------------------------------------------------------- */

/* Returns the entry of the next tile. A round has no more tiles than the set. */
static dom_web_play_laid *next_tile(dom_web_play_line *line, const dom_event *event)
{
    dom_check(line->laid_count < DOM_TILES_MAX);
    dom_web_play_laid *laid = &line->laid[line->laid_count++];
    laid->tile = event->tile;
    laid->is_down = event->down != 0;
    return laid;
}

static void lay_first(dom_web_play_line *line, const dom_options *options, const dom_event *event)
{
    int high = dom_tile_high(event->tile), low = dom_tile_low(event->tile);
    dom_web_play_laid *laid = next_tile(line, event);
    for (dom_web_width w = 0; w < DOM_WEB_WIDTHS; w++)
        laid->place[w] =
            dom_web_layout_lead(&line->layout[w], options->arms,
                                dom_web_layout_edge(w, options->arms, options->set_max), high, low);
    for (int end = 0; end < options->arms; end++)
        line->open[end] = (int8_t)(end == 0 ? high : low);
}

static void lay_next(dom_web_play_line *line, const dom_event *event)
{
    int near = line->open[event->end], far = dom_tile_other_half(event->tile, near);
    dom_web_play_laid *laid = next_tile(line, event);
    for (dom_web_width w = 0; w < DOM_WEB_WIDTHS; w++)
        laid->place[w] = dom_web_layout_play(&line->layout[w], event->end, near, far);
    line->open[event->end] = (int8_t)(event->down ? DOM_ARM_CLOSED : far);
}

void dom_web_play_line_add(dom_web_play_line *line, const dom_variant *variant,
                           const dom_event *event)
{
    if (event->kind == DOM_EVENT_START || event->kind == DOM_EVENT_LEAD)
        lay_first(line, &variant->options, event);
    if (event->kind == DOM_EVENT_PLAY)
        lay_next(line, event);
}

int dom_web_play_line_first_news(const dom_web_play_seat *seat)
{
    int first = 0;
    for (int i = 0; i < seat->view->history_count; i++) {
        const dom_event *e = &seat->view->history[i];
        if (e->seat == seat->own && (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY))
            first = i + 1;
    }
    return first;
}

dom_web_play_line dom_web_play_line_of(const dom_web_play_seat *seat)
{
    dom_web_play_line line = {.laid_count = 0};
    int first = dom_web_play_line_first_news(seat);
    for (int i = 0; i < seat->view->history_count; i++) {
        if (i == first)
            line.old_count = line.laid_count;
        dom_web_play_line_add(&line, seat->variant, &seat->view->history[i]);
    }
    if (first == seat->view->history_count)
        line.old_count = line.laid_count;
    return line;
}

/* ---- words -------------------------------------------------------------------------- */

void dom_web_play_line_put_ends(dom_web_html *h, const dom_web_play_line *line, const char *before)
{
    unsigned seen = 0;
    for (int end = 0; end < line->layout[DOM_WEB_WIDE].ends; end++) {
        int open = line->open[end];
        if (open == DOM_ARM_CLOSED || (seen >> open & 1))
            continue;
        dom_web_html_put(h, "%s%d", seen ? " or " : before, open);
        seen |= 1u << open;
    }
}

void dom_web_play_line_put_event(dom_web_html *h, const dom_web_play_line *line,
                                 const dom_web_play_seat *seat, const dom_event *event)
{
    bool is_own = event->seat == seat->own;
    const char *name = event->seat == DOM_NOBODY ? "" : is_own ? "You" : seat->name[event->seat];
    const char *s = is_own ? "" : "s";
    char tile[16] = "a tile";
    if (event->kind != DOM_EVENT_PASS && event->tile != DOM_NO_TILE)
        (void)snprintf(tile, sizeof tile, "%d-%d", dom_tile_high(event->tile),
                       dom_tile_low(event->tile));
    switch ((dom_event_kind)event->kind) {
    case DOM_EVENT_START:
        dom_web_html_put(h, "The round starts with %s", tile);
        break;
    case DOM_EVENT_LOT:
        dom_web_html_put(h, "%s draw%s the lot %s", name, s, tile);
        break;
    case DOM_EVENT_LEAD:
        dom_web_html_put(h, "%s lead%s %s", name, s, tile);
        break;
    case DOM_EVENT_PLAY:
        dom_web_html_put(h, "%s play%s %s at the %s end%s", name, s, tile, dom_end_name(event->end),
                         event->down ? ", face down" : "");
        break;
    case DOM_EVENT_DRAW:
        dom_web_html_put(h, "%s draw%s %d tile%s", name, s, event->count,
                         event->count == 1 ? "" : "s");
        break;
    case DOM_EVENT_PASS:
        dom_web_html_put(h, "%s pass%s", name, is_own ? "" : "es");
        dom_web_play_line_put_ends(h, line, ": nothing fits ");
        break;
    }
}
