/* A match: rounds, leads, scores and the public history of the current round. */
#include "rules/match.h"

#include <string.h>

void dom_match_init(dom_match *match, const dom_options *options)
{
    match->options = *options;
    match->round = 0;
    memset(match->score, 0, sizeof match->score);
    match->over = false;
    match->leader = DOM_NOBODY;
    match->lead_rule = DOM_LEAD_NEXT;
    match->last = (dom_round_result){.winner = DOM_NOBODY, .by = DOM_NOBODY};
    match->play = (dom_round){.end = DOM_END_NONE};
    match->history.count = 0;
}

void dom_match_copy(dom_match *to, const dom_match *from)
{
    memcpy(to, from, offsetof(dom_match, history));
    to->history.count = from->history.count;
    memcpy(to->history.event, from->history.event, from->history.count * sizeof(dom_event));
    to->play.options = &to->options;
    to->play.deal = &to->deal;
}

/* Returns the rule of the next lead: of the options that apply, the most specific one. */
static dom_lead lead_option(const dom_match *match)
{
    const dom_options *o = &match->options;
    if (match->round == 0)
        return (dom_lead)o->lead_first;
    if (match->last.winner == DOM_NOBODY && o->lead_after_tie != DOM_LEAD_NEXT)
        return (dom_lead)o->lead_after_tie;
    if (match->last.end != DOM_END_DOMINO && o->lead_after_block != DOM_LEAD_NEXT)
        return (dom_lead)o->lead_after_block;
    return (dom_lead)o->lead_next;
}

static int winner_or_same(const dom_match *match)
{
    return match->last.winner != DOM_NOBODY ? match->last.winner : match->leader;
}

dom_lead_need dom_match_lead(const dom_match *match)
{
    dom_check(!match->over);
    int players = match->options.players;
    uint8_t everybody = (uint8_t)((1u << players) - 1);
    dom_lead rule = lead_option(match);
    switch (rule) {
    case DOM_LEAD_SEAT0:
        return (dom_lead_need){.rule = DOM_LEAD_ROTATE, .seat = 0};
    case DOM_LEAD_ROTATE:
        return (dom_lead_need){.rule = DOM_LEAD_ROTATE,
                               .seat = (int8_t)((match->leader + 1) % players)};
    case DOM_LEAD_WINNER:
        return (dom_lead_need){.rule = DOM_LEAD_ROTATE, .seat = (int8_t)winner_or_same(match)};
    case DOM_LEAD_SAME:
        return (dom_lead_need){.rule = DOM_LEAD_ROTATE, .seat = match->leader};
    case DOM_LEAD_DRAWN_DOUBLE:
        /* [doubles] after a tie only the tied seats draw. DECISION (tied-lots): from the doubles,
         * each of which is there once */
        return (dom_lead_need){.rule = rule,
                               .seat = DOM_NOBODY,
                               .seats = match->round == 0 ? everybody : match->last.tied};
    case DOM_LEAD_LOTS: /* arena/deal/lots.c draws the lots and finds the leader */
    case DOM_LEAD_HIGH_TILE:
    case DOM_LEAD_COUNT:
        return (dom_lead_need){.rule = rule, .seat = DOM_NOBODY, .seats = everybody};
    case DOM_LEAD_HIGHEST_DOUBLE:
    case DOM_LEAD_LOWEST_DOUBLE:
        return (dom_lead_need){.rule = rule, .seat = DOM_NOBODY};
    case DOM_LEAD_NEXT:
        break;
    }
    dom_check(rule != DOM_LEAD_NEXT); /* lead_first and lead_next cannot have this value */
    return (dom_lead_need){.rule = rule};
}

/* DECISION (redeal) */
bool dom_lead_wants_redeal(const dom_options *options, dom_lead rule, const dom_deal *deal)
{
    bool by_double = rule == DOM_LEAD_HIGHEST_DOUBLE || rule == DOM_LEAD_LOWEST_DOUBLE;
    if (!by_double || options->no_double != DOM_NO_DOUBLE_REDEAL ||
        options->opening_draw != DOM_OPENING_NONE)
        return false;
    for (int s = 0; s < options->players; s++)
        for (int pip = 0; pip <= options->set_max; pip++)
            if (dom_tileset_has(deal->hand[s], dom_tile_of(pip, pip)))
                return false;
    return true;
}

static void add_history(dom_history *history, dom_event event)
{
    dom_check(history->count < DOM_HISTORY_MAX);
    history->event[history->count++] = event;
}

