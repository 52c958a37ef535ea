/* Non-interference: the bytes that the arena sends to a seat depend only on what the seat may
 * know. The test permutes the tiles that the seat cannot see in a copy of the match. The `ask`
 * that is made from the copy must have the same bytes. The test plays all named variants, dealt as
 * in a tournament. */
#include "deal/deal.h"
#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <string.h>

enum { MATCHES = 3, ROUNDS = 3 };

/* splitmix64, the public-domain generator by Sebastiano Vigna. */
static uint64_t chance_state;

static int chance_below(int n)
{
    uint64_t z = chance_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (int)((z ^ z >> 31) % (uint64_t)n);
}

/* ---- permuting what a seat cannot see --------------------------------------- */

/* Copies a match; the pointers of the copy point into the copy. */
static void copy_match(dom_match *to, const dom_match *from)
{
    memcpy(to, from, sizeof *to);
    to->play.options = &to->options;
    to->play.deal = &to->deal;
}

static dom_tileset hidden_from(const dom_match *match, int seat)
{
    dom_tileset hidden = match->play.stock;
    for (int s = 0; s < match->options.players; s++)
        if (s != seat)
            hidden = dom_tileset_union(hidden, match->play.hand[s]);
    return hidden;
}

/* Makes a random permutation of the hidden tiles. Tiles that the seat can see stay the same. */
static void draw_image(dom_tileset hidden, dom_tile image[DOM_TILES_MAX])
{
    dom_tile tiles[DOM_TILES_MAX];
    int count = 0;
    for (int t = 0; t < DOM_TILES_MAX; t++)
        image[t] = (dom_tile)t;
    for (dom_tile t = dom_tileset_next(hidden, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hidden, t + 1))
        tiles[count++] = t;
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(i + 1);
        dom_tile tile = image[tiles[i]];
        image[tiles[i]] = image[tiles[j]];
        image[tiles[j]] = tile;
    }
}

static dom_tileset image_of(dom_tileset set, const dom_tile image[])
{
    dom_tileset out = dom_tileset_empty();
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        out = dom_tileset_with(out, image[t]);
    return out;
}

/* Shuffles the order of the stock of one seat. Each seat has its own order. */
static void shuffle_order(dom_tile order[], int count, dom_tileset left)
{
    for (int i = count - 1; i > 0; i--) {
        int j = chance_below(i + 1);
        if (!dom_tileset_has(left, order[i]) || !dom_tileset_has(left, order[j]))
            continue;
        dom_tile tile = order[i];
        order[i] = order[j];
        order[j] = tile;
    }
}

/* Permutes the hidden tiles of a match. Tiles that were played and the seat's own tiles stay in the
 * deal. The number of tiles of each seat and of the stock does not change. */
static void permute(dom_match *match, int seat)
{
    dom_round *round = &match->play;
    dom_tile image[DOM_TILES_MAX];
    draw_image(hidden_from(match, seat), image);
    round->stock = image_of(round->stock, image);
    for (int s = 0; s < match->options.players; s++) {
        round->hand[s] = image_of(round->hand[s], image);
        match->deal.hand[s] = image_of(match->deal.hand[s], image);
    }
    for (int s = 0; s < DOM_SEATS_MAX; s++) {
        for (int i = 0; i < match->deal.stock_count; i++)
            match->deal.stock[s][i] = image[match->deal.stock[s][i]];
        shuffle_order(match->deal.stock[s], match->deal.stock_count, round->stock);
    }
    /* The history should not have faces of drawn tiles. If it has them, they are permuted too. */
    for (int i = 0; i < match->history.count; i++) {
        dom_event *event = &match->history.event[i];
        if (event->kind == DOM_EVENT_DRAW && event->tile != DOM_NO_TILE)
            event->tile = image[event->tile];
    }
}

/* ---- the bytes ---------------------------------------------------------------- */

static size_t encode(dom_format format, const char *variant, const dom_match *match, int seat,
                     int garbage, uint8_t *out)
{
    static dom_msg_ask ask;
    memset(&ask, garbage, sizeof ask); /* members that are not set must not be sent */
    ask.req = 4711;
    ask.table = 12;
    ask.seed = 987654321;
    ask.clock = (dom_msg_clock){.move_ms = 250, .bank_ms = 60000};
    strcpy(ask.variant, variant);
    dom_view_of(&ask.view, match, seat);
    return dom_msg_encode(format, DOM_MSG_ASK, &ask, out, DOM_ARENA_MESSAGE_BYTES);
}

