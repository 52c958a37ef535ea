/* The tiles of a round: on the table and in the hands. */
#include "replay_parts.h"
#include "tile.h"

/* The layout has 10 units of the drawing for one of its own. The margin has room for the labels of
 * the open ends. */
enum { UNIT = 10, MARGIN = 2 * UNIT };

void dom_web_replay_shapes(dom_web_round_page *p)
{
    dom_tileset tiles = dom_tileset_empty();
    bool has_down = false;
    for (size_t i = 0; i < p->line->held_count; i++)
        if (p->line->held[i].round == p->round)
            tiles = dom_tileset_with(tiles, p->line->held[i].tile);
    for (size_t i = 0; i < p->line->laid_count; i++)
        if (p->line->laid[i].round == p->round) {
            tiles = dom_tileset_with(tiles, p->line->laid[i].tile);
            has_down |= p->line->laid[i].is_down;
        }
    dom_web_tile_shapes(p->frame.h, tiles, has_down);
}

static void put_layout(dom_web_round_page *p, dom_web_width width)
{
    static const char *const names[DOM_WEB_WIDTHS] = {"at-wide", "at-narrow"};
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &p->line->rounds[p->round];
    const dom_web_layout *l = &r->layout[width];
    const int across = UNIT * (l->right - l->left) + 2 * MARGIN;
    dom_web_html_put(h,
                     "<svg role=\"img\" class=\"%s\" aria-label=\"The tiles on the table in round "
                     "%d\" viewBox=\"%d %d %d %d\" width=\"%d\">\n",
                     names[width], r->number, UNIT * l->left - MARGIN, UNIT * l->top - MARGIN,
                     across, UNIT * (l->bottom - l->top) + 2 * MARGIN, across * 3 / 2);
    for (size_t i = 0; i < p->line->laid_count; i++)
        if (p->line->laid[i].round == p->round)
            dom_web_tile_laid(h, &p->line->laid[i].place[width], p->line->laid[i].is_down,
                              p->line->laid[i].from);
    for (size_t i = 0; i < p->line->open_count; i++)
        if (p->line->open[i].round == p->round)
            dom_web_tile_end(h, p->line->open[i].spot[width], p->line->open[i].value,
                             p->line->open[i].from, p->line->open[i].to);
    dom_web_html_raw(h, "</svg>\n");
}

void dom_web_replay_cloth(dom_web_round_page *p)
{
    if (p->line->rounds[p->round].layout[DOM_WEB_WIDE].ends == 0)
        return;
    dom_web_html_raw(p->frame.h, "<div class=\"cloth\">\n");
    for (int width = 0; width < DOM_WEB_WIDTHS; width++)
        put_layout(p, (dom_web_width)width);
    dom_web_html_raw(p->frame.h, "</div>\n");
}

static void put_hand(dom_web_round_page *p, int seat)
{
    dom_web_html *h = p->frame.h;
    const dom_web_round *r = &p->line->rounds[p->round];
    dom_web_html_put(h, "<div class=\"hand\" data-seat=\"%d\" data-us=\"%lld\"><h2>", seat,
                     (long long)r->used_us[seat]);
    dom_web_replay_name(p, p->line->match, seat);
    dom_web_html_put(h,
                     " <small>%d points</small> <small class=\"clock\"></small></h2>"
                     "<div class=\"tiles\">",
                     (int)r->before[seat]);
    for (size_t i = 0; i < p->line->held_count; i++) {
        const dom_web_held_tile *held = &p->line->held[i];
        if (held->round == p->round && held->seat == seat)
            dom_web_tile_held(h, held->tile, held->from, held->to);
    }
    dom_web_html_raw(h, "</div></div>\n");
}

void dom_web_replay_hands(dom_web_round_page *p)
{
    dom_web_html_raw(p->frame.h, "<div class=\"hands\">\n");
    for (int seat = 0; seat < p->line->match->seats; seat++)
        put_hand(p, seat);
    dom_web_html_raw(p->frame.h, "</div>\n");
}
