/* A state machine. An event sets `step`; each call of dom_table_next carries out one step, gives
 * its effect, and sets the next step, until the table is idle and waits for an event. */
#include "table/table.h"

void dom_table_start(dom_table *table, const dom_options *options, uint32_t tolerate)
{
    table->state = DOM_TABLE_DEALING;
    table->tolerate = tolerate;
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        table->tolerated[s] = 0;
    table->legal_count = 0;
    table->end = DOM_FAULT_NONE;
    table->fault_seat = DOM_NOBODY;
    table->has_pending_action = false;
    table->step = DOM_TABLE_WANT_DEAL;
    dom_match_init(&table->match, options);
}

void dom_table_deal(dom_table *table, const dom_deal *deal)
{
    dom_check(table->step == DOM_TABLE_IDLE && table->state == DOM_TABLE_DEALING);
    dom_match_deal(&table->match, deal);
    table->step = DOM_TABLE_PLAYING;
}

void dom_table_answer(dom_table *table, int seat, uint32_t choice, uint32_t us)
{
    dom_check(table->step == DOM_TABLE_IDLE);
    if (table->state == DOM_TABLE_SETTLED)
        return;
    dom_check(table->state == DOM_TABLE_ASKING && table->match.play.turn == seat);
    if (choice >= (uint32_t)table->legal_count) {
        dom_table_fault(table, seat, DOM_FAULT_ILLEGAL);
        return;
    }
    table->pending_action = table->legal[choice];
    table->pending_us = us;
    table->has_pending_action = true;
    table->step = DOM_TABLE_PLAYING;
}

void dom_table_fault(dom_table *table, int seat, dom_fault fault)
{
    dom_check(table->step == DOM_TABLE_IDLE);
    if (table->state == DOM_TABLE_SETTLED)
        return;
    table->pending_seat = (uint8_t)seat;
    table->pending_fault = fault;
    table->step = DOM_TABLE_TELL_FAULT;
}

/* Returns true if the pending fault does not end the match. */
static bool is_tolerated(const dom_table *table)
{
    return (table->pending_fault == DOM_FAULT_ILLEGAL ||
            table->pending_fault == DOM_FAULT_TIMEOUT) &&
           table->state == DOM_TABLE_ASKING && table->match.play.turn == table->pending_seat &&
           table->tolerated[table->pending_seat] < table->tolerate;
}

static void settle(dom_table *table, dom_fault end, int fault_seat)
{
    table->state = DOM_TABLE_SETTLED;
    table->end = end;
    table->fault_seat = (int8_t)fault_seat;
    table->step = DOM_TABLE_TELL_END;
}

static void make_action(dom_table *table, dom_action action, dom_table_effect *effect)
{
    effect->kind = DOM_TABLE_FX_EVENT;
    effect->seat = table->match.play.turn;
    effect->action = action;
    dom_rc rc = dom_match_apply(&table->match, action, &effect->event);
    dom_check(rc == DOM_OK);
    table->step = DOM_TABLE_PLAYING;
}

/* One step of play: the pending answer, a forced action, an ask, or the end of the round. */
static void play(dom_table *table, dom_table_effect *effect)
{
    if (table->has_pending_action) {
        table->has_pending_action = false;
        effect->why = DOM_TABLE_WHY_CHOSEN;
        effect->us = table->pending_us;
        make_action(table, table->pending_action, effect);
        return;
    }
    table->legal_count = dom_match_legal(&table->match, table->legal);
    if (table->legal_count == 0) {
        dom_match_settle(&table->match);
        effect->kind = DOM_TABLE_FX_ROUND;
        if (table->match.over)
            settle(table, DOM_FAULT_NONE, DOM_NOBODY);
        else
            table->step = DOM_TABLE_WANT_DEAL;
    } else if (table->legal_count == 1) {
        effect->why = DOM_TABLE_WHY_FORCED;
        make_action(table, table->legal[0], effect);
    } else {
        table->state = DOM_TABLE_ASKING;
        table->step = DOM_TABLE_IDLE;
        effect->kind = DOM_TABLE_FX_ASK;
        effect->seat = table->match.play.turn;
    }
}

static void want_deal(dom_table *table, dom_table_effect *effect)
{
    table->state = DOM_TABLE_DEALING;
    table->step = DOM_TABLE_IDLE;
    effect->kind = DOM_TABLE_FX_DEAL;
    effect->round = (uint16_t)(table->match.round + 1);
    effect->need = dom_match_lead(&table->match);
}

static void tell_fault(dom_table *table, dom_table_effect *effect)
{
    effect->kind = DOM_TABLE_FX_FAULT;
    effect->seat = table->pending_seat;
    effect->fault = table->pending_fault;
    effect->tolerated = is_tolerated(table);
    if (effect->tolerated) {
        table->tolerated[table->pending_seat]++;
        table->step = DOM_TABLE_SUBSTITUTE;
    } else {
        settle(table, table->pending_fault, table->pending_seat);
    }
}

bool dom_table_next(dom_table *table, dom_table_effect *effect)
{
    *effect = (dom_table_effect){.fault = DOM_FAULT_NONE};
    switch (table->step) {
    case DOM_TABLE_IDLE:
        return false;
    case DOM_TABLE_PLAYING:
        play(table, effect);
        return true;
    case DOM_TABLE_WANT_DEAL:
        want_deal(table, effect);
        return true;
    case DOM_TABLE_TELL_FAULT:
        tell_fault(table, effect);
        return true;
    case DOM_TABLE_SUBSTITUTE:
        effect->why = DOM_TABLE_WHY_SUBSTITUTED;
        effect->fault = table->pending_fault;
        make_action(table, table->legal[0], effect);
        return true;
    case DOM_TABLE_TELL_END:
        table->step = DOM_TABLE_IDLE;
        effect->kind = DOM_TABLE_FX_SETTLED;
        return true;
    }
    return false;
}

void dom_table_places(const dom_table *table, uint8_t places[static DOM_SEATS_MAX])
{
    dom_check(table->state == DOM_TABLE_SETTLED);
    dom_match_places(&table->match.options, table->match.score, table->fault_seat, places);
}