static void compare_asks(const char *variant, const dom_match *match, const dom_match *other)
{
    static uint8_t bytes[DOM_ARENA_MESSAGE_BYTES];
    static uint8_t others[DOM_ARENA_MESSAGE_BYTES];
    int seat = match->play.turn;
    for (dom_format format = DOM_FORMAT_MSGPACK; format <= DOM_FORMAT_JSON; format++) {
        size_t size = encode(format, variant, match, seat, 0x55, bytes);
        cr_assert(ge(sz, size, 1));
        cr_assert(eq(sz, encode(format, variant, other, seat, 0xaa, others), size), "%s", variant);
        cr_assert(eq(int, memcmp(bytes, others, size), 0), "%s: seat %d can tell", variant, seat);
    }
}

/* Returns true if the permutation changed anything that an ask could reveal. */
static bool differ(const dom_match *a, const dom_match *b)
{
    for (int s = 0; s < a->options.players; s++)
        if (!dom_tileset_equal(a->play.hand[s], b->play.hand[s]))
            return true;
    return memcmp(a->deal.stock, b->deal.stock, sizeof a->deal.stock) != 0;
}

/* ---- playing ------------------------------------------------------------------ */

/* Plays a round. Returns the number of decisions that were compared with a copy that differed. */
static int play_round(const dom_variant *variant, dom_match *match)
{
    static dom_match other;
    dom_action legal[DOM_ACTIONS_MAX];
    dom_action again[DOM_ACTIONS_MAX];
    int compared = 0;
    int count;
    while ((count = dom_match_legal(match, legal)) > 0) {
        copy_match(&other, match);
        permute(&other, match->play.turn);
        cr_assert(eq(int, dom_match_legal(&other, again), count));
        cr_assert(eq(int, memcmp(legal, again, (size_t)count * sizeof *legal), 0));
        compare_asks(variant->name, match, &other);
        compared += differ(match, &other);
        dom_event event;
        cr_assert(eq(int, dom_match_apply(match, legal[chance_below(count)], &event), DOM_OK));
    }
    dom_match_settle(match);
    return compared;
}

static int play_match(const dom_variant *variant, uint32_t set)
{
    static dom_match match;
    static dom_deal deal;
    dom_deal_secret secret;
    dom_deal_key key;
    int compared = 0;
    dom_deal_secret_of_seed(&secret, 2024);
    dom_deal_key_of_set(&key, &secret, "interference", set);
    dom_match_init(&match, &variant->options);
    for (int round = 1; round <= ROUNDS && !match.over; round++) {
        dom_deal_make(&deal, &match.options, &key, round, dom_match_lead(&match));
        dom_match_deal(&match, &deal);
        compared += play_round(variant, &match);
    }
    return compared;
}

ParameterizedTestParameters(protocol_interference, unseen_tiles_change_no_byte_of_an_ask)
{
    size_t count = dom_variant_count();
    size_t *rows = cr_malloc(count * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = i;
    return cr_make_param_array(size_t, rows, count);
}

ParameterizedTest(size_t *index, protocol_interference, unseen_tiles_change_no_byte_of_an_ask)
{
    dom_variant variant = dom_variant_at(*index);
    int compared = 0;
    chance_state = *index;
    for (uint32_t set = 1; set <= MATCHES; set++)
        compared += play_match(&variant, set);
    cr_assert(ge(int, compared, 51), "%s: only %d decisions", variant.name, compared);
}

/* Shows that the comparison can fail: another tile in the seat's own hand changes the bytes. */
Test(protocol_interference, a_change_of_the_own_hand_changes_the_ask)
{
    static dom_match match, other;
    static dom_deal deal;
    static uint8_t bytes[DOM_ARENA_MESSAGE_BYTES], others[DOM_ARENA_MESSAGE_BYTES];
    dom_variant variant = dom_variant_at(0);
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, 1);
    dom_deal_key_of_set(&key, &secret, "interference", 1);
    dom_match_init(&match, &variant.options);
    dom_deal_make(&deal, &match.options, &key, 1, dom_match_lead(&match));
    dom_match_deal(&match, &deal);
    copy_match(&other, &match);
    int seat = match.play.turn;
    dom_tile own = dom_tileset_next(match.play.hand[seat], 0);
    dom_tile left = dom_tileset_next(match.play.stock, 0);
    other.play.hand[seat] = dom_tileset_with(dom_tileset_without(match.play.hand[seat], own), left);
    size_t size = encode(DOM_FORMAT_MSGPACK, variant.name, &match, seat, 0, bytes);
    size_t changed = encode(DOM_FORMAT_MSGPACK, variant.name, &other, seat, 0, others);
    cr_assert(not(size == changed && memcmp(bytes, others, size) == 0));
}
