/* lots.h - draws lots for the lead of a round, if the rule of the lead wants it. */
#ifndef DOM_DEAL_LOTS_H
#define DOM_DEAL_LOTS_H

#include "stream.h"

/* Draws the lots of a round into deal->lots and sets deal->lot_count and deal->leader. If need.rule
 * draws no lots, there are 0 lots and the leader is DOM_NOBODY. The other fields of the deal are
 * not changed. */
void dom_deal_lots_draw(dom_deal *deal, const dom_options *options, const dom_deal_key *set_key,
                        int round, dom_lead_need need);

#endif
