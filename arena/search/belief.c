#include "search/belief.h"

#include "count.h"
#include "record.h"

#include <string.h>

/* ---- what sampling needs ------------------------------------------------------------------ */

/* Lists the slots of each group. */
static void list_slots(dom_search_belief *b)
{
    const dom_search_holdings *h = &b->holdings;
    int at = 0;
    for (int g = 0; g < h->group_count; g++) {
        int seat = h->group[g].seat;
        b->first_slot[g] = (uint8_t)at;
        for (int i = 0; seat < h->seats && i < h->slot_count[seat]; i++)
            if (h->slot_group[seat][i] == g)
                b->slot[at++] = (uint8_t)i;
    }
}

/* Notes how many tiles each seat drew, and what seats that drew nothing had and have laid. */
static void list_seats(dom_search_belief *b)
{
    const dom_search_holdings *h = &b->holdings;
    for (int seat = 0; seat < h->seats; seat++) {
        b->drawn[seat] = (uint8_t)(h->slot_count[seat] - b->position.options->hand);
        b->gone[seat] = dom_tileset_empty();
    }
    for (int i = 0; i < b->holdings.shown_count; i++) {
        const dom_search_shown *shown = &b->holdings.shown[i];
        if (b->drawn[shown->seat] == 0)
            b->gone[shown->seat] = dom_tileset_with(b->gone[shown->seat], shown->tile);
    }
}

static void keep_history(dom_search_belief *b, const dom_view *view, int lots)
{
    b->lot_count = (uint8_t)lots;
    for (int i = 0; i < lots; i++)
        b->lot[i] = (dom_lot){(uint8_t)view->history[i].seat, view->history[i].tile};
    b->event_count = (uint16_t)(view->history_count - lots);
    memcpy(b->event, view->history + lots, b->event_count * sizeof *b->event);
}

static dom_rc check_shown(const dom_search_belief *b, dom_err *err)
{
    for (int i = 0; i < b->holdings.shown_count; i++) {
        const dom_search_shown *shown = &b->holdings.shown[i];
        if (shown->groups == 0)
            return dom_err_set(err, DOM_E_MALFORMED,
                               "no deal agrees with the view: seat %d cannot have had [%d-%d] when "
                               "it passed or drew",
                               shown->seat, dom_tile_high(shown->tile), dom_tile_low(shown->tile));
    }
    return DOM_OK;
}

/* Returns true if somebody can play because the round is not over, and the holdings do not say so:
 * some seat, if the own hand does not fit, or the seat on turn, where the round ends if it is
 * stuck. */
static bool has_unsaid_play(const dom_round *position, int seat)
{
    dom_tileset fitting = dom_tileset_common(position->hand[seat], position->fits);
    bool must_move = position->options->end_rule == DOM_RULE_MOVER_STUCK && position->turn != seat;
    return !position->opening && position->end_count > 0 && position->drawable == 0 &&
           (must_move || dom_tileset_is_empty(fitting));
}

static dom_rc believe(dom_search_belief *belief, const dom_view *view, const dom_options *options,
                      bool may_wait, dom_err *err)
{
    dom_search_record record;
    dom_rc rc = dom_search_read(&record, view, options, may_wait, err);
    if (rc != DOM_OK)
        return rc;
    belief->seat = view->seat;
    belief->position = record.position;
    belief->holdings = record.holdings;
    belief->start = record.start;
    belief->is_lead_hidden = record.is_lead_hidden;
    belief->is_record_open =
        record.holdings.is_coarse || has_unsaid_play(&record.position, view->seat);
    belief->stock_at_start = record.stock_at_start;
    keep_history(belief, view, record.lots);
    rc = check_shown(belief, err);
    if (rc != DOM_OK)
        return rc;
    dom_search_count_worlds(belief);
    list_slots(belief);
    list_seats(belief);
    if (belief->ways.total * belief->factor > 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_MALFORMED,
                       "no deal agrees with the view: the hidden tiles do not suffice for what the "
                       "seats hold after their passes and draws");
}

dom_rc dom_search_belief_of(dom_search_belief *belief, const dom_view *view,
                            const dom_options *options, dom_err *err)
{
    return believe(belief, view, options, false, err);
}

dom_rc dom_search_belief_of_any(dom_search_belief *belief, const dom_view *view,
                                const dom_options *options, dom_err *err)
{
    return believe(belief, view, options, true, err);
}

/* ---- questions ----------------------------------------------------------------------------- */

double dom_search_worlds(const dom_search_belief *belief)
{
    enum { WHOLE = 1 << 30 };
    if (belief->is_lead_hidden || belief->is_record_open)
        return -1;
    double worlds = belief->ways.total * belief->factor;
    bool is_small = worlds < (double)WHOLE * WHOLE;
    return is_small ? (double)(uint64_t)(worlds + 0.5) : worlds;
}

dom_tileset dom_search_may_hold(const dom_search_belief *belief, int seat)
{
    if (seat == belief->seat)
        return belief->position.hand[seat];
    return dom_tileset_common(dom_search_allowed(&belief->holdings, seat), belief->position.stock);
}

void dom_search_begin(dom_round *round, const dom_search_belief *belief,
                      const dom_search_world *world)
{
    dom_search_place(round, &belief->position, world->hand, &world->deal);
}
