/* One match: takes the effects of its table and carries them out until the table waits. */
#include "table_play.h"

#include "base/now.h"
#include "base/text.h"

/* ---- the end of a match --------------------------------------------------- */

static void stand_up(dom_core_slot *s, int seat, int64_t now_us)
{
    dom_core_process *p = s->seat[seat].process;
    s->seat[seat].process = NULL;
    if (p && --p->play.tables == 0)
        p->idle_us = now_us;
}

static void fill_store_seats(const dom_core_slot *s, dom_store_match *m)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(s->table, places);
    for (int i = 0; i < m->seats; i++)
        m->seat[i] = (dom_store_seat){.bot = s->seat[i].bot,
                                      .place = places[i],
                                      .score = s->table->match.score[i],
                                      .time_us = s->seat[i].time_us,
                                      .process = s->seat[i].store_process};
}

/* Returns the match as it is stored. It borrows the decisions and the infos of the slot. */
static dom_store_match row_of_match(const dom_core_run_state *state, const dom_core_slot *s)
{
    dom_store_match m = {.tournament = state->tournament_id,
                         .match = s->seating.number,
                         .set = s->seating.set,
                         .rotation = s->seating.rotation,
                         .variant = s->seating.variant,
                         .attempt = s->attempt,
                         .end = s->table->end,
                         .fault_seat = s->table->fault_seat,
                         .rounds = s->table->match.round,
                         .started_ms = s->started_ms,
                         .duration_ms = (state->now_us - s->started_us) / 1000,
                         .seats = s->seating.seats,
                         .decisions = s->decisions.bytes,
                         .decisions_bytes = s->decisions.size,
                         .info = dom_core_infos_rows(s->infos)};
    dom_text_copy(m.sandbox, sizeof m.sandbox,
                  dom_core_bot_files_sandbox(&state->files, state->spec->sandbox, s->seating.bot,
                                             s->seating.seats));
    fill_store_seats(s, &m);
    return m;
}

static void settle(dom_core_table_pool *tables, dom_core_slot *s)
{
    dom_core_table_tell_result(tables, s);
    for (int i = 0; i < s->seating.seats; i++)
        stand_up(s, i, tables->state->now_us);
    dom_core_slots_release(&tables->slots, s);
    tables->open--;
    tables->state->has_news = true;
    dom_store_match match = row_of_match(tables->state, s);
    dom_core_commit_queue_add(tables->queue, s->number, &match, &s->faults, &s->infos);
}

/* ---- asking --------------------------------------------------------------- */

void dom_core_table_ask(dom_core_table_pool *tables, dom_core_slot *s)
{
    int seat = s->table->match.play.turn;
    dom_core_process *p = s->seat[seat].process;
    if (p == NULL)
        return;
    s->ask.serial++;
    s->ask.nth = ++tables->asks;
    dom_view_of(&tables->view, &s->table->match, seat);
    if (!dom_ipc_link_add_ask(&p->link, s->number, s->ask.serial, s->seat[seat].bank_us,
                              &tables->view))
        dom_core_fail_for_memory(tables->state);
}

/* ---- the effects of the table --------------------------------------------- */

static void make_deal(const dom_core_tournament *t, dom_core_slot *s,
                      const dom_table_effect *effect)
{
    dom_deal deal;
    const dom_options *options = &t->variants[s->seating.variant].options;
    dom_deal_to_play(&deal, options, &s->key, effect->round, effect->need);
    dom_table_deal(s->table, &deal);
}

static void keep_decision(dom_core_run_state *state, dom_core_slot *s,
                          const dom_table_effect *effect)
{
    if (effect->why == DOM_TABLE_WHY_FORCED)
        return;
    dom_record_decision decision = {
        .action = effect->action, .us = effect->us, .substituted = effect->fault};
    if (dom_record_decisions_add(&s->decisions, &decision) != DOM_OK)
        dom_core_fail_for_memory(state);
    s->choices++;
    s->seat[effect->seat].time_us += effect->us;
}

/* Keeps a fault until its match is stored. The faults of a void match are never stored. */
static void keep_fault(dom_core_run_state *state, dom_core_slot *s, const dom_table_effect *effect)
{
    dom_store_fault fault = {.tournament = state->tournament_id,
                             .match = s->seating.number,
                             .seat = (int8_t)effect->seat,
                             .bot = s->seat[effect->seat].bot,
                             .process = s->seat[effect->seat].store_process,
                             .code = effect->fault,
                             .tolerated = effect->tolerated,
                             .choice = s->told.choice,
                             .when_ms = dom_now_ms()};
    if (!dom_core_fault_list_add(&s->faults, &fault, s->told.text, &s->told.said))
        dom_core_fail_for_memory(state);
}

/* Shows the table to the people who sit there, if any do. */
static void show_people(dom_core_table_pool *tables, const dom_core_slot *slot)
{
    if (tables->state->spec->person_fds)
        dom_core_table_show(tables, slot);
}

void dom_core_table_carry_out(dom_core_table_pool *tables, dom_core_slot *slot)
{
    dom_table_effect effect;
    while (slot->is_used && dom_table_next(slot->table, &effect)) {
        switch (effect.kind) {
        case DOM_TABLE_FX_DEAL:
            make_deal(tables->state->t, slot, &effect);
            show_people(tables, slot);
            break;
        case DOM_TABLE_FX_ASK:
            slot->ask.is_open = true;
            slot->ask.asked_us = tables->state->now_us;
            dom_core_table_ask(tables, slot);
            break;
        case DOM_TABLE_FX_EVENT:
            keep_decision(tables->state, slot, &effect);
            show_people(tables, slot);
            break;
        case DOM_TABLE_FX_ROUND:
            dom_core_table_tell_round(tables, slot);
            break;
        case DOM_TABLE_FX_FAULT:
            keep_fault(tables->state, slot, &effect);
            dom_core_table_tell_fault(tables, slot, &effect);
            break;
        case DOM_TABLE_FX_SETTLED:
            settle(tables, slot);
            break;
        }
    }
}

void dom_core_table_take_fault(dom_core_table_pool *tables, dom_core_slot *slot, int seat,
                               const dom_core_offence *offence)
{
    dom_text_copy(slot->told.text, sizeof slot->told.text, offence->text);
    slot->told.said = offence->said ? *offence->said : (dom_ipc_frame_said){0};
    slot->told.choice = offence->was_asked ? slot->choices : -1;
    slot->ask.is_open = false;
    dom_table_fault(slot->table, seat, offence->code);
    dom_core_table_carry_out(tables, slot);
}
