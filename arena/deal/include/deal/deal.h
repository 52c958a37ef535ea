/* deal/deal.h - deals, lots and seeds: everything random, derived from one secret per stage.
 *
 *     secret --+-- commitment          published before the first deal
 *              +-- set key ---- deals  one key per duplicate set
 *              +-- bot seeds           for the bots' own randomness
 *
 * Every function except dom_deal_secret_draw is deterministic. A deal depends only on the secret,
 * the name of the tournament, the set, the round, the options of the variant, and which seats draw
 * lots. It does not depend on the rotation, the machine, or the order of play. So all rotations of
 * a set have the same deals, and a match that is repeated after a power cut has the same deals as
 * before.
 *
 * Example: tournament `spring` with `seed: 1`, in block-2, where A and B are the bots of set 1.
 * (Keys have 64 hex digits; the first 8 are shown.)
 *
 *     secret                6227e82b       from the seed alone
 *     commitment            21141c4d       from the secret and the name `spring`
 *     key of set 1          1e6fb35d       from the secret, `spring` and 1
 *     key of set 2          815d0bdd       from the secret, `spring` and 2
 *     set 1, round 1        seat 0 holds 1-1 2-2 3-2 3-3 4-1 5-0 6-0
 *                           seat 1 holds 0-0 1-0 3-1 4-2 5-5 6-1 6-3
 *     match 1, rotation 0   A sits in seat 0, with the seed 8239256675414256
 *     match 2, rotation 1   B sits in seat 0, with the seed 8371267026034972
 *
 * So B has in match 2 the hand that A had in match 1. Round 2 of both matches has another deal:
 * seat 0 holds 1-0 1-1 2-0 4-3 5-1 5-2 6-2.
 *
 * Nothing is allocated, and any function may be called from any thread. protocol/SPEC.md, "Deals,
 * keys and seeds", specifies every derivation byte by byte with an example in numbers;
 * tests/deal/check_deals.py implements that section in Python.
 *
 * The cryptography is libsodium's; only this component uses it for deals.
 */
#ifndef DOM_DEAL_DEAL_H
#define DOM_DEAL_DEAL_H

#include "base/err.h"
#include "rules/match.h"

#include <stdint.h>

enum {
    DOM_DEAL_KEY_BYTES = 32, /* of a secret, a commitment, a key                 */
    DOM_DEAL_HEX_BYTES = 2 * DOM_DEAL_KEY_BYTES + 1, /* a key in hex digits and the NUL */
    DOM_DEAL_TOURNAMENT_NAME_MAX = 255               /* bytes of a name, without the NUL */
};

/* The secret of a stage. With it, every deal of the stage can be computed. It must not reach a log
 * or a bot before the end, and is cleared after use. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_secret;

/* The commitment: a hash that is published before the first deal. It reveals nothing about the
 * secret, and no other secret has the same hash. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_commit;

/* The key of one duplicate set. It is enough to deal this set, and useless for any other. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_key;

/* Draws a new secret from the kernel's random numbers.
 *
 * Returns DOM_OK, or DOM_E_IO with *out unchanged if the machine has no source of randomness. */
dom_rc dom_deal_secret_draw(dom_deal_secret *out, dom_err *err);

/* Computes the secret of a tournament with the setting `seed: N`. Anybody can do so: such a
 * tournament is reproducible, but not secret. */
void dom_deal_secret_of_seed(dom_deal_secret *out, uint64_t seed);

/* Overwrite a secret or key with zeros. The compiler cannot optimise these calls away. */
void dom_deal_secret_clear(dom_deal_secret *secret);
void dom_deal_key_clear(dom_deal_key *key);

/* Compute the commitment to a secret, and the key of one set. For these two and dom_deal_bot_seed:
 * `tournament` is the name of the tournament, at most DOM_DEAL_TOURNAMENT_NAME_MAX bytes. Sets
 * count from 1, rotations and seats from 0. */
void dom_deal_commit_of(dom_deal_commit *out, const dom_deal_secret *secret,
                        const char *tournament);
void dom_deal_key_of_set(dom_deal_key *out, const dom_deal_secret *secret, const char *tournament,
                         uint32_t set);

/* One seat in one match of a duplicate set. */
typedef struct {
    uint32_t set;
    uint32_t rotation;
    uint32_t seat;
} dom_deal_chair;

/* Returns the chair of a seat in a rotation of a set. Both halves of a comparison's set have the
 * same chairs, so the two compared bots get the same seeds. */
static inline dom_deal_chair dom_deal_chair_of(uint32_t set, unsigned rotation, int seat,
                                               unsigned seats)
{
    return (dom_deal_chair){.set = set, .rotation = rotation % seats, .seat = (uint32_t)seat};
}

/* Returns the seed that the bot in this chair gets for its own randomness. It has 53 bits, so that
 * every language can hold it in a number. It reveals nothing about the deals. */
uint64_t dom_deal_bot_seed(const dom_deal_secret *secret, const char *tournament,
                           dom_deal_chair chair);

/* Returns the lot of a bot in a variant, a number of 53 bits. Where nothing else decides a place of
 * a tournament, the bot with the higher lot is ahead. It is from the secret of the last stage, so
 * nobody knows it before the last match was played. The names have at most
 * DOM_DEAL_TOURNAMENT_NAME_MAX bytes. */
uint64_t dom_deal_lot(const dom_deal_secret *secret, const char *tournament, const char *variant,
                      const char *bot);

/* Deals one round: the tiles, the lots and the leader.
 *
 * out      written completely; entries of seats that do not play are zero. `leader` is the seat
 *          that the lots chose, or DOM_NOBODY if need.rule draws no lots. `lots` lists the lots in
 *          order; it is empty for DOM_LEAD_LOTS. If the variant wants it (dom_lead_wants_redeal), a
 *          deal without a double in any hand is discarded and counted in `redeals`.
 * set_key  the key of the set to which the match belongs
 * round    from 1
 * need     how the round finds its leader, from dom_match_lead. A redeal does not change the lots.
 *          If DOM_LOTS_MAX lots have not decided, which practically never happens, the lowest of
 *          the tied seats leads.
 * Pre: options passed dom_options_check; need.seats is not empty if need.rule draws lots. */
void dom_deal_make(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                   int round, dom_lead_need need);

/* The same deal, faster, for callers that only play the round. In games without drawing the order
 * of the stock is never seen, so the stock is left in the order of the tiles; shuffling it would be
 * most of the work. */
void dom_deal_to_play(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                      int round, dom_lead_need need);

/* Convert 32 bytes to 64 lower-case hex digits and back.
 *
 * dom_deal_hex_read accepts upper and lower case. It returns DOM_OK, or DOM_E_MALFORMED with
 * `bytes` undefined if `text` is not 64 hex digits. */
void dom_deal_hex_write(char text[static DOM_DEAL_HEX_BYTES],
                        const uint8_t bytes[static DOM_DEAL_KEY_BYTES]);
dom_rc dom_deal_hex_read(uint8_t bytes[static DOM_DEAL_KEY_BYTES], const char *text);

#endif
