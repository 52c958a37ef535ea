#include "tile.h"

/* The pips of each number: three rows of seven places each. The lowest bit is the left place. */
static const unsigned char pips[DOM_PIP_MAX + 1][3] = {
    {0, 0, 0},   {0, 8, 0},    {1, 0, 64},   {1, 8, 64},   {65, 0, 65},  {65, 8, 65},  {73, 0, 73},
    {73, 8, 73}, {73, 65, 73}, {73, 73, 73}, {85, 20, 85}, {85, 73, 85}, {85, 85, 85},
};

static void put_pips(dom_web_html *h, int number)
{
    for (int i = 0; i < 3 * 7; i++) {
        if (!(pips[number][i / 7] >> i % 7 & 1))
            continue;
        dom_web_html_put(h, "<circle cx=\"%d\" cy=\"%d\" r=\"%s\"/>", 2 * (i % 7) - 6,
                         6 * (i / 7) - 6, number > 9 ? "1.6" : "1.9");
    }
}

static void put_half(dom_web_html *h, int number)
{
    dom_web_html_put(h, "<g id=\"p%d\">", number);
    put_pips(h, number);
    dom_web_html_raw(h, "</g>");
}

/* Defines the face of a tile, centred at the origin. */
static void put_face(dom_web_html *h, int high, int low)
{
    dom_web_html_put(h,
                     "<g id=\"f%d-%d\"><use href=\"#t\"/>"
                     "<use class=\"pips\" x=\"-10\" href=\"#p%d\"/>"
                     "<use class=\"pips\" x=\"10\" href=\"#p%d\"/></g>",
                     high, low, high, low);
}

void dom_web_tile_shapes(dom_web_html *h, dom_tileset tiles, bool has_down)
{
    bool is_used[DOM_PIP_MAX + 1] = {false};
    dom_web_html_raw(
        h, "<svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\"><defs>"
           "<g id=\"t\"><rect class=\"body\" x=\"-19.5\" y=\"-9.5\" width=\"39\" height=\"19\" "
           "rx=\"3\"/><path class=\"bar\" d=\"M0-7V7\"/></g>");
    if (has_down)
        dom_web_html_raw(h, "<g id=\"b\"><rect class=\"down\" x=\"-19.5\" y=\"-9.5\" width=\"39\" "
                            "height=\"19\" rx=\"3\"/><path class=\"lines\" d=\"M-15-5H15M-15 "
                            "0H15M-15 5H15\"/></g>");
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1)) {
        is_used[dom_tile_high(t)] = is_used[dom_tile_low(t)] = true;
        put_face(h, dom_tile_high(t), dom_tile_low(t));
    }
    for (int number = 0; number <= DOM_PIP_MAX; number++)
        if (is_used[number])
            put_half(h, number);
    dom_web_html_raw(h, "</defs></svg>\n");
}

/* A face is defined with its higher half on the left, so other tiles are turned by 180 degrees. */
void dom_web_tile_laid(dom_web_html *h, const dom_web_place *place, bool is_down, int step)
{
    bool is_turned = place->near < place->far;
    int angle = (place->angle + (is_turned ? 180 : 0)) % 360;
    dom_web_html_raw(h, "<use");
    if (is_down)
        dom_web_html_raw(h, " href=\"#b\"");
    else
        dom_web_html_put(h, " href=\"#f%d-%d\"", is_turned ? place->far : place->near,
                         is_turned ? place->near : place->far);
    dom_web_html_put(h, " data-a=\"%d\"", step);
    if (angle == 0)
        dom_web_html_put(h, " transform=\"translate(%d %d)\"", 10 * place->x, 10 * place->y);
    else
        dom_web_html_put(h, " transform=\"translate(%d %d)rotate(%d)\"", 10 * place->x,
                         10 * place->y, angle);
    dom_web_html_raw(h, "/>\n");
}

void dom_web_tile_end(dom_web_html *h, dom_web_spot spot, int value, int from, int to)
{
    dom_web_html_put(h, "<text x=\"%d\" y=\"%d\" data-a=\"%d\" data-z=\"%d\">%d</text>\n",
                     10 * spot.x, 10 * spot.y, from, to, value);
}

void dom_web_tile_held(dom_web_html *h, dom_tile tile, int from, int to)
{
    int high = dom_tile_high(tile), low = dom_tile_low(tile);
    dom_web_html_put(h,
                     "<svg role=\"img\" aria-label=\"%d-%d\" data-a=\"%d\" data-z=\"%d\">"
                     "<use href=\"#f%d-%d\"/></svg>",
                     high, low, from, to, high, low);
}
