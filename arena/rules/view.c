#include "rules/view.h"

#include <string.h>

void dom_view_glance(dom_view *view, const dom_match *match, int seat)
{
    const dom_round *round = &match->play;
    int seats = match->options.players;
    dom_check(0 <= seat && seat < seats);
    view->seat = (uint8_t)seat;
    view->seats = (uint8_t)seats;
    view->round = match->round;
    view->leader = round->leader;
    view->lead_rule = match->lead_rule;
    view->stock = (uint8_t)dom_tileset_count(round->stock);
    view->drawable = (uint8_t)dom_round_drawable(round);
    view->drawn = round->turn == seat ? round->drawn : 0;
    view->end_count = round->end_count;
    memcpy(view->ends, round->ends, sizeof view->ends);
    for (int s = 0; s < seats; s++) {
        view->counts[s] = (uint8_t)dom_tileset_count(round->hand[s]);
        view->scores[s] = match->score[s];
    }
    view->hand = round->hand[seat];
    view->legal_count = 0;
    view->history_count = 0;
}

void dom_view_of(dom_view *view, const dom_match *match, int seat)
{
    dom_view_glance(view, match, seat);
    view->history_count = match->history.count;
    memcpy(view->history, match->history.event, match->history.count * sizeof(dom_event));
    if (match->play.turn == seat)
        view->legal_count = (uint16_t)dom_round_legal(&match->play, view->legal);
}