/* Begins the history of a round with what is public: lots and the start tile. */
static void begin_history(dom_match *match)
{
    match->history.count = 0;
    for (int i = 0; i < match->deal.lot_count; i++)
        add_history(&match->history, (dom_event){.seat = (int8_t)match->deal.lots[i].seat,
                                                 .kind = DOM_EVENT_LOT,
                                                 .tile = match->deal.lots[i].tile});
    if (match->deal.start != DOM_NO_TILE)
        add_history(
            &match->history,
            (dom_event){.seat = DOM_NOBODY, .kind = DOM_EVENT_START, .tile = match->deal.start});
}

void dom_match_deal(dom_match *match, const dom_deal *deal)
{
    dom_lead_need need = dom_match_lead(match);
    bool by_lots = need.seats != 0;
    if (deal != &match->deal)
        match->deal = *deal;
    match->lead_rule = (uint8_t)lead_option(match);
    match->round++;
    begin_history(match);
    dom_round_begin(&match->play, &match->options, &match->deal, need.rule,
                    by_lots ? deal->leader : need.seat);
}

int dom_match_legal(const dom_match *match, dom_action actions[static DOM_ACTIONS_MAX])
{
    return dom_round_legal(&match->play, actions);
}

/* DECISION (draw-cost): at once, and to nobody. */
static void charge_draw(dom_match *match, int seat)
{
    for (int s = 0; s < match->options.players; s++)
        if (dom_same_side(&match->options, s, seat))
            match->score[s] -= match->options.draw_cost;
}

/* Returns the place of the next event of the history. */
static dom_event *next_event(dom_match *match)
{
    dom_check(match->history.count < DOM_HISTORY_MAX);
    return &match->history.event[match->history.count];
}

/* Keeps the event that was written there. DECISION (one-draw-event): the draws of one turn become
 * one event, so that nobody can tell whether the seat could have played in between. `opening` says
 * whether the opening draw was on before the event. */
static void keep_event(dom_match *match, bool opening)
{
    dom_event *event = &match->history.event[match->history.count];
    if (event->kind == DOM_EVENT_DRAW) {
        if (!opening)
            charge_draw(match, event->seat);
        event->tile = DOM_NO_TILE;
        if (match->play.drawn > 1) {
            event[-1].count++;
            return;
        }
    }
    match->history.count++;
}

dom_rc dom_match_apply(dom_match *match, dom_action action, dom_event *event)
{
    bool opening = match->play.opening;
    dom_rc rc = dom_round_apply(&match->play, action, event);
    if (rc != DOM_OK)
        return rc;
    *next_event(match) = *event;
    keep_event(match, opening);
    return DOM_OK;
}

void dom_match_make(dom_match *match, dom_action action)
{
    bool opening = match->play.opening;
    dom_round_make(&match->play, action, next_event(match));
    keep_event(match, opening);
}

bool dom_match_force(dom_match *match)
{
    bool opening = match->play.opening;
    bool is_forced = dom_round_force(&match->play, next_event(match));
    if (is_forced)
        keep_event(match, opening);
    return is_forced;
}

/* DECISION (target-reached): more than the target is enough. */
static bool reached_target(const dom_match *match)
{
    for (int s = 0; s < match->options.players; s++)
        if (match->score[s] >= match->options.target)
            return true;
    return false;
}

/* DECISION (round-cap) */
static bool is_over(const dom_match *match)
{
    const dom_options *o = &match->options;
    int rounds = o->rounds > 0 ? o->rounds : DOM_ROUNDS_MAX;
    return match->round >= rounds || (o->target > 0 && reached_target(match));
}

void dom_match_settle(dom_match *match)
{
    dom_check(!match->over);
    /* a copy: reading back what was just stored is slow */
    dom_round_result result = dom_round_score(&match->play);
    match->last = result;
    match->leader = match->play.leader;
    /* points are net of draw costs, which were subtracted when they arose */
    for (int s = 0; s < match->options.players; s++)
        match->score[s] += result.points[s] + dom_round_cost(&match->play, s);
    match->over = is_over(match);
}

static bool is_better(const dom_options *options, int32_t a, int32_t b)
{
    return options->objective == DOM_OBJECTIVE_HIGH ? a > b : a < b;
}

/* DECISION (placement): equal scores share a place. */
void dom_match_places(const dom_options *options, const int32_t score[], int fault_seat,
                      uint8_t places[])
{
    int32_t last = dom_side_count(options);
    for (int s = 0; s < options->players; s++) {
        int better = 0;
        for (int other = 0; other < options->players; other++)
            if (is_better(options, score[other], score[s]))
                better++;
        places[s] = (uint8_t)(1 + (options->teams ? better / 2 : better));
        if (fault_seat >= 0)
            places[s] = (uint8_t)(dom_same_side(options, s, fault_seat) ? last : 1);
    }
}
