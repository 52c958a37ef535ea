/* The match worth looking at, on the first page. */
#include "page.h"
#include "tile.h"

/* The layout has 10 units of the drawing for one of its own. */
enum { UNIT = 10, MARGIN = UNIT };

static void put_shapes(dom_web_html *h, const dom_web_highlight *shown)
{
    dom_tileset tiles = dom_tileset_empty();
    bool has_down = false;
    for (size_t i = 0; i < shown->tile_count; i++) {
        const dom_web_place *place = &shown->tile[i].place;
        tiles = dom_tileset_with(tiles, dom_tile_of(place->near, place->far));
        has_down |= shown->tile[i].is_down;
    }
    dom_web_tile_shapes(h, tiles, has_down);
}

/* Draws the table. The tiles were laid in this order, which is all that their steps say here. */
static void put_table(dom_web_html *h, const dom_web_highlight *shown)
{
    const dom_web_area *area = &shown->area;
    const int across = UNIT * (area->right - area->left) + 2 * MARGIN;
    dom_web_html_put(h,
                     "<div class=\"cloth\">\n<svg role=\"img\" aria-label=\"The table at the end "
                     "of round %u, with %zu tiles\" viewBox=\"%d %d %d %d\" width=\"%d\">\n",
                     shown->round, shown->tile_count, UNIT * area->left - MARGIN,
                     UNIT * area->top - MARGIN, across,
                     UNIT * (area->bottom - area->top) + 2 * MARGIN, across * 3 / 2);
    for (size_t i = 0; i < shown->tile_count; i++)
        dom_web_tile_laid(h, &shown->tile[i].place, shown->tile[i].is_down, (int)i + 1);
    dom_web_html_raw(h, "</svg>\n</div>\n");
}

static void put_round_link(void *context, uint32_t round)
{
    dom_web_page_frame *p = context;
    char number[16];
    (void)snprintf(number, sizeof number, "%u", round);
    dom_web_frame_round_link(p, p->site->highlight.where, round, number);
}

/* Writes the result, which leads to the match, and how it was decided. */
static void put_words(dom_web_page_frame *p, const dom_web_highlight *shown)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<h3>");
    dom_web_frame_match_link(p, shown->where, shown->headline);
    dom_web_html_raw(h, "</h3>\n<p>");
    dom_web_frame_decision(h, &shown->decision, put_round_link, p);
    dom_web_html_put(h,
                     " This is the table at the end of round %u.</p>\n"
                     "<p><small>%s: the closest of the newest matches of the strongest bots that "
                     "met.</small></p>\n",
                     shown->round, p->site->variants[shown->variant].name);
}

void dom_web_page_put_highlight(dom_web_page_frame *p)
{
    const dom_web_highlight *shown = &p->site->highlight;
    if (shown->where.match == 0)
        return;
    dom_web_html_raw(p->h,
                     "<section class=\"card highlight\">\n<h2>A match worth looking at</h2>\n");
    put_shapes(p->h, shown);
    put_table(p->h, shown);
    put_words(p, shown);
    dom_web_html_raw(p->h, "</section>\n");
}
