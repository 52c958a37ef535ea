/* The frames that the processes at a table get. */
#include "table_play.h"

#include "base/text.h"
#include "round_frame.h"

#include <string.h>

/* Adds a frame to a process. If memory is out, the run fails and this returns NULL. */
static void *add_slot_frame(dom_core_table_pool *tables, dom_core_process *p,
                            dom_ipc_frame_type type, const dom_core_slot *s, size_t size)
{
    void *body = dom_ipc_link_add(&p->link, type, s->number, size);
    if (body == NULL)
        dom_core_fail_for_memory(tables->state);
    return body;
}

void dom_core_table_tell_open(dom_core_table_pool *tables, const dom_core_slot *slot, int seat)
{
    const dom_core_tournament *t = tables->state->t;
    const dom_schedule_seating *seating = &slot->seating;
    dom_ipc_frame_open *open =
        add_slot_frame(tables, slot->seat[seat].process, DOM_IPC_FRAME_OPEN, slot, sizeof *open);
    if (open == NULL)
        return;
    open->variant = seating->variant;
    open->seat = (uint8_t)seat;
    open->seats = seating->seats;
    open->teams = t->variants[seating->variant].options.teams != 0;
    open->seed = slot->seat[seat].seed;
    memcpy(open->commit, tables->commit[seating->stage], sizeof open->commit);
    const dom_core_process *p = slot->seat[seat].process;
    open->cpu = (int16_t)p->cpu;
    open->host_cpu = (int16_t)p->host_cpu;
    open->moves_core = p->moves_core;
    for (int i = 0; i < seating->seats; i++) {
        bool is_hidden = t->hide_names && seating->bot[i] != seating->bot[seat];
        dom_text_copy(open->bots[i], sizeof open->bots[i],
                      is_hidden ? "?" : t->bots[seating->bot[i]].name);
    }
}

void dom_core_table_show(dom_core_table_pool *tables, const dom_core_slot *slot)
{
    for (int seat = 0; seat < slot->seating.seats; seat++) {
        dom_core_process *p = slot->seat[seat].process;
        if (p == NULL || p->host_pid > 0)
            continue;
        dom_view_of(&tables->view, &slot->table->match, seat);
        if (!dom_ipc_link_add_view(&p->link, slot->number, &tables->view))
            dom_core_fail_for_memory(tables->state);
    }
}

void dom_core_table_tell_round(dom_core_table_pool *tables, const dom_core_slot *slot)
{
    const dom_match *match = &slot->table->match;
    for (int i = 0; i < slot->seating.seats; i++) {
        dom_core_process *p = slot->seat[i].process;
        dom_ipc_frame_round *round;
        if (p == NULL || !p->hello.events ||
            (round = add_slot_frame(tables, p, DOM_IPC_FRAME_ROUND, slot, sizeof *round)) == NULL)
            continue;
        dom_core_round_frame_fill(round, match);
    }
}

void dom_core_table_tell_fault(dom_core_table_pool *tables, const dom_core_slot *slot,
                               const dom_table_effect *effect)
{
    dom_core_process *p = slot->seat[effect->seat].process;
    dom_ipc_frame_told *told;
    if (p == NULL ||
        (told = add_slot_frame(tables, p, DOM_IPC_FRAME_TOLD, slot, sizeof *told)) == NULL)
        return;
    told->code = (int32_t)effect->fault;
    told->tolerated = effect->tolerated;
    dom_text_copy(told->text, sizeof told->text, slot->told.text);
}

void dom_core_table_tell_result(dom_core_table_pool *tables, const dom_core_slot *slot)
{
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(slot->table, places);
    for (int i = 0; i < slot->seating.seats; i++) {
        dom_core_process *p = slot->seat[i].process;
        dom_ipc_frame_result *result;
        if (p == NULL || (result = add_slot_frame(tables, p, DOM_IPC_FRAME_RESULT, slot,
                                                  sizeof *result)) == NULL)
            continue;
        result->seats = slot->seating.seats;
        result->end = (int32_t)slot->table->end;
        result->fault_seat = slot->table->fault_seat;
        for (int seat = 0; seat < slot->seating.seats; seat++) {
            result->places[seat] = places[seat];
            result->scores[seat] = slot->table->match.score[seat];
        }
        if (slot->table->end != DOM_FAULT_NONE) /* the bot may be working on a cancelled ask */
            dom_ipc_link_hurry(&p->link);
    }
}
