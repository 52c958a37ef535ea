#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

/* splitmix64, the public-domain generator by Sebastiano Vigna. */
uint64_t chance_next(chance *c)
{
    uint64_t z = c->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

int chance_below(chance *c, int n)
{
    return (int)(chance_next(c) % (uint64_t)n);
}

static bool one_in(chance *c, int n)
{
    return chance_below(c, n) == 0;
}

dom_options options_with(const char *settings)
{
    dom_options options = dom_options_default();
    dom_err err = {.text = ""};
    dom_rc rc = dom_options_apply(&options, settings, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s: %s", settings, err.text);
    rc = dom_options_check(&options, &err);
    cr_assert(eq(int, rc, DOM_OK), "%s: %s", settings, err.text);
    return options;
}

/* Sets the option as a file would; returns false if it does not allow the value. */
static bool set_number(dom_options *options, const dom_option *option, int value)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", value);
    return dom_option_set(options, option, text, NULL) == DOM_OK;
}

/* Sets a random allowed value; of ranges, values up to 15. */
static void set_any(dom_options *options, const dom_option *option, chance *c)
{
    int words = 0;
    while (option->words && option->words[words])
        words++;
    for (int tries = 0; tries < 100; tries++) {
        bool done;
        if (option->type == DOM_OPTION_INT)
            done = set_number(options, option, chance_below(c, 16));
        else if (option->type == DOM_OPTION_BOOL)
            done = dom_option_set(options, option, one_in(c, 2) ? "true" : "false", NULL) == DOM_OK;
        else
            done = dom_option_set(options, option, option->words[chance_below(c, words)], NULL) ==
                   DOM_OK;
        if (done)
            return;
    }
}

/* A spinner needs a leader who is found by a double and leads with it. */
static void set_spinner(dom_options *o, chance *c)
{
    o->arms = 4;
    o->facedown = chance_below(c, 2);
    o->doubles = 1;
    o->start_tile = DOM_START_NONE;
    o->lead_first = one_in(c, 2) ? DOM_LEAD_LOWEST_DOUBLE : DOM_LEAD_HIGHEST_DOUBLE;
    o->lead_next = o->lead_first;
    o->lead_after_block = DOM_LEAD_NEXT;
    o->lead_after_tie = DOM_LEAD_NEXT;
    o->lead_tile = DOM_LEAD_TILE_OWN_DOUBLE;
    o->no_double = DOM_NO_DOUBLE_REDEAL;
}

/* mover_stuck is allowed only with forced draws. */
static void set_mover_stuck(dom_options *o)
{
    o->draw_mode = DOM_DRAW_FORCED;
    o->end_rule = DOM_RULE_MOVER_STUCK;
}

/* With penalties the lowest score wins. */
static void set_objective(dom_options *o)
{
    if (o->score == DOM_SCORE_PENALTY)
        o->objective = DOM_OBJECTIVE_LOW;
}

static void set_length(dom_options *o, chance *c)
{
    bool by_rounds = o->objective == DOM_OBJECTIVE_LOW || one_in(c, 2);
    o->rounds = by_rounds ? 1 + chance_below(c, 4) : 0;
    o->target = by_rounds ? 0 : 1 + chance_below(c, 100);
}

dom_options any_options(chance *c)
{
    for (;;) {
        dom_options o = dom_options_default();
        for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
            if (one_in(c, 3))
                set_any(&o, dom_option_at(i), c);
        o.players = one_in(c, 3) ? 4 : 2 + chance_below(c, DOM_SEATS_MAX - 1);
        if (one_in(c, 4))
            set_spinner(&o, c);
        if (one_in(c, 6))
            set_mover_stuck(&o);
        set_objective(&o);
        set_length(&o, c);
        int most = dom_options_tiles(&o) / o.players;
        o.hand = 1 + chance_below(c, most < 1 ? 1 : most < 8 ? most : 8);
        if (dom_options_check(&o, NULL) == DOM_OK)
            return o;
    }
}

static void shuffle(dom_tile tiles[], int count, chance *c)
{
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(c, i + 1);
        dom_tile tile = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = tile;
    }
}

