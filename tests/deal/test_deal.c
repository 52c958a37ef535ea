/* What holds for every deal, whatever the options are, and on what a deal depends. */
#include "deal/deal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_deal_key key_of(uint32_t set)
{
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, 7);
    dom_deal_key_of_set(&key, &secret, "spring", set);
    return key;
}

static dom_options options_of(const char *settings)
{
    dom_err err;
    dom_options options = dom_options_default();
    cr_assert(eq(int, dom_options_apply(&options, settings, &err), DOM_OK), "%s", err.text);
    return options;
}

static bool draws_lots(dom_lead rule)
{
    return rule == DOM_LEAD_LOTS || rule == DOM_LEAD_HIGH_TILE || rule == DOM_LEAD_COUNT ||
           rule == DOM_LEAD_DRAWN_DOUBLE;
}

static dom_lead_need need_of(const dom_options *options, dom_lead rule)
{
    uint8_t everybody = (uint8_t)((1u << options->players) - 1);
    return (dom_lead_need){
        .rule = rule, .seat = DOM_NOBODY, .seats = draws_lots(rule) ? everybody : 0};
}

static dom_deal deal_of(const dom_options *options, uint32_t set, int round, dom_lead rule)
{
    dom_deal_key key = key_of(set);
    dom_deal deal;
    dom_deal_make(&deal, options, &key, round, need_of(options, rule));
    return deal;
}

