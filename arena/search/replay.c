/* Plays the public record of a round again from the deal of a world. */
#include "search/belief.h"

typedef struct {
    dom_round round;
    void (*visit)(void *context, const dom_round *before, dom_action action);
    void *context;
} replaying;

/* Makes the action if it is legal and its seat is on turn. */
static bool make(replaying *r, int seat, dom_action action)
{
    dom_event event;
    if (seat != r->round.turn || !dom_round_is_legal(&r->round, action))
        return false;
    if (r->visit)
        r->visit(r->context, &r->round, action);
    dom_round_make(&r->round, action, &event);
    return true;
}

/* Makes what happened in an event. Returns false if that was not possible. */
static bool make_event(replaying *r, const dom_event *event)
{
    dom_action play = {
        .kind = DOM_PLAY, .tile = event->tile, .end = event->end, .down = event->down};
    int draws = 0;
    switch ((dom_event_kind)event->kind) {
    case DOM_EVENT_LEAD:
    case DOM_EVENT_PLAY:
        return make(r, event->seat, play);
    case DOM_EVENT_DRAW:
        while (draws < event->count && make(r, event->seat, (dom_action){.kind = DOM_DRAW}))
            draws++;
        return draws == event->count;
    case DOM_EVENT_PASS:
        return make(r, event->seat, (dom_action){.kind = DOM_PASS});
    case DOM_EVENT_START:
    case DOM_EVENT_LOT:
        break;
    }
    return true;
}

/* Returns true if the round has come to the moment of the view, with the hands of the world. */
static bool is_at_view(const dom_round *round, const dom_round *position,
                       const dom_search_world *world)
{
    bool same_hands = true;
    for (int s = 0; s < position->options->players; s++)
        same_hands &= dom_tileset_equal(round->hand[s], world->hand[s]);
    return same_hands && round->end == DOM_END_NONE && round->turn == position->turn &&
           round->drawn == position->drawn && round->leader == position->leader &&
           round->opening == position->opening;
}

bool dom_search_replay(const dom_search_belief *belief, const dom_search_world *world,
                       void (*visit)(void *context, const dom_round *before, dom_action action),
                       void *context)
{
    const dom_round *position = &belief->position;
    replaying r = {.visit = visit, .context = context};
    bool by_double = position->lead_rule != DOM_LEAD_ROTATE;
    if (dom_lead_wants_redeal(position->options, position->lead_rule, &world->deal))
        return false;
    dom_round_begin(&r.round, position->options, &world->deal, position->lead_rule,
                    by_double ? DOM_NOBODY : position->leader);
    for (int i = 0; i < belief->event_count; i++)
        if (!make_event(&r, &belief->event[i]))
            return false;
    return is_at_view(&r.round, position, world);
}
