#include "slot.h"

#include <stddef.h>
#include <stdlib.h>

bool dom_core_slots_open(dom_core_slots *slots)
{
    slots->item = calloc(DOM_IPC_SLOTS_MAX, sizeof *slots->item);
    return slots->item != NULL;
}

void dom_core_slots_close(dom_core_slots *slots)
{
    for (uint32_t i = 0; slots->item && i < slots->count; i++) {
        dom_record_decisions_clear(&slots->item[i]->decisions);
        dom_core_infos_free(&slots->item[i]->infos);
        free(slots->item[i]->faults.item);
        free(slots->item[i]->table);
        free(slots->item[i]);
    }
    free(slots->item);
    *slots = (dom_core_slots){.item = NULL};
}

uint32_t dom_core_slots_next(dom_core_slots *slots)
{
    uint32_t i = slots->all_used_below;
    while (i < slots->count && slots->item[i]->is_used)
        i++;
    slots->all_used_below = i;
    return i;
}

dom_core_slot *dom_core_slots_first_unused(dom_core_slots *slots)
{
    uint32_t next = dom_core_slots_next(slots);
    if (next < slots->count)
        return slots->item[next];
    if (slots->count == DOM_IPC_SLOTS_MAX)
        return NULL;
    dom_core_slot *s = calloc(1, sizeof *s);
    dom_table *table = calloc(1, sizeof *table);
    if (s == NULL || table == NULL) {
        free(s);
        free(table);
        return NULL;
    }
    s->table = table;
    s->number = (uint16_t)slots->count;
    slots->item[slots->count++] = s;
    return s;
}

void dom_core_slots_release(dom_core_slots *slots, dom_core_slot *slot)
{
    slot->is_used = false;
    if (slot->number < slots->all_used_below)
        slots->all_used_below = slot->number;
}

static void fetch(const void *from, size_t bytes)
{
    enum { LINE_BYTES = 64 };
    for (size_t at = 0; at < bytes; at += LINE_BYTES)
        __builtin_prefetch((const char *)from + at);
}

static void fetch_table(const dom_core_slot *slot)
{
    enum { FEW_ACTIONS = 16 }; /* most positions have fewer legal actions */
    const dom_table *table = slot->table;
    fetch(&table->state, sizeof table->state);
    fetch(&table->match.play, sizeof table->match.play);
    fetch(&table->match.history.count, sizeof table->match.history.count);
    fetch(&table->legal_count, sizeof table->legal_count);
    fetch(table->legal, FEW_ACTIONS * sizeof *table->legal);
    fetch(&table->step, sizeof table->step);
    if (slot->decisions.bytes)
        fetch(slot->decisions.bytes + slot->decisions.size, 1);
}

void dom_core_slots_fetch(const dom_core_slots *slots, const uint16_t *numbers, uint32_t count)
{
    enum { FEW_SEATS = 4 }; /* most tables have at most so many seats */
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] >= slots->count)
            continue;
        const dom_core_slot *slot = slots->item[numbers[i]];
        fetch(slot, offsetof(dom_core_slot, seat) + FEW_SEATS * sizeof *slot->seat);
        fetch(&slot->ask, sizeof slot->ask);
    }
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] < slots->count)
            fetch_table(slots->item[numbers[i]]);
}

void dom_core_slot_reset(dom_core_slot *slot)
{
    dom_core_infos_free(&slot->infos);
    *slot =
        (dom_core_slot){.number = slot->number,
                        .ask.serial = slot->ask.serial,
                        .table = slot->table,
                        .decisions = {.bytes = slot->decisions.bytes, .room = slot->decisions.room},
                        .faults = {.item = slot->faults.item, .room = slot->faults.room}};
}

int dom_core_slot_seat_of(const dom_core_slot *slot, const dom_core_process *p)
{
    for (int seat = 0; slot->is_used && seat < slot->seating.seats; seat++)
        if (slot->seat[seat].process == p)
            return seat;
    return DOM_NOBODY;
}
