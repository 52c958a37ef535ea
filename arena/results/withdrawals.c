#include "results/withdrawals.h"

#include "base/text.h"
#include "base/vec.h"
#include "config/stored_config.h"
#include "results/match_reader.h"
#include "store/entries.h"

#include <stdio.h>
#include <stdlib.h>

/* What is read. */
typedef struct {
    dom_results_withdrawals *out;
    const dom_store_tournament *t;
    dom_config_stored stored;
    dom_err *err;
} withdrawals_reader;

void dom_results_withdrawals_clear(dom_results_withdrawals *w)
{
    free(w->item);
    *w = (dom_results_withdrawals){.count = 0};
}

static dom_results_withdrawal *item_of(dom_results_withdrawals *w, uint16_t bot)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->item[i].bot == bot)
            return &w->item[i];
    dom_results_withdrawal *new = dom_vec_add(w->item, w->count, w->room);
    if (new)
        *new = (dom_results_withdrawal){.bot = bot, .when_ms = INT64_MIN};
    return new;
}

/* Returns the first set of the stages that were announced after this time. */
static uint32_t first_set_after(const dom_store_tournament *t, int64_t when_ms)
{
    for (int i = 1; i < t->stage_count; i++)
        if (t->stages[i].created_ms > when_ms)
            return t->stages[i].first_set;
    return UINT32_MAX;
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    const withdrawals_reader *r = context;
    if (!dom_store_fault_withdraws(f))
        return DOM_OK;
    dom_results_withdrawal *item = item_of(r->out, f->bot);
    if (item == NULL)
        return dom_err_no_memory(r->err);
    if (f->when_ms < item->when_ms) /* shards store faults in another order */
        return DOM_OK;
    item->when_ms = f->when_ms;
    item->until_set = first_set_after(r->t, f->when_ms);
    dom_text_copy(item->text, sizeof item->text, f->text);
    return DOM_OK;
}

/* ---- matches that are missing ----------------------------------------------------- */

static void count_planned(const withdrawals_reader *r, const dom_schedule *schedule)
{
    for (uint32_t n = 1; n <= dom_schedule_sets(schedule); n++) {
        dom_schedule_duplicate_set set = dom_schedule_set(schedule, n);
        for (size_t i = 0; i < r->out->count; i++) {
            dom_results_withdrawal *item = &r->out->item[i];
            bool sits = false;
            for (int seat = 0; seat < set.seats; seat++)
                sits |= set.bot[seat] == item->bot;
            if (sits && n < item->until_set && !set.is_absent)
                item->missing += set.rotations;
        }
    }
}

static bool sits_at(const dom_store_match *m, uint16_t bot)
{
    for (int seat = 0; seat < m->seats; seat++)
        if (m->seat[seat].bot == bot)
            return true;
    return false;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    const withdrawals_reader *r = context;
    for (size_t i = 0; i < r->out->count; i++) {
        dom_results_withdrawal *item = &r->out->item[i];
        if (item->missing > 0 && m->set < item->until_set && sits_at(m, item->bot))
            item->missing--;
    }
    return DOM_OK;
}

static void drop_complete(const withdrawals_reader *r)
{
    dom_results_withdrawals *w = r->out;
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->item[i].missing > 0) {
            w->item[i].is_lost = r->stored.withdrawn == DOM_CORE_WITHDRAWN_LOST;
            w->item[i].is_void = !w->item[i].is_lost;
            w->item[kept++] = w->item[i];
        }
    w->count = kept;
}

/* ---- entries ------------------------------------------------------------------------ */

/* Drops the bots in whose place a new version plays, and those whose entry did not stay. */
static void drop_changed(const withdrawals_reader *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->out->count; i++)
        if (dom_store_entry_plays_on(r->t, r->out->item[i].bot))
            r->out->item[kept++] = r->out->item[i];
    r->out->count = kept;
}

/* Adds every bot of an entry that was withdrawn or disqualified. */
static dom_rc add_entry(const withdrawals_reader *r, const dom_store_change *change)
{
    bool is_disqualified = change->state == DOM_STORE_ENTRY_DISQUALIFIED;
    bool is_swiss = r->stored.kind == DOM_SCHEDULE_PLAN_SWISS;
    bool loses = r->stored.withdrawn == DOM_CORE_WITHDRAWN_LOST;
    for (uint16_t bot = 0; bot < r->t->bot_count; bot++) {
        if (dom_store_entry_of(r->t, bot) != change->entry)
            continue;
        dom_results_withdrawal *item = item_of(r->out, bot);
        if (item == NULL)
            return dom_err_no_memory(r->err);
        item->when_ms = change->when_ms;
        item->until_set = UINT32_MAX;
        item->is_void = is_disqualified || (!is_swiss && !loses);
        item->is_lost = !is_disqualified && !is_swiss && loses;
        (void)snprintf(item->text, sizeof item->text, "%s%s%s", dom_store_entry_word(change->state),
                       change->reason[0] ? ": " : "", change->reason);
    }
    return DOM_OK;
}

static dom_rc add_entries(const withdrawals_reader *r)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < r->t->change_count; i++) {
        const dom_store_change *change = &r->t->changes[i];
        if (change == dom_store_entry_change(r->t, change->entry) &&
            change->state != DOM_STORE_ENTRY_PLAYS)
            rc = add_entry(r, change);
    }
    return rc;
}

/* Counts the missing matches in the schedules that do not play them. */
static dom_rc count_missing(const withdrawals_reader *r, dom_store *store)
{
    dom_schedule_plan plan;
    dom_schedule *schedule;
    if (dom_results_plan_of(r->t, &plan, NULL) != DOM_OK ||
        (plan.kind != DOM_SCHEDULE_PLAN_ROUND_ROBIN && plan.kind != DOM_SCHEDULE_PLAN_GAUNTLET))
        return DOM_OK;
    if (dom_results_schedule_open(&schedule, r->t, NULL) != DOM_OK)
        return DOM_OK;
    count_planned(r, schedule);
    dom_schedule_close(&schedule);
    dom_rc rc = dom_store_match_each(store, r->t->id, 1, 0, false, take_match, (void *)r, r->err);
    if (rc == DOM_OK)
        drop_complete(r);
    return rc;
}

dom_rc dom_results_withdrawals_read(dom_results_withdrawals *out, dom_store *store,
                                    const dom_store_tournament *t, dom_err *err)
{
    withdrawals_reader r = {.out = out, .t = t, .err = err};
    *out = (dom_results_withdrawals){.count = 0};
    (void)dom_config_stored_read(&r.stored, t, NULL);
    dom_rc rc = dom_store_fault_each(store, t->id, take_fault, &r, err);
    if (rc == DOM_OK && t->change_count > 0)
        drop_changed(&r);
    if (rc == DOM_OK && out->count > 0)
        rc = count_missing(&r, store);
    return rc == DOM_OK ? add_entries(&r) : rc;
}

bool dom_results_withdrawals_void(const dom_results_withdrawals *w, const dom_store_match *m)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->item[i].is_void && sits_at(m, w->item[i].bot))
            return true;
    return false;
}