/* Takes the first allowed start tile out of the shuffled set. */
static int take_start(dom_deal *deal, const dom_options *options, dom_tile tiles[], int count)
{
    for (int i = 0; options->start_tile != DOM_START_NONE && i < count; i++) {
        if (options->start_tile == DOM_START_NONDOUBLE && dom_tile_is_double(tiles[i]))
            continue;
        deal->start = tiles[i];
        tiles[i] = tiles[count - 1];
        return count - 1;
    }
    return count;
}

static void deal_once(dom_deal *deal, const dom_options *options, chance *c)
{
    dom_tile tiles[DOM_TILES_MAX];
    int count = 0;
    dom_tileset set = dom_tileset_full(options->set_max, options->doubles);
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        tiles[count++] = t;
    shuffle(tiles, count, c);
    memset(deal, 0, sizeof *deal);
    deal->start = DOM_NO_TILE;
    count = take_start(deal, options, tiles, count);
    for (int s = 0; s < options->players; s++)
        for (int i = 0; i < options->hand; i++)
            deal->hand[s] = dom_tileset_with(deal->hand[s], tiles[--count]);
    deal->stock_count = (uint8_t)count;
    for (int s = 0; s < DOM_SEATS_MAX; s++) {
        shuffle(tiles, count, c);
        memcpy(deal->stock[s], tiles, (size_t)count);
    }
}

/* Draws one lot for each seat. The leader is drawn separately: the rules take it from the deal
 * and do not read the lots. */
static void draw_lots(dom_deal *deal, const dom_options *options, uint8_t seats, chance *c)
{
    int tiles = dom_tile_of(options->set_max, options->set_max) + 1;
    deal->leader = DOM_NOBODY;
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        if (seats >> s & 1) {
            deal->lots[deal->lot_count] = (dom_lot){(uint8_t)s, (dom_tile)chance_below(c, tiles)};
            deal->lot_count++;
        }
    if (deal->lot_count)
        deal->leader = (int8_t)deal->lots[chance_below(c, deal->lot_count)].seat;
}

void any_deal(dom_deal *deal, const dom_options *options, dom_lead_need need, chance *c)
{
    uint16_t redeals = 0;
    deal_once(deal, options, c);
    for (; dom_lead_wants_redeal(options, need.rule, deal); redeals++)
        deal_once(deal, options, c);
    deal->redeals = redeals;
    draw_lots(deal, options, need.seats, c);
}

static void play_round(dom_match *match, chance *c, const watcher *w)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count;
    while ((count = dom_match_legal(match, legal)) > 0) {
        if (w->to_act)
            w->to_act(match, w->context);
        dom_action action = legal[chance_below(c, count)];
        dom_event event;
        dom_rc rc = dom_match_apply(match, action, &event);
        cr_assert(eq(int, rc, DOM_OK), "a listed action was refused");
        if (w->acted)
            w->acted(match, action, event, w->context);
    }
}

void play_match(const dom_options *options, int rounds, chance *c, const watcher *w)
{
    static dom_match match;
    static dom_deal deal;
    dom_match_init(&match, options);
    for (int i = 0; i < rounds && !match.over; i++) {
        any_deal(&deal, options, dom_match_lead(&match), c);
        dom_match_deal(&match, &deal);
        if (w->dealt)
            w->dealt(&match, w->context);
        play_round(&match, c, w);
        dom_match_settle(&match);
        if (w->settled)
            w->settled(&match, w->context);
    }
}

void play_matches(int count, uint64_t seed, const watcher *w)
{
    for (int i = 0; i < count; i++) {
        chance c = {seed + (uint64_t)i};
        dom_options options = any_options(&c);
        play_match(&options, 3, &c, w);
    }
}
