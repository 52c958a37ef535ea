#include "scene.h"

#include "../rules/playout.h"
#include "rules/notation.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

/* Takes the next tile of "5-3,6-6/5-0" and the character behind it. */
static dom_tile next_tile(const char **text)
{
    char word[8] = "";
    size_t length = strcspn(*text, ",/");
    cr_assert(lt(sz, length, sizeof word), "%s", *text);
    memcpy(word, *text, length);
    *text += length + ((*text)[length] == ',');
    dom_tile tile = dom_tile_read(word);
    cr_assert(ne(int, tile, DOM_NO_TILE), "%s", word);
    return tile;
}

static dom_tileset read_hand(const char **text)
{
    dom_tileset hand = dom_tileset_empty();
    while (**text && **text != '/')
        hand = dom_tileset_with(hand, next_tile(text));
    *text += **text == '/';
    return hand;
}

static void add_to_stock(dom_deal *deal, dom_tile tile)
{
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        deal->stock[s][deal->stock_count] = tile;
    deal->stock_count++;
}

static void make_deal(dom_deal *deal, const dom_options *options, const scene *set)
{
    const char *hands = set->hands;
    dom_tileset rest = dom_tileset_full(options->set_max, options->doubles);
    memset(deal, 0, sizeof *deal);
    deal->start = set->start ? dom_tile_read(set->start) : DOM_NO_TILE;
    if (set->start)
        rest = dom_tileset_without(rest, deal->start);
    for (int s = 0; s < options->players; s++) {
        deal->hand[s] = read_hand(&hands);
        rest = dom_tileset_minus(rest, deal->hand[s]);
        cr_assert(eq(int, dom_tileset_count(deal->hand[s]), options->hand), "%s", set->hands);
    }
    for (const char *stock = set->stock ? set->stock : ""; *stock;) {
        dom_tile tile = next_tile(&stock);
        add_to_stock(deal, tile);
        rest = dom_tileset_without(rest, tile);
    }
    for (dom_tile t = dom_tileset_next(rest, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(rest, t + 1))
        add_to_stock(deal, t);
}

static void act(dom_match *match, const char *word)
{
    dom_action action;
    dom_event event;
    cr_assert(dom_action_read(word, &action), "%s", word);
    cr_assert(eq(int, dom_match_apply(match, action, &event), DOM_OK), "%s", word);
}

void scene_play(dom_match *match, const scene *set)
{
    static dom_deal deal;
    char settings[512];
    (void)snprintf(settings, sizeof settings, "lead_first=seat0 %s", set->settings);
    dom_options options = options_with(settings);
    make_deal(&deal, &options, set);
    dom_match_init(match, &options);
    dom_match_deal(match, &deal);
    char actions[1024];
    char *rest = actions;
    (void)snprintf(actions, sizeof actions, "%s", set->actions);
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        act(match, word);
}

void scene_view(dom_match *match, const scene *set, dom_view *view)
{
    scene_play(match, set);
    dom_view_of(view, match, match->play.turn);
}
