/* The input makes a view of a real round and changes bytes of it: one byte for the variant,
 * SEED_BYTES for deal and play, one for the number of actions that are played, and then for each
 * change three bytes. The view may be wrong in any way. It is refused, or there are worlds from
 * which its record follows and which can be played on to the end. */
#include "fuzz.h"
#include "rules/variant.h"
#include "search/belief.h"

#include <stdlib.h>
#include <string.h>

enum { SEED_BYTES = 4, WORLDS = 3 };

static dom_match match;
static dom_view view;
static dom_search_belief belief;
static dom_search_world world;

/* ---- a round ------------------------------------------------------------------- */

static void shuffle(dom_tile tiles[], int count, dom_random *random)
{
    for (int i = count - 1; i > 0; i--) {
        int j = dom_random_pick(random, i + 1);
        dom_tile tile = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = tile;
    }
}

/* Takes a start tile out of the shuffled set, if the variant has one. Returns how many are left. */
static int take_start(dom_deal *deal, const dom_options *options, dom_tile tiles[], int count)
{
    deal->start = DOM_NO_TILE;
    for (int i = 0; options->start_tile != DOM_START_NONE && i < count; i++) {
        if (options->start_tile == DOM_START_NONDOUBLE && dom_tile_is_double(tiles[i]))
            continue;
        deal->start = tiles[i];
        tiles[i] = tiles[--count];
        break;
    }
    return count;
}

static void make_deal(dom_deal *deal, const dom_options *options, dom_random *random)
{
    dom_tile tiles[DOM_TILES_MAX];
    int count = 0;
    dom_tileset set = dom_tileset_full(options->set_max, options->doubles);
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        tiles[count++] = t;
    shuffle(tiles, count, random);
    memset(deal, 0, sizeof *deal);
    deal->leader = (int8_t)dom_random_pick(random, options->players);
    count = take_start(deal, options, tiles, count);
    for (int s = 0; s < options->players; s++)
        for (int i = 0; i < options->hand; i++)
            deal->hand[s] = dom_tileset_with(deal->hand[s], tiles[--count]);
    deal->stock_count = (uint8_t)count;
    for (int s = 0; s < options->players; s++) {
        shuffle(tiles, count, random);
        memcpy(deal->stock[s], tiles, (size_t)count);
    }
}

static void play(const dom_options *options, int actions, dom_random *random)
{
    static dom_deal deal;
    dom_action legal[DOM_ACTIONS_MAX];
    int count;
    dom_match_init(&match, options);
    do
        make_deal(&deal, options, random);
    while (dom_lead_wants_redeal(options, dom_match_lead(&match).rule, &deal));
    dom_match_deal(&match, &deal);
    for (; actions > 0 && (count = dom_match_legal(&match, legal)) > 0; actions--)
        dom_match_make(&match, legal[dom_random_pick(random, count)]);
}

/* ---- a view ------------------------------------------------------------------------ */

/* Changes a byte of the used part of the view: of an event, or of what stands before the lists. */
static void change(fuzz_input *in)
{
    uint8_t *bytes = (uint8_t *)&view;
    size_t place = fuzz_next(in);
    size_t field = fuzz_next(in);
    if (place < 128 && view.history_count > 0) {
        place %= view.history_count;
        bytes = (uint8_t *)&view.history[place < DOM_HISTORY_MAX ? place : 0];
        field %= sizeof *view.history;
    } else {
        field %= offsetof(dom_view, legal);
    }
    bytes[field] = fuzz_next(in);
}

/* ---- worlds ---------------------------------------------------------------------- */

static void play_on(dom_round *round, dom_random *random)
{
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event event;
    int count;
    while ((count = dom_round_legal(round, legal)) > 0)
        dom_round_make(round, legal[dom_random_pick(random, count)], &event);
    expect(round->end != DOM_END_NONE);
}

static void check_worlds(dom_random *random)
{
    static dom_round round;
    double worlds = dom_search_worlds(&belief);
    expect(worlds < 0 || worlds >= 1);
    for (int i = 0; i < WORLDS; i++) {
        dom_rc rc = dom_search_sample(&belief, random, &world);
        expect(rc == DOM_OK || (rc == DOM_E_LIMIT && worlds < 0));
        if (rc != DOM_OK)
            return;
        expect(dom_search_replay(&belief, &world, NULL, NULL));
        dom_search_begin(&round, &belief, &world);
        play_on(&round, random);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};
    dom_err err = {.text = ""};
    dom_random random = {0};
    dom_variant variant = dom_variant_at(fuzz_next(&in) % dom_variant_count());
    for (int i = 0; i < SEED_BYTES; i++)
        random.state = random.state << 8 | fuzz_next(&in);
    play(&variant.options, fuzz_next(&in), &random);
    memset(&view, 0, sizeof view);
    dom_view_of(&view, &match, match.play.turn);
    while (in.left > 0)
        change(&in);
    dom_rc rc = dom_search_belief_of(&belief, &view, &variant.options, &err);
    expect(rc == DOM_OK || (rc == DOM_E_MALFORMED && err.text[0]));
    if (rc == DOM_OK)
        check_worlds(&random);
    return 0;
}
