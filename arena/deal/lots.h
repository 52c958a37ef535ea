/* lots.h - who leads, where the seats draw lots for it. */
#ifndef DOM_DEAL_LOTS_H
#define DOM_DEAL_LOTS_H

#include "stream.h"

/* Draw the lots of a round into deal->lots and set deal->leader; DOM_NOBODY and
 * no lots where need.rule draws none. Fields of the deal that are not named here
 * are not touched. */
void dom_deal_lots_draw(dom_deal *deal, const dom_options *options, const dom_deal_key *set_key,
                        int round, dom_lead_need need);

#endif
