/* The tiles of a round: on the table and in the hands. */
#include "replay_parts.h"
#include "tile.h"

#include <limits.h>

/* The layout has 10 units of the drawing for one of its own. The margin has room for the labels of
 * the open ends. */
enum { UNIT = 10, MARGIN = 2 * UNIT };

/* The tiles of a round of a match. Steps of another match of the set are shown `later` steps later,
 * so that both rounds begin together, and at the latest in step `last`. */
typedef struct {
    dom_web_round_page *page;
    const dom_web_timeline *line;
    int later, last;
} board;

static board board_of_page(dom_web_round_page *p)
{
    return (board){.page = p, .line = p->line, .last = INT_MAX};
}

static board board_beside(dom_web_round_page *p, const dom_web_timeline *other)
{
    const dom_web_round *own = &p->line->rounds[p->round];
    return (board){.page = p,
                   .line = other,
                   .later = own->from - other->rounds[p->round].from,
                   .last = own->to - 1};
}

/* Returns when a step is shown. -1, which stands for no step, stays -1. */
static int shown_at(const board *b, int step)
{
    return step < 0 ? step : step + b->later < b->last ? step + b->later : b->last;
}

/* ---- shapes --------------------------------------------------------------------- */

/* Adds the tiles of the round to *tiles. Returns whether one was laid face down. */
static bool add_tiles(dom_tileset *tiles, const dom_web_timeline *line, int round)
{
    bool has_down = false;
    for (size_t i = 0; i < line->held_count; i++)
        if (line->held[i].round == round)
            *tiles = dom_tileset_with(*tiles, line->held[i].tile);
    for (size_t i = 0; i < line->laid_count; i++)
        if (line->laid[i].round == round) {
            *tiles = dom_tileset_with(*tiles, line->laid[i].tile);
            has_down |= line->laid[i].is_down;
        }
    return has_down;
}

void dom_web_replay_shapes(dom_web_round_page *p)
{
    dom_tileset tiles = dom_tileset_empty();
    const dom_web_timeline *other = dom_web_replay_other(p);
    bool has_down = add_tiles(&tiles, p->line, p->round);
    if (other)
        has_down |= add_tiles(&tiles, other, p->round);
    dom_web_tile_shapes(p->frame.h, tiles, has_down);
}

/* ---- the table ------------------------------------------------------------------ */

static void put_layout(const board *b, dom_web_width width, const char *class)
{
    dom_web_html *h = b->page->frame.h;
    const int round = b->page->round;
    const dom_web_round *r = &b->line->rounds[round];
    const dom_web_layout *l = &r->layout[width];
    const int across = UNIT * (l->right - l->left) + 2 * MARGIN;
    dom_web_html_put(h,
                     "<svg role=\"img\" class=\"%s\" aria-label=\"The tiles on the table in round "
                     "%d\" viewBox=\"%d %d %d %d\" width=\"%d\">\n",
                     class, r->number, UNIT * l->left - MARGIN, UNIT * l->top - MARGIN, across,
                     UNIT * (l->bottom - l->top) + 2 * MARGIN, across * 3 / 2);
    for (size_t i = 0; i < b->line->laid_count; i++)
        if (b->line->laid[i].round == round)
            dom_web_tile_laid(h, &b->line->laid[i].place[width], b->line->laid[i].is_down,
                              shown_at(b, b->line->laid[i].from));
    for (size_t i = 0; i < b->line->open_count; i++)
        if (b->line->open[i].round == round)
            dom_web_tile_end(h, b->line->open[i].spot[width], b->line->open[i].value,
                             shown_at(b, b->line->open[i].from), shown_at(b, b->line->open[i].to));
    dom_web_html_raw(h, "</svg>\n");
}

static bool has_layout(const board *b)
{
    return b->line->rounds[b->page->round].layout[DOM_WEB_WIDE].ends > 0;
}

void dom_web_replay_cloth(dom_web_round_page *p)
{
    board b = board_of_page(p);
    if (!has_layout(&b))
        return;
    dom_web_html_raw(p->frame.h, "<div class=\"cloth\">\n");
    put_layout(&b, DOM_WEB_WIDE, "at-wide");
    put_layout(&b, DOM_WEB_NARROW, "at-narrow");
    dom_web_html_raw(p->frame.h, "</div>\n");
}

static void put_hand(const board *b, int seat)
{
    dom_web_html *h = b->page->frame.h;
    const int round = b->page->round;
    const dom_web_round *r = &b->line->rounds[round];
    dom_web_html_put(h, "<div class=\"hand\" data-seat=\"%d\" data-us=\"%lld\"><h2>", seat,
                     (long long)r->used_us[seat]);
    dom_web_replay_name(b->page, b->line->match, seat);
    dom_web_html_put(h,
                     " <small>%d points</small> <small class=\"clock\"></small></h2>"
                     "<div class=\"tiles\">",
                     (int)r->before[seat]);
    for (size_t i = 0; i < b->line->held_count; i++) {
        const dom_web_held_tile *held = &b->line->held[i];
        if (held->round == round && held->seat == seat)
            dom_web_tile_held(h, held->tile, shown_at(b, held->from), shown_at(b, held->to));
    }
    dom_web_html_raw(h, "</div></div>\n");
}

static void put_hands(const board *b)
{
    dom_web_html_raw(b->page->frame.h, "<div class=\"hands\">\n");
    for (int seat = 0; seat < b->line->match->seats; seat++)
        put_hand(b, seat);
    dom_web_html_raw(b->page->frame.h, "</div>\n");
}

void dom_web_replay_hands(dom_web_round_page *p)
{
    board b = board_of_page(p);
    put_hands(&b);
}

/* ---- beside it ------------------------------------------------------------------ */

void dom_web_replay_beside(dom_web_round_page *p)
{
    dom_web_html *h = p->frame.h;
    const dom_web_timeline *other = dom_web_replay_other(p);
    if (!other)
        return;
    board b = board_beside(p, other);
    dom_web_html_put(h, "<div class=\"board beside\"><p>The same deal in match %llu. ",
                     (unsigned long long)other->match->record->match);
    dom_web_replay_put_difference(p, other, true);
    dom_web_html_raw(h, "</p>\n");
    if (has_layout(&b)) {
        dom_web_html_raw(h, "<div class=\"cloth\">\n");
        put_layout(&b, DOM_WEB_NARROW, "at-all");
        dom_web_html_raw(h, "</div>\n");
    }
    put_hands(&b);
    dom_web_html_raw(h, "</div>\n");
}
