#include "search/position.h"

#include "record.h"

dom_rc dom_search_position_of(dom_round *position, const dom_view *view, const dom_options *options,
                              dom_err *err)
{
    dom_search_record record;
    dom_rc rc = dom_search_read(&record, view, options, false, err);
    *position = record.position;
    return rc;
}

void dom_search_place(dom_round *round, const dom_round *position,
                      const dom_tileset hand[static DOM_SEATS_MAX], const dom_deal *deal)
{
    dom_tileset held = dom_tileset_empty();
    *round = *position;
    round->deal = deal;
    for (int s = 0; s < position->options->players; s++) {
        round->hand[s] = hand[s];
        held = dom_tileset_union(held, hand[s]);
    }
    round->stock = dom_tileset_minus(position->stock, held);
    dom_round_derive(round);
}
