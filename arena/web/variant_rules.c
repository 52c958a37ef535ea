#include "variant_rules.h"

#include "page_frame.h"
#include "rules/round.h"
#include "rules/sentences.h"
#include "tile.h"

#include <stdint.h>

void dom_web_variant_rules_sentences(dom_web_html *h, const dom_options *options)
{
    dom_sentences rules;
    dom_sentences_write(&rules, options);
    dom_web_html_raw(h, "<ul>\n");
    for (size_t i = 0; i < rules.count; i++)
        dom_web_html_put(h, "<li>%s</li>\n", rules.text[i]);
    dom_web_html_raw(h, "</ul>\n");
}

/* ---- two rounds that have ended ---------------------------------------------------- */

/* Takes a tile that is `STEP` tiles after the last one, again and again from the beginning of the
 * set, so that hands look like dealt ones and none is twice as heavy as all others. */
static dom_tile take(dom_tileset *left, dom_tile last)
{
    enum { STEP = 8 };
    dom_tile tile = last;
    for (int i = 0; i < STEP; i++) {
        tile = dom_tileset_next(*left, tile + 1);
        if (tile == DOM_NO_TILE)
            tile = dom_tileset_next(*left, 0);
    }
    *left = dom_tileset_without(*left, tile);
    return tile;
}

/* Returns a round that has ended in this way. Seat 0 went out, or everybody has a tile or two. */
static dom_round ended(const dom_options *o, dom_end end)
{
    dom_round round = {.options = o, .end = end, .by = end == DOM_END_DOMINO ? 0 : 1};
    dom_tileset left = dom_tileset_full(o->set_max, o->doubles != 0);
    dom_tile tile = 0;
    for (int seat = end == DOM_END_DOMINO; seat < o->players; seat++)
        for (int i = 0; i <= seat % 2; i++) {
            tile = take(&left, tile);
            round.hand[seat] = dom_tileset_with(round.hand[seat], tile);
        }
    return round;
}

static dom_round gone_out(const dom_options *o)
{
    return ended(o, DOM_END_DOMINO);
}

static dom_round without_a_move(const dom_options *o)
{
    return ended(o, o->end_rule == DOM_RULE_MOVER_STUCK ? DOM_END_STUCK : DOM_END_BLOCKED);
}

/* ---- their tables ------------------------------------------------------------------------ */

static void put_hand(dom_web_html *h, dom_tileset hand)
{
    if (dom_tileset_count(hand) == 0) {
        dom_web_html_raw(h, "<td>none</td>");
        return;
    }
    dom_web_html_raw(h, "<td><div class=\"tiles\">");
    for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hand, t + 1))
        dom_web_tile_held(h, t, 0, INT16_MAX);
    dom_web_html_raw(h, "</div></td>");
}

/* Returns the pips of an average hand. */
static double average_of(const dom_options *o, const dom_round_result *result)
{
    int32_t pips = 0;
    for (int seat = 0; seat < o->players; seat++)
        pips += result->pips[seat];
    return (double)pips / o->players;
}

/* Writes how the points of a seat are counted, where that is more than adding and subtracting. */
static void put_counting(dom_web_html *h, const dom_options *o, const dom_round_result *result,
                         int seat)
{
    if (o->score == DOM_SCORE_AVERAGE)
        dom_web_html_put(h, "<td>100 &times; (%g&nbsp;&minus;&nbsp;%d)</td>", average_of(o, result),
                         (int)result->pips[seat]);
}

static void put_seat(dom_web_html *h, const dom_round *round, const dom_round_result *result,
                     int seat)
{
    dom_web_html_put(h, "<tr><th scope=\"row\">%d</th>", seat);
    put_hand(h, round->hand[seat]);
    dom_web_frame_number(h, result->pips[seat], "%d", (int)result->pips[seat]);
    put_counting(h, round->options, result, seat);
    dom_web_frame_number(h, result->points[seat], "%+d", (int)result->points[seat]);
    dom_web_html_raw(h, "</tr>\n");
}

/* Says how a round ended, and what else its points would depend on. */
static void put_end(dom_web_html *h, const dom_round *round)
{
    static const char *const ends[] = {[DOM_END_DOMINO] = "seat 0 goes out",
                                       [DOM_END_BLOCKED] = "nobody can play",
                                       [DOM_END_STUCK] =
                                           "seat 1 cannot play, and nothing is left to draw"};
    const dom_options *o = round->options;
    dom_web_html_put(h, "Example: %s", ends[round->end]);
    if (round->end == DOM_END_DOMINO && o->club_double != DOM_CLUB_OFF)
        dom_web_html_raw(h, ", by a tile that is no double and fits one end only");
    if (o->draw_cost != 0)
        dom_web_html_raw(h, "; nobody drew a tile");
    dom_web_html_raw(h, ".");
}

static void put_round(dom_web_html *h, const dom_round *round)
{
    const dom_options *o = round->options;
    dom_round_result result = dom_round_score(round);
    dom_web_html_raw(h, "<div><p>");
    put_end(h, round);
    if (o->score == DOM_SCORE_AVERAGE)
        dom_web_html_put(h, " The average hand has %g pips.", average_of(o, &result));
    dom_web_html_raw(h, "</p>\n<table><thead><tr><th class=\"n\" scope=\"col\">Seat</th>"
                        "<th scope=\"col\">Tiles left</th><th class=\"n\" scope=\"col\">Pips</th>");
    if (o->score == DOM_SCORE_AVERAGE)
        dom_web_html_raw(h, "<th scope=\"col\">Counting</th>");
    dom_web_html_raw(h, "<th class=\"n\" scope=\"col\">Points</th></tr></thead>\n<tbody>\n");
    for (int seat = 0; seat < o->players; seat++)
        put_seat(h, round, &result, seat);
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static dom_tileset tiles_of(const dom_round *round)
{
    dom_tileset tiles = dom_tileset_empty();
    for (int seat = 0; seat < round->options->players; seat++)
        tiles = dom_tileset_union(tiles, round->hand[seat]);
    return tiles;
}

void dom_web_variant_rules_put(dom_web_html *h, const dom_options *options, bool has_shapes)
{
    dom_round out = gone_out(options), stuck = without_a_move(options);
    dom_web_html_raw(h, "<div class=\"rules\">\n");
    dom_web_variant_rules_sentences(h, options);
    if (!has_shapes)
        dom_web_tile_shapes(h, dom_tileset_union(tiles_of(&out), tiles_of(&stuck)), false);
    dom_web_html_raw(h, "<div class=\"examples\">\n");
    put_round(h, &out);
    put_round(h, &stuck);
    dom_web_html_raw(
        h, "</div>\n<p>The points of each round are added to the scores of the match.</p>\n"
           "</div>\n");
}
