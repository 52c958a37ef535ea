/* search/deal.h - random deals for training, estimates and tests: fast, from a seed, and not
 * secret. The deals of tournaments never come from here (deal/deal.h).
 *
 *     dom_search_pack pack = dom_search_pack_of(&options);
 *     dom_search_deal(&deal, &options, &pack, dom_match_lead(&match), &random);
 *     dom_match_deal(&match, &deal);
 */
#ifndef DOM_SEARCH_DEAL_H
#define DOM_SEARCH_DEAL_H

#include "base/random.h"
#include "rules/match.h"

/* The tiles that a round is dealt from, listed once for all rounds. */
typedef struct {
    dom_tile tile[DOM_TILES_MAX];
    uint8_t count;
    dom_tile start[DOM_TILES_MAX]; /* tiles that may be the start tile */
    uint8_t start_count;           /* 0 in games without a start tile */
} dom_search_pack;

/* Returns the pack of a variant. Pre: options passed dom_options_check. */
dom_search_pack dom_search_pack_of(const dom_options *options);

/* Makes a deal as dom_match_lead asks for. All seats draw from one order of the stock. If lots
 * are drawn, each of need.seats leads with equal probability, and no lots are listed. Only those
 * parts of `out` are written that a match reads. */
void dom_search_deal(dom_deal *out, const dom_options *options, const dom_search_pack *pack,
                     dom_lead_need need, dom_random *random);

#endif
