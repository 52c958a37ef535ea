#include "payer.h"

uint32_t dom_core_free_ends_max(const dom_core_tournament *t)
{
    return t->restarts > 0 ? t->restarts : 1;
}

const dom_core_slot *dom_core_oldest_ask(const dom_core_slots *slots, const dom_core_process *p)
{
    const dom_core_slot *oldest = NULL;
    for (uint32_t i = 0; i < slots->count; i++) {
        const dom_core_slot *s = slots->item[i];
        if (s->is_used && s->ask.is_open && s->seat[s->table->match.play.turn].process == p &&
            (oldest == NULL || s->ask.nth < oldest->ask.nth))
            oldest = s;
    }
    return oldest;
}

/* Considers the matches at which the process sits and whose seat has counted at least `free_ends`
 * free ends. Returns the one that began first, or NULL. */
static dom_core_slot *oldest_open(const dom_core_slots *slots, const dom_core_process *p,
                                  uint32_t free_ends)
{
    dom_core_slot *oldest = NULL;
    for (uint32_t i = 0; i < slots->count; i++) {
        dom_core_slot *s = slots->item[i];
        int seat = dom_core_slot_seat_of(s, p);
        if (seat != DOM_NOBODY && s->seat[seat].free_ends >= free_ends &&
            (oldest == NULL || s->begun < oldest->begun))
            oldest = s;
    }
    return oldest;
}

/* Returns the match of the last answer if the process still sits there, else NULL. */
static dom_core_slot *last_answered(const dom_core_slots *slots, const dom_core_process *p)
{
    dom_core_slot *s = dom_core_slots_at(slots, p->play.answered_slot);
    bool is_open = s && s->seating.number == p->play.answered_match &&
                   dom_core_slot_seat_of(s, p) != DOM_NOBODY;
    return is_open ? s : NULL;
}

dom_core_slot *dom_core_who_pays(const dom_core_slots *slots, const dom_core_tournament *t,
                                 const dom_core_process *p)
{
    dom_fault fault = (dom_fault)p->ended.frame.code;
    if (fault == DOM_FAULT_NONE || fault == DOM_FAULT_SPAWN)
        return NULL;
    dom_core_slot *s = dom_core_slots_asked(slots, p, p->ended.slot, p->ended.frame.serial);
    if (s == NULL && fault == DOM_FAULT_CRASH)
        return oldest_open(slots, p, dom_core_free_ends_max(t));
    if (s == NULL)
        s = last_answered(slots, p);
    return s ? s : oldest_open(slots, p, 0);
}
