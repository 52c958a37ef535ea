/* Replays a stored match from its deals and decisions through the same table that played it. */
#include "record/record.h"

#include <string.h>

typedef struct {
    const dom_record_match *record;
    dom_table *table;
    dom_record_visit *visit;
    void *context;
} player;

/* Takes the table's effects until it waits for a decision or is settled. */
static void run(const player *p)
{
    dom_table_effect effect;
    while (dom_table_next(p->table, &effect)) {
        if (effect.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_make(&deal, p->record->options, &p->record->key, effect.round, effect.need);
            dom_table_deal(p->table, &deal);
        }
        if (p->visit)
            p->visit(p->context, p->table, &effect);
    }
}

/* Returns the index of the action among the legal ones; their number if it is not legal. */
static int find_choice(const dom_table *table, dom_action action)
{
    int i = 0;
    while (i < table->legal_count && memcmp(&table->legal[i], &action, sizeof action) != 0)
        i++;
    return i;
}

/* Applies one decision. Returns false if it is impossible here. */
static bool decide(dom_table *table, const dom_record_decision *decision)
{
    if (table->state != DOM_TABLE_ASKING)
        return false;
    int choice = find_choice(table, decision->action);
    if (choice == table->legal_count)
        return false;
    int seat = table->match.play.turn;
    if (decision->substituted == DOM_FAULT_NONE) {
        dom_table_answer(table, seat, (uint32_t)choice, decision->us);
        return true;
    }
    bool may_be_tolerated =
        decision->substituted == DOM_FAULT_ILLEGAL || decision->substituted == DOM_FAULT_TIMEOUT;
    if (choice != 0 || !may_be_tolerated)
        return false;
    dom_table_fault(table, seat, decision->substituted);
    return true;
}

dom_rc dom_record_replay(const dom_record_match *record, dom_table *table, dom_record_visit *visit,
                         void *context, dom_err *err)
{
    const uint8_t *bytes = record->decisions;
    size_t size = record->decisions_bytes;
    player p = {record, table, visit, context};
    dom_record_decision decision;
    unsigned count = 0;
    if (!dom_fault_fits(record->end, record->fault_seat, record->options->players))
        return dom_err_set(err, DOM_E_MALFORMED, "match %llu: seat %d cannot have ended it",
                           (unsigned long long)record->match, record->fault_seat);
    /* no fault ends the match here: which faults were tolerated is part of the decisions */
    dom_table_start(table, record->options, UINT32_MAX);
    run(&p);
    dom_rc rc;
    while ((rc = dom_record_decisions_next(&bytes, &size, &decision)) == DOM_OK) {
        count++;
        if (!decide(table, &decision))
            return dom_err_set(err, DOM_E_MALFORMED, "match %llu: decision %u cannot be made there",
                               (unsigned long long)record->match, count);
        run(&p);
    }
    if (rc == DOM_E_MALFORMED)
        return dom_err_set(err, DOM_E_MALFORMED, "match %llu: decision %u is unreadable",
                           (unsigned long long)record->match, count + 1);
    if (record->is_open)
        return DOM_OK;
    bool by_fault = record->end != DOM_FAULT_NONE;
    if (by_fault && table->state == DOM_TABLE_ASKING) {
        table->tolerate = 0;
        dom_table_fault(table, record->fault_seat, record->end);
        run(&p);
    }
    if (table->state != DOM_TABLE_SETTLED || table->end != record->end)
        return dom_err_set(err, DOM_E_MALFORMED, "match %llu: does not end after decision %u",
                           (unsigned long long)record->match, count);
    return DOM_OK;
}

bool dom_record_is_step(const dom_table_effect *effect)
{
    return effect->kind == DOM_TABLE_FX_DEAL || effect->kind == DOM_TABLE_FX_EVENT ||
           effect->kind == DOM_TABLE_FX_FAULT || effect->kind == DOM_TABLE_FX_ROUND;
}
