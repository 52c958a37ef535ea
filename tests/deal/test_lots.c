/* Lots that are very rare: long ties, a pile drawn to its end. The shuffle is replaced: each pile
 * has the order that the test sets. */
#include "lots.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_tile order[DOM_TILES_MAX];
static int order_count;
static int shuffles;

void dom_deal_stream_open(dom_deal_stream *stream, const dom_deal_key *set_key,
                          dom_deal_purpose purpose)
{
    cr_assert(eq(str, (char *)purpose.label, "lots"));
    cr_assert(eq(u32, purpose.redeal, 0));
    cr_assert(eq(u32, purpose.seat, 0));
}

void dom_deal_stream_close(dom_deal_stream *stream)
{
}

uint32_t dom_deal_stream_below(dom_deal_stream *stream, uint32_t n)
{
    return n - 1;
}

void dom_deal_stream_shuffle(dom_deal_stream *stream, dom_tile tile[], int count)
{
    shuffles++;
}

int dom_deal_tiles_of(dom_tile tile[static DOM_TILES_MAX], dom_tileset set)
{
    memcpy(tile, order, sizeof order);
    return order_count;
}

/* Sets the order of every pile from now on: tiles as pairs of digits, "65 43 ...". */
static void pile_is(const char *tiles)
{
    order_count = 0;
    for (const char *t = tiles; *t; t += t[2] ? 3 : 2)
        order[order_count++] = dom_tile_of(t[0] - '0', t[1] - '0');
}

static dom_deal draw(dom_lead rule, unsigned seats)
{
    dom_options options = dom_options_default();
    options.players = DOM_SEATS_MAX;
    dom_deal deal;
    memset(&deal, 0, sizeof deal);
    dom_deal_key key = {{0}};
    dom_deal_lots_draw(&deal, &options, &key, 1,
                       (dom_lead_need){.rule = rule, .seat = DOM_NOBODY, .seats = (uint8_t)seats});
    return deal;
}

static void lot_is(const dom_deal *deal, int index, int seat, int high, int low)
{
    cr_expect(eq(int, deal->lots[index].seat, seat), "lot %d", index);
    cr_expect(eq(int, deal->lots[index].tile, dom_tile_of(high, low)), "lot %d", index);
}

Test(deal_lots, only_the_tied_seats_draw_again_in_seat_order)
{
    pile_is("10 65 66 64 21 56 11 00");
    dom_deal deal = draw(DOM_LEAD_HIGH_TILE, 0x1e);
    cr_assert(eq(int, deal.lot_count, 4));
    cr_assert(eq(int, deal.leader, 3));
    pile_is("65 10 65 20 64 63");
    deal = draw(DOM_LEAD_HIGH_TILE, 0x0f);
    cr_assert(eq(int, deal.lot_count, 6));
    cr_assert(eq(int, deal.leader, 0));
    lot_is(&deal, 4, 0, 6, 4);
    lot_is(&deal, 5, 2, 6, 3);
}

Test(deal_lots, if_the_pile_is_too_short_all_tiles_are_shuffled_again)
{
    pile_is("30 21 20 11 65");
    shuffles = 0;
    dom_deal deal = draw(DOM_LEAD_HIGH_TILE, 0x3);
    cr_assert(eq(int, shuffles, DOM_LOTS_MAX / 4));
    lot_is(&deal, 3, 1, 1, 1);
    lot_is(&deal, 4, 0, 3, 0); /* one tile was left, two were needed */
}

Test(deal_lots, endless_ties_stop_at_the_limit_and_the_lowest_tied_seat_leads)
{
    pile_is("30 21");
    dom_deal deal = draw(DOM_LEAD_HIGH_TILE, 0x30);
    cr_assert(eq(int, deal.lot_count, DOM_LOTS_MAX));
    cr_assert(eq(int, deal.leader, 4));
}

Test(deal_lots, a_draw_that_would_exceed_the_limit_is_not_begun)
{
    pile_is("60 51 42 33 60 51 42");
    dom_deal deal = draw(DOM_LEAD_HIGH_TILE, 0x7);
    cr_assert(eq(int, deal.lot_count, DOM_LOTS_MAX / 3 * 3));
    cr_assert(eq(int, deal.leader, 0));
}

Test(deal_lots, a_single_seat_draws_one_lot_and_leads)
{
    pile_is("33 66");
    dom_deal deal = draw(DOM_LEAD_DRAWN_DOUBLE, 0x4);
    cr_assert(eq(int, deal.lot_count, 1));
    cr_assert(eq(int, deal.leader, 2));
    lot_is(&deal, 0, 2, 3, 3);
}

Test(deal_lots, count_takes_the_remainder_over_all_seats)
{
    pile_is("61 42 50");
    cr_assert(eq(int, draw(DOM_LEAD_COUNT, 0x7).leader, 18 % 3));
    pile_is("61 43 50");
    cr_assert(eq(int, draw(DOM_LEAD_COUNT, 0x7).leader, 19 % 3));
    cr_assert(eq(int, draw(DOM_LEAD_COUNT, 0x7).lot_count, 3));
    pile_is("60 63");
    cr_assert(eq(int, draw(DOM_LEAD_COUNT, 0x3).leader, 1));
}

Test(deal_lots, the_rule_lots_chooses_among_the_named_seats_and_lists_no_lot)
{
    dom_deal deal = draw(DOM_LEAD_LOTS, 0x16);
    cr_assert(eq(int, deal.leader, 4)); /* the last of 1, 2, 4 */
    cr_assert(eq(int, deal.lot_count, 0));
}

Test(deal_lots, the_other_rules_draw_no_lots)
{
    dom_lead rules[] = {DOM_LEAD_ROTATE, DOM_LEAD_HIGHEST_DOUBLE, DOM_LEAD_LOWEST_DOUBLE};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        dom_deal deal = draw(rules[i], 0);
        cr_assert(eq(int, deal.leader, DOM_NOBODY));
        cr_assert(eq(int, deal.lot_count, 0));
    }
}
