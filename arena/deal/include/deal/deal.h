/* deal/deal.h - everything that chance decides, from one secret.
 *
 *     secret --+-- commitment          published before the first deal
 *              +-- set key ---- deals  one key per duplicate set
 *              +-- bot seeds           for the bots' own randomness
 *
 * Every function but dom_deal_secret_draw gives the same result for the same
 * arguments: a deal depends on secret, tournament name, set and round alone (and
 * on who draws lots), not on which rotation is played, on which machine, how
 * often or in what order. Nothing is allocated; any thread may call anything.
 *
 * protocol/SPEC.md, "Deals, keys and seeds", gives every derivation byte by byte;
 * tests/deal/check_deals.py is that section as a page of Python.
 *
 * libsodium, which does the cryptography, stays behind this header.
 */
#ifndef DOM_DEAL_DEAL_H
#define DOM_DEAL_DEAL_H

#include "base/err.h"
#include "rules/match.h"

#include <stdint.h>

enum {
    DOM_DEAL_KEY_BYTES = 32,
    DOM_DEAL_HEX_BYTES = 2 * DOM_DEAL_KEY_BYTES + 1, /* as hex digits, with the NUL     */
    DOM_DEAL_TOURNAMENT_NAME_MAX = 255               /* longest name in bytes, without NUL */
};

/* The secret of a tournament: whoever has it knows every deal. Keep it out of
 * logs and out of the bots' sight until the end; clear it after use. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_secret;

/* What is published of a secret beforehand: it gives nothing away and cannot be
 * kept with another secret. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_commit;

/* The key of one duplicate set, enough to deal this set and no other. */
typedef struct {
    uint8_t byte[DOM_DEAL_KEY_BYTES];
} dom_deal_key;

/* A new secret from the kernel.
 *
 * Returns DOM_OK, or DOM_E_IO with *out untouched when the machine has no source
 * of randomness. */
dom_rc dom_deal_secret_draw(dom_deal_secret *out, dom_err *err);

/* The secret of a tournament that says `seed: N`. Anybody can compute it: such a
 * tournament is reproducible, not secret. */
void dom_deal_secret_of_seed(dom_deal_secret *out, uint64_t seed);

/* Overwrite with zeros, in a way that no compiler leaves out. */
void dom_deal_secret_clear(dom_deal_secret *secret);
void dom_deal_key_clear(dom_deal_key *key);

/* Pre, for all three: `tournament` is the tournament's name, at most
 * DOM_DEAL_TOURNAMENT_NAME_MAX bytes. Sets count from 1, rotations and seats from 0. */
void dom_deal_commit_of(dom_deal_commit *out, const dom_deal_secret *secret,
                        const char *tournament);
void dom_deal_key_of_set(dom_deal_key *out, const dom_deal_secret *secret, const char *tournament,
                         uint32_t set);

/* One chair in one match of a duplicate set. */
typedef struct {
    uint32_t set;
    uint32_t rotation;
    uint32_t seat;
} dom_deal_chair;

/* The chair of a seat in rotation `rotation` of a set with so many seats. In the halves
 * of a comparison a bot has the same chairs, and so the same seeds. */
static inline dom_deal_chair dom_deal_chair_of(uint32_t set, unsigned rotation, int seat,
                                               unsigned seats)
{
    return (dom_deal_chair){.set = set, .rotation = rotation % seats, .seat = (uint32_t)seat};
}

/* The seed that the bot in that chair gets for its own randomness: 53 bits, so
 * that every language can hold it in a number. It says nothing about the deals. */
uint64_t dom_deal_bot_seed(const dom_deal_secret *secret, const char *tournament,
                           dom_deal_chair chair);

/* The tiles, lots and leader of one round.
 *
 * out      written as a whole; entries of seats that do not play stay zero.
 *          `leader` is the seat that the lots chose, DOM_NOBODY where need.rule
 *          draws none; `lots` is what was drawn, in order, and empty for
 *          DOM_LEAD_LOTS. Deals without a double in any hand are thrown away
 *          where the variant wants it (dom_lead_wants_redeal) and counted in
 *          `redeals`.
 * set_key  of the set that the match belongs to.
 * round    from 1.
 * need     how the round finds its leader, from dom_match_lead. Redeals do not
 *          change the lots. Lots that have not decided after DOM_LOTS_MAX (the
 *          chance is beyond writing) leave the lead to the lowest of the tied
 *          seats.
 * Pre: options passed dom_options_check; need.seats is not empty where need.rule
 * draws lots. */
void dom_deal_make(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                   int round, dom_lead_need need);

/* The same for those who only play the round. In games without drawing, where nobody ever
 * sees the order of the stock, it is not shuffled but in the order of the tiles: that is
 * most of the work. */
void dom_deal_to_play(dom_deal *out, const dom_options *options, const dom_deal_key *set_key,
                      int round, dom_lead_need need);

/* 32 bytes as 64 lower case hex digits, and back.
 *
 * dom_deal_hex_read takes either case and returns DOM_OK, or DOM_E_MALFORMED with the
 * bytes undefined when `text` is anything but 64 hex digits. */
void dom_deal_hex_write(char text[static DOM_DEAL_HEX_BYTES],
                        const uint8_t bytes[static DOM_DEAL_KEY_BYTES]);
dom_rc dom_deal_hex_read(uint8_t bytes[static DOM_DEAL_KEY_BYTES], const char *text);

#endif
