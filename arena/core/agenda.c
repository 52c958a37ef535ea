#include "agenda.h"

#include <stdlib.h>

static uint32_t lookahead_of(const dom_schedule *schedule, dom_schedule_plan_kind kind)
{
    return kind == DOM_SCHEDULE_PLAN_COMPARE
               ? DOM_CORE_AGENDA_COMPARED_SETS * (uint32_t)dom_schedule_set(schedule, 1).rotations
               : DOM_CORE_AGENDA_LOOKAHEAD;
}

/* Leaves out the matches at which a place is empty. A Swiss needs their results. */
static void leave_out_absent(dom_core_agenda *agenda)
{
    uint64_t matches = agenda->total;
    for (uint64_t n = 1; !agenda->needs_results && n <= matches; n++)
        if (dom_schedule_match(agenda->schedule, n).absent_seat >= 0) {
            dom_core_agenda_mark_done(agenda, n);
            agenda->total--;
        }
}

dom_rc dom_core_agenda_open(dom_core_agenda *agenda, const dom_schedule_plan *plan, dom_err *err)
{
    *agenda = (dom_core_agenda){
        .needs_results = plan->kind == DOM_SCHEDULE_PLAN_SWISS, .next = 1, .last = UINT64_MAX};
    dom_rc rc = dom_schedule_open(&agenda->schedule, plan, err);
    if (rc != DOM_OK)
        return rc;
    agenda->total = dom_schedule_matches(agenda->schedule);
    agenda->lookahead = lookahead_of(agenda->schedule, plan->kind);
    agenda->is_done = calloc(agenda->total / 8 + 1, 1);
    if (agenda->is_done == NULL)
        return dom_err_no_memory(err);
    if (plan->change_count > 0)
        leave_out_absent(agenda);
    return DOM_OK;
}

void dom_core_agenda_close(dom_core_agenda *agenda)
{
    free(agenda->is_done);
    dom_schedule_close(&agenda->schedule);
    agenda->is_done = NULL;
}

uint64_t dom_core_agenda_last(const dom_core_agenda *agenda)
{
    uint64_t known = dom_schedule_known(agenda->schedule);
    return agenda->last < known ? agenda->last : known;
}

bool dom_core_agenda_is_over(const dom_core_agenda *agenda)
{
    return agenda->next > dom_core_agenda_last(agenda);
}

bool dom_core_agenda_is_done(const dom_core_agenda *agenda, uint64_t match)
{
    return agenda->is_done[match / 8] >> (match % 8) & 1;
}

void dom_core_agenda_mark_done(dom_core_agenda *agenda, uint64_t match)
{
    agenda->is_done[match / 8] |= (uint8_t)(1u << (match % 8));
}

void dom_core_agenda_report(dom_core_agenda *agenda, const dom_store_match *match)
{
    uint8_t places[DOM_SEATS_MAX];
    for (int s = 0; s < match->seats; s++)
        places[s] = match->seat[s].place;
    dom_schedule_report(agenda->schedule, match->match, places);
}
