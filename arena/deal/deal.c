/* Deals one round. The lots are drawn first, then start tile and hands are dealt until the deal is
 * kept (a redeal counts up), then the stock is ordered. Each of these has a stream of its own. */
#include "deal/deal.h"

#include "lots.h"
#include "stream.h"

#include <string.h>

/* One attempt to deal a round: everything on which the key of a stream depends. */
typedef struct {
    const dom_options *options;
    const dom_deal_key *set_key;
    uint32_t round;
    uint32_t redeal;
} attempt;

static void open_stream(dom_deal_stream *stream, const attempt *a, const char *label, int seat)
{
    dom_deal_stream_open(stream, a->set_key,
                         (dom_deal_purpose){label, a->round, a->redeal, (uint32_t)seat});
}

static void shuffle(dom_tile tile[], int count, const attempt *a, const char *label, int seat)
{
    dom_deal_stream stream;
    open_stream(&stream, a, label, seat);
    dom_deal_stream_shuffle(&stream, tile, count);
    dom_deal_stream_close(&stream);
}

static dom_tileset tiles_allowed_to_start(const dom_options *options)
{
    bool doubles = options->doubles && options->start_tile == DOM_START_ANY;
    return dom_tileset_full(options->set_max, doubles);
}

/* [brettspiel] DECISION (start-tile-first): the start tile is drawn first, then the rest is dealt.
 */
static dom_tile draw_start_tile(const attempt *a)
{
    if (a->options->start_tile == DOM_START_NONE)
        return DOM_NO_TILE;
    dom_tile tile[DOM_TILES_MAX];
    int count = dom_deal_tiles_of(tile, tiles_allowed_to_start(a->options));
    dom_deal_stream stream;
    open_stream(&stream, a, "start", 0);
    dom_tile drawn = tile[dom_deal_stream_below(&stream, (uint32_t)count)];
    dom_deal_stream_close(&stream);
    return drawn;
}

/* Shuffles the tiles and deals the hands: seat 0 gets the first tiles, seat 1 the next, and so on.
 * Returns the remaining tiles: the stock. */
static dom_tileset deal_hands(dom_deal *out, const attempt *a, dom_tileset rest)
{
    dom_tile tile[DOM_TILES_MAX];
    int count = dom_deal_tiles_of(tile, rest);
    int next = 0;
    dom_check(a->options->players * a->options->hand <= count);
    shuffle(tile, count, a, "deal", 0);
    for (int seat = 0; seat < a->options->players; seat++) {
        out->hand[seat] = dom_tileset_empty();
        for (int i = 0; i < a->options->hand; i++, next++) {
            out->hand[seat] = dom_tileset_with(out->hand[seat], tile[next]);
            rest = dom_tileset_without(rest, tile[next]);
        }
    }
    return rest;
}

static dom_tileset deal_once(dom_deal *out, const attempt *a)
{
    dom_tileset rest = dom_tileset_full(a->options->set_max, a->options->doubles);
    out->start = draw_start_tile(a);
    if (out->start != DOM_NO_TILE)
        rest = dom_tileset_without(rest, out->start);
    return deal_hands(out, a, rest);
}

/* Lists the stock in tile order for every seat. */
static void list_stock(dom_deal *out, const attempt *a, dom_tileset stock)
{
    for (int seat = 0; seat < a->options->players; seat++)
        out->stock_count = (uint8_t)dom_deal_tiles_of(out->stock[seat], stock);
}

/* Gives every seat its own order of the same stock. So the luck of drawing is the same in every
 * rotation, however differently the matches go. */
static void order_stock(dom_deal *out, const attempt *a)
{
    for (int seat = 0; seat < a->options->players; seat++)
        shuffle(out->stock[seat], out->stock_count, a, "stock", seat);
}

/* Deals until an attempt is kept, and returns this attempt. */
static attempt deal_until_kept(dom_deal *out, const dom_options *options,
                               const dom_deal_key *set_key, int round, dom_lead_need need)
{
    dom_check(round >= 1);
    attempt a = {.options = options, .set_key = set_key, .round = (uint32_t)round};
    memset(out, 0, sizeof *out);
    dom_deal_lots_draw(out, options, set_key, round, need);
    dom_tileset stock = deal_once(out, &a);
    while (dom_lead_wants_redeal(options, need.rule, out)) {
        /* Every set of tiles has so many doubles that a deal is kept long before this limit. */
        dom_check(a.redeal < UINT16_MAX);
        a.redeal++;
        stock = deal_once(out, &a);
    }
    out->redeals = (uint16_t)a.redeal;
    list_stock(out, &a, stock);
    return a;
}

void dom_deal_make(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                   int round, dom_lead_need need)
{
    attempt kept = deal_until_kept(out, options, set_key, round, need);
    order_stock(out, &kept);
}

void dom_deal_to_play(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                      int round, dom_lead_need need)
{
    attempt kept = deal_until_kept(out, options, set_key, round, need);
    if (dom_options_may_draw(options))
        order_stock(out, &kept);
}
