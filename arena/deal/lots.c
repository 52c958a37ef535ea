#include "lots.h"

/* The tiles from which lots are drawn, in the order in which they will be drawn. */
typedef struct {
    dom_tileset all;
    dom_tile tile[DOM_TILES_MAX];
    int count;
    int next; /* tiles drawn so far                                           */
} pile;

static void shuffle_pile(pile *p, dom_deal_stream *stream)
{
    p->count = dom_deal_tiles_of(p->tile, p->all);
    p->next = 0;
    dom_deal_stream_shuffle(stream, p->tile, p->count);
}

static int count_seats(unsigned seats)
{
    return __builtin_popcount(seats);
}

/* Returns the seat that comes `index` seats after the lowest of `seats`. */
static int seat_at(unsigned seats, uint32_t index)
{
    while (index-- > 0)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Draws one lot for each of `seats`, in seat order. If the pile has too few tiles for all of them,
 * all tiles are shuffled again first [RULES.md 2, high_tile]. */
static void draw_one_each(dom_deal *deal, pile *p, unsigned seats, dom_deal_stream *stream)
{
    dom_check(count_seats(seats) <= p->count);
    if (p->count - p->next < count_seats(seats))
        shuffle_pile(p, stream);
    for (; seats != 0; seats &= seats - 1)
        deal->lots[deal->lot_count++] =
            (dom_lot){.seat = (uint8_t)__builtin_ctz(seats), .tile = p->tile[p->next++]};
}

/* DECISION (lot-pips): a lot 0-0 never counts 13. Returns the seats that have the most pips among
 * the lots from number `first` on. */
static unsigned highest_of(const dom_deal *deal, int first)
{
    unsigned seats = 0;
    int best = -1;
    for (int i = first; i < deal->lot_count; i++) {
        int pips = dom_tile_pips(deal->lots[i].tile);
        if (pips > best)
            seats = 0;
        if (pips >= best) {
            best = pips;
            seats |= 1u << deal->lots[i].seat;
        }
    }
    return seats;
}

/* Draws until one seat has the highest lot. DECISION (lot-ties): only the tied seats draw again. If
 * the next draw would exceed DOM_LOTS_MAX, the lowest of the tied seats wins. */
static int draw_for_highest(dom_deal *deal, dom_tileset tiles, unsigned seats,
                            dom_deal_stream *stream)
{
    pile p = {.all = tiles};
    shuffle_pile(&p, stream);
    do {
        int first = deal->lot_count;
        draw_one_each(deal, &p, seats, stream);
        seats = highest_of(deal, first);
    } while (count_seats(seats) > 1 && deal->lot_count + count_seats(seats) <= DOM_LOTS_MAX);
    return seat_at(seats, 0);
}

/* A rule of drawing lots. It returns the leader. */
typedef int(lot_rule)(dom_deal *deal, const dom_options *options, unsigned seats,
                      dom_deal_stream *stream);

static int lead_by_lots(dom_deal *deal, const dom_options *options, unsigned seats,
                        dom_deal_stream *stream)
{
    (void)deal;
    (void)options;
    return seat_at(seats, dom_deal_stream_below(stream, (uint32_t)count_seats(seats)));
}

/* DECISION (high-tile): from the full set, whose tiles return before the deal. */
static int lead_by_high_tile(dom_deal *deal, const dom_options *options, unsigned seats,
                             dom_deal_stream *stream)
{
    dom_tileset tiles = dom_tileset_full(options->set_max, options->doubles);
    return draw_for_highest(deal, tiles, seats, stream);
}

/* [doubles] The doubles are the lots, even if the game is played without doubles. */
static int lead_by_drawn_double(dom_deal *deal, const dom_options *options, unsigned seats,
                                dom_deal_stream *stream)
{
    dom_tileset doubles = dom_tileset_empty();
    for (int pip = 0; pip <= options->set_max; pip++)
        doubles = dom_tileset_with(doubles, dom_tile_of(pip, pip));
    return draw_for_highest(deal, doubles, seats, stream);
}

/* [draw] Adds the pips of all lots. DECISION (count): the remainder after division by the number of
 * seats names the leader. */
static int lead_by_count(dom_deal *deal, const dom_options *options, unsigned seats,
                         dom_deal_stream *stream)
{
    pile p = {.all = dom_tileset_full(options->set_max, options->doubles)};
    shuffle_pile(&p, stream);
    draw_one_each(deal, &p, seats, stream);
    int pips = 0;
    for (int i = 0; i < deal->lot_count; i++)
        pips += dom_tile_pips(deal->lots[i].tile);
    return seat_at(seats, (uint32_t)(pips % count_seats(seats)));
}

static lot_rule *const rules[] = {
    [DOM_LEAD_LOTS] = lead_by_lots,   [DOM_LEAD_HIGH_TILE] = lead_by_high_tile,
    [DOM_LEAD_COUNT] = lead_by_count, [DOM_LEAD_DRAWN_DOUBLE] = lead_by_drawn_double,
    [DOM_LEAD_LOWEST_DOUBLE] = NULL, /* the last rule, so the array has an entry for every rule */
};

void dom_deal_lots_draw(dom_deal *deal, const dom_options *options, const dom_deal_key *set_key,
                        int round, dom_lead_need need)
{
    deal->lot_count = 0;
    deal->leader = DOM_NOBODY;
    dom_check((size_t)need.rule < sizeof rules / sizeof *rules);
    if (rules[need.rule] == NULL)
        return;
    dom_check(need.seats != 0);
    dom_deal_stream stream;
    dom_deal_stream_open(&stream, set_key,
                         (dom_deal_purpose){.label = "lots", .round = (uint32_t)round});
    deal->leader = (int8_t)rules[need.rule](deal, options, need.seats, &stream);
    dom_deal_stream_close(&stream);
}
