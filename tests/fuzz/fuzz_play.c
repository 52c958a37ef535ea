/* The input plays matches of the named variants: one byte for the variant, SEED_BYTES for the
 * deals, then the actions, and the next match until the input ends. A byte below RAW_FROM is an
 * index into the legal actions. After any other byte the next four bytes are an action, which
 * usually must be refused. */
#include "deal/deal.h"
#include "fuzz.h"
#include "rules/variant.h"
#include "rules/view.h"

#include <string.h>

enum { SEED_BYTES = 4, RAW_FROM = 0xf0 };

/* ---- invariants of a round ------------------------------------------------------ */

/* Expects every tile of the set in exactly one place. */
static void check_tiles(const dom_match *match, dom_tileset laid)
{
    const dom_options *o = &match->options;
    dom_tileset all = dom_tileset_union(match->play.stock, laid);
    int count = dom_tileset_count(match->play.stock) + dom_tileset_count(laid);
    for (int s = 0; s < o->players; s++) {
        all = dom_tileset_union(all, match->play.hand[s]);
        count += dom_tileset_count(match->play.hand[s]);
    }
    expect(dom_tileset_equal(all, dom_tileset_full(o->set_max, o->doubles)));
    expect(count == dom_options_tiles(o));
}

/* Expects that the price of a draw was paid at once. */
static void check_costs(const dom_match *match, const int32_t before[])
{
    for (int s = 0; s < match->options.players; s++)
        expect(match->score[s] == before[s] - dom_round_cost(&match->play, s));
}

static void check_legal(const dom_match *match, const dom_action legal[], int count)
{
    const dom_round *round = &match->play;
    expect((count == 0) == (round->end != DOM_END_NONE));
    for (int i = 0; i < count; i++) {
        if (legal[i].kind == DOM_PLAY)
            expect(dom_tileset_has(round->hand[round->turn], legal[i].tile));
        else if (legal[i].kind == DOM_DRAW)
            expect(i == count - 1 && (round->opening || dom_round_drawable(round) > 0));
        else
            expect(count == 1);
        for (int j = 0; j < i; j++)
            expect(memcmp(&legal[i], &legal[j], sizeof *legal) != 0);
    }
}

static void check_view(const dom_match *match, int seat, const dom_action legal[], int count)
{
    static dom_view view;
    bool to_act = match->play.turn == seat;
    dom_view_of(&view, match, seat);
    expect(view.seat == seat && view.seats == match->options.players);
    expect(dom_tileset_equal(view.hand, match->play.hand[seat]));
    expect(view.counts[seat] == dom_tileset_count(view.hand));
    expect(view.legal_count == (to_act ? count : 0) && (to_act || view.drawn == 0));
    expect(memcmp(view.legal, legal, view.legal_count * sizeof *legal) == 0);
    for (int i = 0; i < view.history_count; i++)
        expect(view.history[i].kind != DOM_EVENT_DRAW || view.history[i].tile == DOM_NO_TILE);
}

/* ---- the end of a round ------------------------------------------------------ */

static void check_points(const dom_match *match)
{
    const dom_options *o = &match->options;
    const dom_round_result *r = &match->last;
    int64_t sum = 0;
    for (int s = 0; s < o->players; s++) {
        int32_t gross = r->points[s] + dom_round_cost(&match->play, s);
        sum += gross;
        expect(r->pips[s] == dom_tileset_pips(match->play.hand[s], o->pip00));
        expect(!o->teams || r->points[s] == r->points[s ^ 2]);
        if (r->winner != DOM_NOBODY && o->score <= DOM_SCORE_OPPONENTS)
            expect(dom_same_side(o, s, r->winner) ? gross >= 0 : gross == 0);
    }
    expect(o->score != DOM_SCORE_AVERAGE || sum == 0);
    expect((r->winner == DOM_NOBODY) == (r->tied != 0));
    expect(r->end != DOM_END_DOMINO || dom_tileset_is_empty(match->play.hand[r->by]));
}

static void check_places(const dom_match *match)
{
    const dom_options *o = &match->options;
    uint8_t places[DOM_SEATS_MAX];
    dom_match_places(o, match->score, -1, places);
    for (int a = 0; a < o->players; a++)
        for (int b = 0; b < o->players; b++) {
            bool better = o->objective == DOM_OBJECTIVE_HIGH ? match->score[a] > match->score[b]
                                                             : match->score[a] < match->score[b];
            expect(better == (places[a] < places[b]));
        }
}

static void settle(dom_match *match, const int32_t before[])
{
    dom_match_settle(match);
    check_points(match);
    check_places(match);
    for (int s = 0; s < match->options.players; s++)
        expect(match->score[s] == before[s] + match->last.points[s]);
}

/* ---- playing ------------------------------------------------------------------ */

static bool is_listed(dom_action action, const dom_action legal[], int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&action, &legal[i], sizeof action) == 0)
            return true;
    return false;
}

static dom_action choose(fuzz_input *in, const dom_action legal[], int count)
{
    uint8_t byte = fuzz_next(in);
    if (byte < RAW_FROM)
        return legal[byte % count];
    dom_action action = {.kind = fuzz_next(in)};
    action.tile = fuzz_next(in);
    action.end = fuzz_next(in);
    action.down = fuzz_next(in);
    return action;
}

/* Makes the action; a refused one must not change the match. */
static void act(dom_match *match, dom_action action, bool listed, dom_tileset *laid)
{
    static dom_match before;
    dom_event event;
    int seat = match->play.turn;
    if (!listed) {
        memcpy(&before, match, sizeof before);
        expect(dom_match_apply(match, action, &event) == DOM_E_ILLEGAL);
        expect(memcmp(&before, match, sizeof before) == 0);
        return;
    }
    expect(dom_match_apply(match, action, &event) == DOM_OK && event.seat == seat);
    if (action.kind == DOM_PLAY)
        *laid = dom_tileset_with(*laid, action.tile);
}

/* Returns false if the input ended before the round. */
static bool play_round(dom_match *match, fuzz_input *in)
{
    int32_t before[DOM_SEATS_MAX];
    dom_tileset laid = dom_tileset_empty();
    if (match->deal.start != DOM_NO_TILE)
        laid = dom_tileset_with(laid, match->deal.start);
    memcpy(before, match->score, sizeof before);
    for (;;) {
        dom_action legal[DOM_ACTIONS_MAX];
        int count = dom_match_legal(match, legal);
        check_tiles(match, laid);
        check_costs(match, before);
        check_legal(match, legal, count);
        for (int s = 0; s < match->options.players; s++)
            check_view(match, s, legal, count);
        if (count == 0)
            break;
        if (in->left == 0)
            return false;
        dom_action action = choose(in, legal, count);
        act(match, action, is_listed(action, legal, count), &laid);
    }
    settle(match, before);
    return true;
}

static void play_match(fuzz_input *in)
{
    static dom_match match;
    static dom_deal deal;
    dom_variant variant = dom_variant_at(fuzz_next(in) % dom_variant_count());
    uint64_t seed = 0;
    for (int i = 0; i < SEED_BYTES; i++)
        seed = seed << 8 | fuzz_next(in);
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, seed);
    dom_deal_key_of_set(&key, &secret, "fuzz", 1);
    dom_match_init(&match, &variant.options);
    do {
        dom_deal_make(&deal, &match.options, &key, match.round + 1, dom_match_lead(&match));
        dom_match_deal(&match, &deal);
    } while (play_round(&match, in) && !match.over);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size};
    while (in.left > 0)
        play_match(&in);
    return 0;
}
