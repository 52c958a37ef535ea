#include "search/deal.h"

#include <string.h>

/* Moves a random tile of tile[0..count) to the end and returns it. */
static dom_tile take_random(dom_tile tile[], int count, dom_random *random)
{
    int pick = dom_random_pick(random, count);
    dom_tile taken = tile[pick];
    tile[pick] = tile[count - 1];
    tile[count - 1] = taken;
    return taken;
}

/* Lists the tiles of `set` in tile order. Returns how many they are. */
static uint8_t list(dom_tile tile[static DOM_TILES_MAX], dom_tileset set)
{
    uint8_t count = 0;
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        tile[count++] = t;
    return count;
}

dom_search_pack dom_search_pack_of(const dom_options *options)
{
    dom_search_pack pack = {.start_count = 0};
    pack.count = list(pack.tile, dom_tileset_full(options->set_max, options->doubles));
    bool doubles = options->doubles && options->start_tile == DOM_START_ANY;
    if (options->start_tile != DOM_START_NONE)
        pack.start_count = list(pack.start, dom_tileset_full(options->set_max, doubles));
    return pack;
}

/* [brettspiel] Draws the start tile first. Copies the tiles that are then dealt to `tile` and
 * returns how many they are. */
static int take_start(dom_deal *out, const dom_search_pack *pack,
                      dom_tile tile[static DOM_TILES_MAX], dom_random *random)
{
    memcpy(tile, pack->tile, sizeof pack->tile);
    out->start = DOM_NO_TILE;
    if (pack->start_count == 0)
        return pack->count;
    out->start = pack->start[dom_random_pick(random, pack->start_count)];
    dom_tile *found = memchr(tile, out->start, pack->count);
    *found = tile[pack->count - 1];
    return pack->count - 1;
}

/* Shuffles the stock and gives the order to every seat, if the rules let anybody draw. */
static void order_stock(dom_deal *out, const dom_options *options, dom_random *random)
{
    if (!dom_options_may_draw(options))
        return;
    for (int left = out->stock_count; left > 1; left--)
        (void)take_random(out->stock[0], left, random);
    for (int seat = 1; seat < options->players; seat++)
        memcpy(out->stock[seat], out->stock[0], out->stock_count);
}

/* Deals once: hands are taken from the end of a shuffled list, and the rest is the stock. */
static void deal_once(dom_deal *out, const dom_options *options, const dom_search_pack *pack,
                      dom_random *random)
{
    int count = take_start(out, pack, out->stock[0], random);
    for (int seat = 0; seat < options->players; seat++) {
        dom_tileset hand = dom_tileset_empty();
        for (int i = 0; i < options->hand; i++, count--)
            hand = dom_tileset_with(hand, take_random(out->stock[0], count, random));
        out->hand[seat] = hand;
    }
    out->stock_count = (uint8_t)count;
    order_stock(out, options, random);
}

static int leader_of(unsigned seats, dom_random *random)
{
    if (seats == 0)
        return DOM_NOBODY;
    for (int skip = dom_random_pick(random, __builtin_popcount(seats)); skip; skip--)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

void dom_search_deal(dom_deal *out, const dom_options *options, const dom_search_pack *pack,
                     dom_lead_need need, dom_random *random)
{
    out->lot_count = 0;
    out->redeals = 0;
    out->leader = (int8_t)leader_of(need.seats, random);
    do
        deal_once(out, options, pack, random);
    while (dom_lead_wants_redeal(options, need.rule, out));
}
