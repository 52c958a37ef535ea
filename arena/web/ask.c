#include "ask.h"

#include "rules/notation.h"
#include "tile.h"
#include "web/layout.h"

#include <jansson.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------ */

/* Returns element i of an array as a number; -1 if it is no number, or out of 0..most. */
static int number_at(const json_t *array, size_t i, int most)
{
    const json_t *number = json_array_get(array, i);
    json_int_t value = json_is_integer(number) ? json_integer_value(number) : -1;
    return value >= 0 && value <= most ? (int)value : -1;
}

/* Returns the tile whose halves are elements i and i + 1; DOM_NO_TILE if they are no halves. */
static dom_tile tile_at(const json_t *array, size_t i)
{
    int high = number_at(array, i, DOM_PIP_MAX), low = number_at(array, i + 1, DOM_PIP_MAX);
    return high < 0 || low < 0 ? DOM_NO_TILE : dom_tile_of(high, low);
}

static bool is_event(const json_t *event, const char *word)
{
    const char *text = json_string_value(json_array_get(event, 1));
    return text && strcmp(text, word) == 0;
}

static dom_tileset with_tile(dom_tileset tiles, dom_tile tile)
{
    return tile == DOM_NO_TILE ? tiles : dom_tileset_with(tiles, tile);
}

static dom_tileset tiles_of(const json_t *root)
{
    const json_t *tile, *event;
    size_t i;
    dom_tileset tiles = dom_tileset_empty();
    json_array_foreach(json_object_get(root, "hand"), i, tile) tiles =
        with_tile(tiles, tile_at(tile, 0));
    json_array_foreach(json_object_get(root, "history"), i, event) tiles =
        with_tile(tiles, tile_at(event, 2));
    return tiles;
}

dom_tileset dom_web_ask_tiles(const char *ask)
{
    json_t *root = json_loads(ask, 0, NULL);
    dom_tileset tiles = tiles_of(root);
    json_decref(root);
    return tiles;
}

/* Returns the most pips on a half of a tile; 0 without tiles. */
static int most_pips(dom_tileset tiles)
{
    int most = 0;
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1))
        most = dom_tile_high(t) > most ? dom_tile_high(t) : most;
    return most;
}

/* ---- the table ------------------------------------------------------------------------ */

/* A table to which the events of the history are added. */
typedef struct {
    dom_web_html tiles; /* what was drawn so far */
    dom_web_layout layout;
    int ends, edge;
    int open[DOM_ENDS_MAX]; /* the pips of each end; -1: closed, or nothing lies there */
} ask_table;

static void lay(ask_table *t, const dom_web_place *place, bool is_down)
{
    dom_web_tile_laid(&t->tiles, place, is_down, 0);
}

static void put_lead(ask_table *t, const json_t *event)
{
    dom_tile tile = tile_at(event, 2);
    if (tile == DOM_NO_TILE || t->layout.ends > 0)
        return;
    int high = dom_tile_high(tile), low = dom_tile_low(tile);
    dom_web_place place = dom_web_layout_lead(&t->layout, t->ends, t->edge, high, low);
    for (int end = 0; end < t->ends; end++)
        t->open[end] = end == 1 ? low : high;
    lay(t, &place, false);
}

/* Lays a tile at an end. One that does not fit there, as only a damaged database has, is left out.
 */
static void put_play(ask_table *t, const json_t *event)
{
    dom_tile tile = tile_at(event, 2);
    int end = number_at(event, 4, t->ends - 1);
    bool is_down = json_is_string(json_array_get(event, 5));
    if (tile == DOM_NO_TILE || end < 0 || t->layout.ends == 0 || t->open[end] < 0)
        return;
    if (!is_down && !dom_tile_has(tile, t->open[end]))
        return;
    int near = is_down ? dom_tile_low(tile) : t->open[end];
    int far = dom_tile_other_half(tile, near);
    dom_web_place place = dom_web_layout_play(&t->layout, end, near, far);
    t->open[end] = is_down ? -1 : far;
    lay(t, &place, is_down);
}

static void put_cloth(dom_web_html *h, const ask_table *t)
{
    const dom_web_layout *l = &t->layout;
    dom_web_html_put(h,
                     "<div class=\"cloth\">"
                     "<svg role=\"img\" aria-label=\"The tiles on the table\" viewBox=\"%d %d %d "
                     "%d\" width=\"%d\">\n",
                     10 * l->left - 10, 10 * l->top - 10, 10 * (l->right - l->left) + 20,
                     10 * (l->bottom - l->top) + 20, 12 * (l->right - l->left) + 24);
    dom_web_html_constant(h, t->tiles.bytes, t->tiles.size);
    dom_web_html_raw(h, "</svg></div>\n");
}

static void put_table(dom_web_html *h, const json_t *root)
{
    const json_t *event;
    size_t i, ends = json_array_size(json_object_get(root, "ends"));
    ask_table t = {.ends = ends > 2 ? DOM_ENDS_MAX : 2};
    t.edge = dom_web_layout_edge(DOM_WEB_WIDE, t.ends, most_pips(tiles_of(root)));
    json_array_foreach(json_object_get(root, "history"), i, event)
    {
        if (is_event(event, "lead") || is_event(event, "start"))
            put_lead(&t, event);
        else if (is_event(event, "play"))
            put_play(&t, event);
    }
    if (t.layout.ends > 0)
        put_cloth(h, &t);
    else
        dom_web_html_raw(h, "<p>Nothing lay on the table.</p>\n");
    h->has_failed |= t.tiles.has_failed;
    dom_web_html_clear(&t.tiles);
}

/* ---- the hand --------------------------------------------------------------------------- */

static void put_hand(dom_web_html *h, const json_t *root)
{
    const json_t *tile;
    size_t i;
    dom_web_html_raw(h, "<div class=\"tiles\" role=\"group\" aria-label=\"Its hand\">");
    json_array_foreach(json_object_get(root, "hand"), i, tile) if (tile_at(tile, 0) != DOM_NO_TILE)
        dom_web_tile_held(h, tile_at(tile, 0), 0, 0);
    dom_web_html_raw(h, "</div>\n");
}

/* Writes an action with its index, which is what the bot answers with. */
static void put_action(dom_web_html *h, size_t i, const json_t *action)
{
    const char *word = json_string_value(json_array_get(action, 0));
    dom_tile tile = tile_at(action, 1);
    int end = number_at(action, 3, DOM_ENDS_MAX - 1);
    dom_web_html_put(h, "%s%zu: ", i > 0 ? ", " : "", i);
    if (tile == DOM_NO_TILE)
        dom_web_html_put(h, "%s", word ? word : "?");
    else
        dom_web_html_put(h, "%d-%d at the %s end%s", dom_tile_high(tile), dom_tile_low(tile),
                         end < 0 ? "unknown" : dom_end_name(end),
                         json_is_string(json_array_get(action, 4)) ? ", face down" : "");
}

static void put_actions(dom_web_html *h, const json_t *root)
{
    const json_t *action;
    size_t i;
    dom_web_html_raw(h, "<p>Legal actions by index: ");
    json_array_foreach(json_object_get(root, "legal"), i, action) put_action(h, i, action);
    dom_web_html_raw(h, ".</p>\n");
}

void dom_web_ask_put(dom_web_html *h, const char *ask)
{
    json_t *root = json_loads(ask, 0, NULL);
    if (root) {
        put_table(h, root);
        put_hand(h, root);
        put_actions(h, root);
    }
    dom_web_html_put(h,
                     "<details><summary>The ask as text</summary>"
                     "<pre tabindex=\"0\">%s</pre></details>\n",
                     ask);
    json_decref(root);
}
