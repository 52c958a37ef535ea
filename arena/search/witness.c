#include "search/witness.h"

void dom_search_witness_begin(dom_search_witness *witness, int seat)
{
    witness->seat = (uint8_t)seat;
    witness->has_seen = false;
    witness->moment = 0;
}

/* Returns the cause of an event for the seat, or DOM_SEARCH_CAUSES if it tells the seat nothing. */
static dom_search_cause cause_of(const dom_match *match, const dom_event *event, int seat)
{
    bool is_over = match->play.end != DOM_END_NONE;
    if (event->seat != seat)
        return dom_same_side(&match->options, event->seat, seat) ? DOM_SEARCH_PARTNER
                                                                 : DOM_SEARCH_OTHERS;
    if (event->kind == DOM_EVENT_DRAW)
        return DOM_SEARCH_STOCK;
    return is_over ? DOM_SEARCH_OTHERS : DOM_SEARCH_CAUSES;
}

/* Adds the value of what the seat saw last. */
static void add_value(const dom_search_witness *w, dom_search_account *account,
                      const dom_options *options, const dom_search_eye *eye)
{
    dom_search_estimate value;
    dom_search_value_plan plan = eye->plan;
    dom_random random = {.state = plan.seed + (w->moment * DOM_SEATS_MAX + w->seat)};
    plan.seed = dom_random_bits(&random);
    if (dom_search_belief_of_any(eye->belief, &w->view, options, NULL) == DOM_OK &&
        dom_search_value_of_position(&value, eye->values, eye->belief, &plan) == DOM_OK)
        dom_search_account_reach(account, value.mean);
}

void dom_search_witness_see(dom_search_witness *witness, dom_search_account *account,
                            const dom_match *match, const dom_event *event,
                            const dom_search_eye *eye)
{
    witness->moment++;
    if (account->choices == 0)
        return;
    dom_search_cause cause = cause_of(match, event, witness->seat);
    if (cause == DOM_SEARCH_CAUSES)
        return;
    if (witness->has_seen && cause != account->cause)
        add_value(witness, account, &match->options, eye);
    account->cause = cause;
    witness->has_seen = match->play.end == DOM_END_NONE;
    if (witness->has_seen)
        dom_view_of(&witness->view, match, witness->seat);
}

void dom_search_witness_choose(dom_search_witness *witness)
{
    witness->has_seen = false;
}
