/* chance.h - deals for training: fast, from a seed, and not secret. */
#ifndef DOM_LIBRARY_CHANCE_H
#define DOM_LIBRARY_CHANCE_H

#include "base/random.h"
#include "rules/match.h"

/* Returns the generator of stream `stream` of a seed. */
dom_random dom_chance_of(uint64_t seed, uint64_t stream);

/* The tiles that a round is dealt from, listed once for all rounds. */
typedef struct {
    dom_tile tile[DOM_TILES_MAX];
    uint8_t count;
    dom_tile start[DOM_TILES_MAX]; /* tiles that may be the start tile */
    uint8_t start_count;           /* 0 in games without a start tile */
} dom_pack;

/* Returns the pack of a variant. Pre: options passed dom_options_check. */
dom_pack dom_pack_of(const dom_options *options);

/* Makes a deal as dom_match_lead asks for. All seats draw from one order of the stock. If lots
 * are drawn, each of need.seats leads with equal probability, and no lots are listed. Only those
 * parts of `out` are written that a match reads. */
void dom_chance_deal(dom_deal *out, const dom_options *options, const dom_pack *pack,
                     dom_lead_need need, dom_random *random);

#endif
