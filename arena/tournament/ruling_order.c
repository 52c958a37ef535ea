#include "tournament/ruling_order.h"

#include "base/now.h"
#include "base/text.h"
#include "results/match_reader.h"
#include "results/set_reader.h"
#include "store/entries.h"

#include <stdlib.h>
#include <string.h>

/* ---- may it be done? ------------------------------------------------------------ */

static dom_rc find_match(void *context, const dom_store_match *m)
{
    (void)m;
    *(bool *)context = true;
    return DOM_OK;
}

static dom_rc check_match(const dom_tournament_ruling_order *order, const dom_store_tournament *t,
                          dom_err *err)
{
    bool is_there = order->match == 0;
    dom_rc rc = is_there ? DOM_OK
                         : dom_store_match_list(order->store, t->id, &order->match, 1, find_match,
                                                &is_there, err);
    if (rc != DOM_OK || is_there)
        return rc;
    return dom_err_set(err, DOM_E_CONFIG,
                       "'%s' has no match %llu that was played; allowed: one that `matches "
                       "--tournament %s` shows",
                       t->name, (unsigned long long)order->match, t->name);
}

/* Returns DOM_OK unless the order would change nothing. */
static dom_rc check_change(const dom_tournament_ruling_order *order, const dom_store_tournament *t,
                           dom_err *err)
{
    const dom_store_ruling *is_void = dom_store_ruling_void(t, order->match);
    bool is_whole = is_void && is_void->match == 0 && order->match > 0;
    char what[40] = "it";
    if (order->match > 0)
        (void)snprintf(what, sizeof what, "match %llu", (unsigned long long)order->match);
    switch (order->kind) {
    case DOM_STORE_RULING_CLOSED:
        if (dom_store_ruling_closed(t))
            return dom_err_set(err, DOM_E_CONFIG, "'%s' is closed already", t->name);
        break;
    case DOM_STORE_RULING_VOID:
        if (is_void)
            return dom_err_set(err, DOM_E_CONFIG, "'%s': %s does not count already: %s", t->name,
                               is_whole ? "the tournament" : what, is_void->reason);
        break;
    case DOM_STORE_RULING_COUNTS:
        if (is_void == NULL || is_whole)
            return dom_err_set(err, DOM_E_CONFIG, "'%s': %s %s", t->name, what,
                               is_whole ? "does not count because the whole tournament does not; "
                                          "allowed: --undo for that"
                                        : "counts already");
        break;
    }
    return DOM_OK;
}

/* ---- what was played ------------------------------------------------------------ */

static dom_rc count_set(void *context, const dom_results_set *set)
{
    dom_tournament_ruling_done *done = context;
    done->matches += (uint64_t)set->count;
    done->incomplete += !set->is_complete;
    return DOM_OK;
}

static dom_rc count_played(dom_tournament_ruling_done *out, dom_store *store,
                           const dom_store_tournament *t, dom_err *err)
{
    dom_schedule *schedule;
    dom_rc rc = dom_results_schedule_open(&schedule, t, err);
    if (rc != DOM_OK)
        return rc;
    out->total = dom_schedule_matches(schedule) - dom_schedule_absent_matches(schedule);
    dom_schedule_close(&schedule);
    return dom_results_set_each(store, &(dom_results_set_range){.of = t}, count_set, out, err);
}

/* ---- the ruling ------------------------------------------------------------------ */

static dom_rc store_ruling(const dom_tournament_ruling_order *order, const dom_store_tournament *t,
                           dom_err *err)
{
    dom_store_tournament now = *t;
    dom_store_ruling *rulings = calloc(t->ruling_count + 1, sizeof *rulings);
    if (rulings == NULL)
        return dom_err_no_memory(err);
    if (t->ruling_count > 0)
        memcpy(rulings, t->rulings, t->ruling_count * sizeof *rulings);
    int64_t now_ms = dom_now_ms();
    rulings[t->ruling_count] = (dom_store_ruling){
        .kind = order->kind, .match = order->match, .when_ms = now_ms > 0 ? now_ms : 1};
    if (order->reason)
        dom_text_copy(rulings[t->ruling_count].reason, sizeof rulings->reason, order->reason);
    now.rulings = rulings;
    now.ruling_count++;
    dom_rc rc = dom_store_tournament_extend(order->store, &now, err);
    free(rulings);
    return rc;
}

dom_rc dom_tournament_ruling_carry_out(dom_tournament_ruling_done *out,
                                       const dom_tournament_ruling_order *order, dom_err *err)
{
    dom_store_tournament t;
    *out = (dom_tournament_ruling_done){.matches = 0};
    dom_rc rc = dom_store_tournament_find(order->store, order->tournament, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = check_match(order, &t, err);
    if (rc == DOM_OK)
        rc = check_change(order, &t, err);
    if (rc == DOM_OK)
        rc = count_played(out, order->store, &t, err);
    if (rc == DOM_OK)
        rc = store_ruling(order, &t, err);
    dom_store_tournament_free(&t);
    return rc;
}
