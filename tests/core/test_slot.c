/* Slots: how a slot is cleared for its next match, and which slot is used next. */
#include "slot.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_core_slots slots;

static void set_up(void)
{
    cr_assert(dom_core_slots_open(&slots));
}

static void tear_down(void)
{
    dom_core_slots_close(&slots);
}

TestSuite(slot, .init = set_up, .fini = tear_down);

/* Changes every field of the slot. */
static void use(dom_core_slot *s)
{
    uint16_t number = s->number;
    dom_table *table = s->table;
    dom_record_decision decision = {.us = 1};
    dom_store_fault fault = {.match = 1};
    dom_ipc_frame_said said = {.size = 1};
    memset(s, 0xa5, sizeof *s);
    s->number = number;
    s->table = table;
    s->ask.serial = 40;
    s->decisions = (dom_record_decisions){.bytes = NULL};
    s->faults = (dom_core_fault_list){.item = NULL};
    s->infos = NULL;
    s->is_used = true;
    cr_assert(eq(int, dom_record_decisions_add(&s->decisions, &decision), DOM_OK));
    cr_assert(dom_core_fault_list_add(&s->faults, &fault, "late", &said));
    dom_ipc_frame_info info = {.kind = DOM_IPC_INFO_DROPPED};
    cr_assert(dom_core_infos_add(&s->infos, 2, 1, 0, &info));
}

Test(slot, reset_clears_all_but_number_serial_table_and_memory)
{
    dom_core_slot *s = dom_core_slots_first_unused(&slots);
    cr_assert(s != NULL && s->number == 0);
    use(s);
    dom_core_slots_release(&slots, s);
    cr_assert(eq(ptr, dom_core_slots_first_unused(&slots), s), "the same slot is used again");
    uint8_t *bytes = s->decisions.bytes;
    dom_core_waiting_fault *faults = s->faults.item;
    dom_table *table = s->table;
    dom_core_slot_reset(s);
    cr_expect(eq(ptr, s->table, table));
    cr_expect(eq(u32, s->ask.serial, 40), "an answer to the earlier match is recognised");
    cr_expect(eq(ptr, s->decisions.bytes, bytes));
    cr_expect(lt(sz, 0, s->decisions.room));
    cr_expect(eq(ptr, s->faults.item, faults));
    cr_expect(lt(u32, 0, s->faults.room));
    cr_expect(zero(sz, s->decisions.size));
    cr_expect(zero(u32, s->faults.count));
    cr_expect(s->infos == NULL, "they are freed");
    cr_expect(s->is_used == false && s->ask.is_open == false);
    cr_expect(s->begun == 0 && s->attempt == 0 && s->choices == 0 && s->ask.nth == 0);
    cr_expect(s->started_us == 0 && s->started_ms == 0 && s->seating.number == 0);
    cr_expect(s->told.text[0] == '\0' && s->told.said.size == 0 && s->told.choice == 0);
    for (int seat = 0; seat < DOM_SEATS_MAX; seat++)
        cr_expect(s->seat[seat].process == NULL && s->seat[seat].free_ends == 0 &&
                  s->seat[seat].time_us == 0);
}

Test(slot, the_first_slot_that_is_not_in_use_is_chosen)
{
    for (uint16_t i = 0; i < 5; i++) {
        dom_core_slot *s = dom_core_slots_first_unused(&slots);
        cr_assert(eq(u16, s->number, i));
        s->is_used = true;
    }
    cr_expect(eq(u32, dom_core_slots_next(&slots), 5));
    dom_core_slots_release(&slots, slots.item[4]);
    dom_core_slots_release(&slots, slots.item[3]);
    cr_expect(eq(ptr, dom_core_slots_first_unused(&slots), slots.item[3]));
    slots.item[3]->is_used = true;
    cr_expect(eq(ptr, dom_core_slots_first_unused(&slots), slots.item[4]));
    slots.item[4]->is_used = true;
    dom_core_slots_release(&slots, slots.item[3]);
    cr_expect(eq(ptr, dom_core_slots_at(&slots, 3), NULL));
    cr_expect(eq(ptr, dom_core_slots_at(&slots, 4), slots.item[4]));
    cr_expect(eq(ptr, dom_core_slots_at(&slots, 5), NULL));
    cr_expect(eq(ptr, dom_core_slots_at(&slots, DOM_IPC_NO_SLOT), NULL));
}

Test(slot, slots_that_do_not_exist_may_be_fetched)
{
    const uint16_t numbers[] = {0, 1, DOM_IPC_NO_SLOT, 0};
    cr_assert(ne(ptr, dom_core_slots_first_unused(&slots), NULL));
    dom_core_slots_fetch(&slots, numbers, 4);
    dom_core_slots_fetch(&slots, numbers, 0);
    cr_expect(eq(u32, slots.count, 1), "nothing changes");
}