static bool is_equal(const dom_deal *a, const dom_deal *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_equal_tiles(const dom_deal *a, const dom_deal *b)
{
    return memcmp(a->hand, b->hand, sizeof a->hand) == 0 &&
           memcmp(a->stock, b->stock, sizeof a->stock) == 0 && a->start == b->start;
}

/* ---- what holds for every deal -------------------------------------------- */

/* Removes `part` from *rest, which must contain it. */
static void take(dom_tileset *rest, dom_tileset part, const char *what)
{
    cr_assert(dom_tileset_equal(dom_tileset_common(*rest, part), part), "%s", what);
    for (dom_tile t = dom_tileset_next(part, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(part, t + 1))
        *rest = dom_tileset_without(*rest, t);
}

static void check_start_tile(const dom_options *o, const dom_deal *deal, dom_tileset *rest)
{
    if (o->start_tile == DOM_START_NONE) {
        cr_assert(eq(int, deal->start, DOM_NO_TILE));
        return;
    }
    take(rest, dom_tileset_with(dom_tileset_empty(), deal->start), "start");
    if (o->start_tile == DOM_START_NONDOUBLE)
        cr_assert(not(dom_tile_is_double(deal->start)));
}

static void check_stock(const dom_options *o, const dom_deal *deal, dom_tileset stock)
{
    cr_assert(eq(int, deal->stock_count, dom_tileset_count(stock)));
    for (int s = 0; s < o->players; s++) {
        dom_tileset rest = stock;
        for (int i = 0; i < deal->stock_count; i++)
            take(&rest, dom_tileset_with(dom_tileset_empty(), deal->stock[s][i]), "stock");
        cr_assert(dom_tileset_is_empty(rest));
    }
}

static void check_tiles(const dom_options *o, const dom_deal *deal)
{
    dom_tileset rest = dom_tileset_full(o->set_max, o->doubles);
    check_start_tile(o, deal, &rest);
    for (int s = 0; s < DOM_SEATS_MAX; s++) {
        int tiles = s < o->players ? o->hand : 0;
        cr_assert(eq(int, dom_tileset_count(deal->hand[s]), tiles));
        take(&rest, deal->hand[s], "hand");
    }
    check_stock(o, deal, rest);
}

static void check_lots(const dom_options *o, const dom_deal *deal, dom_lead rule)
{
    bool doubles = o->doubles || rule == DOM_LEAD_DRAWN_DOUBLE;
    dom_tileset set = dom_tileset_full(o->set_max, doubles);
    for (int i = 0; i < deal->lot_count; i++) {
        cr_assert(dom_tileset_has(set, deal->lots[i].tile));
        cr_assert(lt(int, deal->lots[i].seat, o->players));
        if (i < o->players)
            cr_assert(eq(int, deal->lots[i].seat, i), "all draw first, in seat order");
        if (rule == DOM_LEAD_DRAWN_DOUBLE)
            cr_assert(dom_tile_is_double(deal->lots[i].tile));
    }
    cr_assert(eq(int, deal->lot_count >= o->players, draws_lots(rule) && rule != DOM_LEAD_LOTS));
    cr_assert(eq(int, deal->leader >= 0, draws_lots(rule)));
    cr_assert(lt(int, deal->leader, o->players));
}

static void check_deal(const dom_options *o, uint32_t set, dom_lead rule)
{
    dom_deal deal = deal_of(o, set, 1 + (int)(set % DOM_ROUNDS_MAX), rule);
    check_tiles(o, &deal);
    check_lots(o, &deal, rule);
    cr_assert(not(dom_lead_wants_redeal(o, rule, &deal)));
}

static const dom_lead lead_rules[] = {
    DOM_LEAD_ROTATE,       DOM_LEAD_LOTS,           DOM_LEAD_HIGH_TILE,     DOM_LEAD_COUNT,
    DOM_LEAD_DRAWN_DOUBLE, DOM_LEAD_HIGHEST_DOUBLE, DOM_LEAD_LOWEST_DOUBLE,
};

/* Lists all lead rules with which the options can be played; returns how many there are. */
static int check_lead_rules(const dom_options *options)
{
    int checked = 0;
    for (size_t i = 0; i < sizeof lead_rules / sizeof *lead_rules; i++) {
        dom_options o = *options;
        if (lead_rules[i] != DOM_LEAD_ROTATE)
            o.lead_first = (int32_t)lead_rules[i];
        if (dom_options_check(&o, NULL) != DOM_OK)
            continue;
        for (uint32_t set = 1; set <= 3; set++)
            check_deal(&o, set, lead_rules[i]);
        checked++;
    }
    return checked;
}

static int check_hands(dom_options o)
{
    int most = (dom_options_tiles(&o) - (o.start_tile != DOM_START_NONE)) / o.players;
    int checked = 0;
    for (o.hand = 1; o.hand <= most; o.hand++)
        checked += check_lead_rules(&o);
    return checked;
}

Test(deal_tiles, are_conserved_for_every_combination_of_options)
{
    static const int32_t sets[] = {3, 4, 5, 6, 8, 9, 12};
    int checked = 0;
    for (int i = 0; i < 7 * 7 * 2 * 3; i++) {
        dom_options o = dom_options_default();
        o.set_max = sets[i % 7];
        o.players = 2 + i / 7 % 7;
        o.doubles = i / 49 % 2;
        o.start_tile = i / 98;
        checked += check_hands(o);
    }
    cr_assert(ge(int, checked, 5001));
}

Test(deal_tiles, are_conserved_in_every_named_setting)
{
    static const char *const settings[] = {
        "players=4 teams=true",
        ("players=4 hand=1 opening_draw=until_double_six lead_first=highest_double "
         "lead_next=highest_double lead_tile=own_double draw_mode=optional"),
        "players=3 hand=7 no_double=highest_tile lead_first=highest_double",
        "players=8 set_max=6 hand=3 lead_first=high_tile",
        "players=8 set_max=12 hand=11 lead_first=count",
        "players=2 set_max=3 hand=5 lead_first=high_tile",
        "players=4 set_max=3 hand=2 lead_first=drawn_double",
        "players=2 set_max=3 hand=1 lead_first=highest_double",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        dom_options o = options_of(settings[i]);
        cr_assert(eq(int, dom_options_check(&o, NULL), DOM_OK), "%s", settings[i]);
        for (uint32_t set = 1; set <= 500; set++)
            check_deal(&o, set, (dom_lead)o.lead_first);
    }
}

/* ---- to play --------------------------------------------------------------- */

/* dom_deal_to_play differs only in the order of a stock from which no seat draws. */
Test(deal_to_play, is_the_whole_deal_if_seats_may_draw)
{
    static const char *const drawing[] = {"draw_mode=optional", "draw_mode=forced reserve=0",
                                          "hand=1 opening_draw=until_double_six"};
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++) {
        dom_options o = options_of(drawing[i]);
        dom_deal_key key = key_of(9);
        dom_deal whole = deal_of(&o, 9, 1, DOM_LEAD_LOTS), played;
        memset(&played, 0xa5, sizeof played);
        dom_deal_to_play(&played, &o, &key, 1, need_of(&o, DOM_LEAD_LOTS));
        cr_expect(is_equal(&whole, &played), "%s", drawing[i]);
    }
}

Test(deal_to_play, has_the_stock_in_tile_order_if_no_seat_draws)
{
    dom_options o = dom_options_default();
    dom_deal_key key = key_of(9);
    dom_deal whole = deal_of(&o, 9, 1, DOM_LEAD_LOTS), played;
    memset(&played, 0xa5, sizeof played);
    dom_deal_to_play(&played, &o, &key, 1, need_of(&o, DOM_LEAD_LOTS));
    cr_assert(not(has_equal_tiles(&whole, &played)));
    for (int seat = 0; seat < o.players; seat++) {
        dom_tileset stock = dom_tileset_empty();
        for (int i = 0; i < whole.stock_count; i++)
            stock = dom_tileset_with(stock, whole.stock[seat][i]);
        dom_tile next = dom_tileset_next(stock, 0);
        for (int i = 0; i < whole.stock_count; i++) {
            cr_assert(eq(int, played.stock[seat][i], next));
            next = dom_tileset_next(stock, next + 1);
        }
        memcpy(played.stock[seat], whole.stock[seat], sizeof whole.stock[seat]);
    }
    cr_assert(is_equal(&whole, &played));
}

/* ---- what a deal depends on, and what it does not -------------------------- */

Test(deal_depends, on_nothing_but_its_arguments)
{
    dom_options o = options_of("players=4 hand=6 lead_first=high_tile");
    dom_deal first = deal_of(&o, 3, 2, DOM_LEAD_HIGH_TILE);
    for (uint32_t set = 1; set < 50; set++)
        deal_of(&o, set, 1, DOM_LEAD_LOTS);
    dom_deal_key key = key_of(3);
    dom_deal again;
    memset(&again, 0xa5, sizeof again);
    dom_deal_make(&again, &o, &key, 2, need_of(&o, DOM_LEAD_HIGH_TILE));
    cr_assert(is_equal(&first, &again));
}

Test(deal_depends, on_set_and_round)
{
    dom_options o = dom_options_default();
    dom_deal deal = deal_of(&o, 1, 1, DOM_LEAD_ROTATE);
    dom_deal other_set = deal_of(&o, 2, 1, DOM_LEAD_ROTATE);
    dom_deal other_round = deal_of(&o, 1, 2, DOM_LEAD_ROTATE);
    cr_assert(not(has_equal_tiles(&deal, &other_set)));
    cr_assert(not(has_equal_tiles(&deal, &other_round)));
}

Test(deal_depends, not_on_how_the_round_is_played_and_scored)
{
    dom_options plain = dom_options_default();
    dom_options other = options_of("target=0 rounds=7 draw_mode=forced draw_limit=2 reserve=0 "
                                   "draw_cost=3 score=all_hands pip00=13 club_double=once "
                                   "block_tie=blocker dead_layout=immediate");
    for (int round = 1; round <= 20; round++) {
        dom_deal a = deal_of(&plain, 5, round, DOM_LEAD_LOTS);
        dom_deal b = deal_of(&other, 5, round, DOM_LEAD_LOTS);
        cr_assert(is_equal(&a, &b));
    }
}

Test(deal_depends, tiles_not_on_the_lots)
{
    dom_options o = options_of("players=3 hand=5");
    dom_deal plain = deal_of(&o, 9, 4, DOM_LEAD_ROTATE);
    for (size_t i = 0; i < sizeof lead_rules / sizeof *lead_rules; i++) {
        dom_deal deal = deal_of(&o, 9, 4, lead_rules[i]);
        if (deal.redeals == 0)
            cr_assert(has_equal_tiles(&plain, &deal));
    }
}

Test(deal_depends, lots_not_on_the_tiles)
{
    dom_options a = options_of("players=4 hand=5 lead_first=high_tile");
    dom_options b = options_of("players=4 hand=2 start_tile=any lead_first=high_tile");
    dom_deal one = deal_of(&a, 6, 1, DOM_LEAD_HIGH_TILE);
    dom_deal two = deal_of(&b, 6, 1, DOM_LEAD_HIGH_TILE);
    cr_assert(eq(int, one.lot_count, two.lot_count));
    cr_assert(eq(int, memcmp(one.lots, two.lots, sizeof one.lots), 0));
    cr_assert(eq(int, one.leader, two.leader));
}

Test(deal_redeal, happens_only_if_a_double_is_needed)
{
    dom_options o = options_of("hand=2 lead_first=highest_double");
    int redeals = 0;
    for (uint32_t set = 1; set <= 200; set++) {
        dom_deal deal = deal_of(&o, set, 1, DOM_LEAD_HIGHEST_DOUBLE);
        dom_deal plain = deal_of(&o, set, 1, DOM_LEAD_ROTATE);
        cr_assert(eq(int, plain.redeals, 0));
        cr_assert(eq(int, has_equal_tiles(&plain, &deal), deal.redeals == 0));
        redeals += deal.redeals;
    }
    /* A deal of 2 x 2 tiles has no double with chance C(21,4)/C(28,4) = 0.292. */
    cr_assert(55 < redeals && redeals < 115, "%d", redeals);
}

Test(deal_stock, every_seat_has_its_own_order)
{
    dom_options o = options_of("players=4 hand=5");
    dom_deal deal = deal_of(&o, 1, 1, DOM_LEAD_ROTATE);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            cr_assert(ne(int, memcmp(deal.stock[a], deal.stock[b], deal.stock_count), 0));
}
