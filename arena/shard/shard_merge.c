#include "shard/shard_merge.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "report_database.h"
#include "shard_tournament.h"
#include "work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *folder;
    int lock;
    dom_shard_plan plan;
    dom_shard_reports reports;
    dom_shard_work work;
    dom_store *store; /* a copy of the folder's database, in the work folder */
    dom_store_tournament t;
    dom_schedule *schedule;
    dom_shard_import *import;
    dom_shard_merged *out;
    dom_err *err;
} merger;

static dom_rc find_tournament(merger *m)
{
    dom_rc rc = dom_store_tournament_find(m->store, m->plan.tournament, &m->t, m->err);
    if (rc == DOM_E_ABSENT)
        rc = dom_err_set(m->err, DOM_E_IO, "%.300s/arena.db: has no tournament '%s'", m->folder,
                         m->plan.tournament);
    return rc == DOM_OK ? dom_shard_check_identity(&m->plan, &m->t, m->folder, m->err) : rc;
}

typedef dom_rc lock_folder(int *lock, const char *folder, dom_err *err);

static dom_rc open_all(merger *m, lock_folder *lock)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_plan_open(&m->plan, m->folder, m->err);
    if (rc == DOM_OK)
        rc = lock(&m->lock, m->folder, m->err);
    dom_shard_plan_clear(&m->plan);
    if (rc == DOM_OK)
        rc = dom_shard_plan_open(
            &m->plan, m->folder,
            m->err); /* again: while this merge waited, new shards may have been planned */
    if (rc == DOM_OK)
        rc = dom_shard_work_open(&m->work, m->err);
    if (rc == DOM_OK)
        rc = dom_shard_work_database(&m->store, path, &m->work, m->folder, "arena.db", m->err);
    if (rc == DOM_OK)
        rc = find_tournament(m);
    if (rc == DOM_OK)
        rc = dom_shard_schedule_open(&m->schedule, m->store, &m->t, m->err);
    if (rc == DOM_OK)
        rc = dom_shard_import_open(&m->import, m->store, m->t.id, m->schedule, m->err);
    return rc;
}

static void close_all(merger *m)
{
    dom_shard_import_close(&m->import);
    dom_schedule_close(&m->schedule);
    dom_store_tournament_free(&m->t);
    dom_store_close(&m->store);
    dom_shard_work_close(&m->work);
    dom_shard_folder_unlock(&m->lock);
    free(m->reports.item);
    dom_shard_plan_clear(&m->plan);
}

/* Adds the sets that a report has. */
static dom_rc add_report(merger *m, dom_shard_report *r)
{
    dom_shard_report_database from;
    dom_rc rc = dom_shard_report_database_open(&from, r, &m->work, m->folder, m->err);
    if (rc == DOM_OK)
        rc = dom_shard_report_database_import(&from, m->import, &m->t, &m->out->added, m->err);
    dom_shard_report_database_close(&from);
    return rc == DOM_OK ? dom_interrupt_check(m->err) : rc;
}

static dom_rc add_reports(merger *m)
{
    dom_rc rc = dom_shard_reports_read(&m->reports, m->folder, m->plan.id, m->err);
    for (size_t i = 0; rc == DOM_OK && i < m->reports.count; i++)
        rc = add_report(m, &m->reports.item[i]);
    return rc;
}

/* ---- what is missing ---------------------------------------------------------------------- */

static dom_rc list_missing(merger *m)
{
    if (m->plan.compares && m->out->is_finished)
        return DOM_OK;
    return dom_shard_list_missing(&m->out->missing, &m->plan, m->folder, m->store, m->err);
}

/* Returns true if two sorted lists have a set in common. */
static bool overlap(const dom_shard_set_list *a, const dom_shard_set_list *b)
{
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->item[i].last < b->item[k].first)
            i++;
        else if (b->item[k].last < a->item[i].first)
            k++;
        else
            return true;
    }
    return false;
}

/* Finds out whether sets of this shard are missing. Shard 0 plays all that was missing. */
static dom_rc lacks_sets(const merger *m, uint32_t shard, bool *out)
{
    dom_shard_part part;
    *out = m->out->missing.count > 0;
    if (!*out || shard == 0)
        return DOM_OK;
    dom_rc rc = dom_shard_part_read(&part, m->folder, m->plan.id, shard, m->err);
    *out = rc == DOM_OK && overlap(&part.sets, &m->out->missing);
    dom_shard_part_clear(&part);
    return rc;
}

/* Names the runs that did not end well, if sets of their shards are still missing. */
static dom_rc remark_reports(const merger *m)
{
    char line[640];
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < m->reports.count; i++) {
        const dom_shard_report *r = &m->reports.item[i];
        bool lacks = false;
        if (r->state != DOM_SHARD_DONE)
            rc = lacks_sets(m, r->shard, &lacks);
        if (!lacks)
            continue;
        (void)snprintf(line, sizeof line, "shard %u (%s) is not complete: %s%s%s", r->shard,
                       r->where, dom_shard_state_word(r->state), r->text[0] ? ": " : "", r->text);
        if (!dom_strings_add(&m->out->remarks, line))
            rc = dom_err_no_memory(m->err);
    }
    return rc;
}

static dom_rc store_end(const merger *m)
{
    int64_t now_ms = dom_now_ms();
    m->out->is_finished = true;
    return dom_store_tournament_finish(m->store, m->t.id, now_ms > 0 ? now_ms : 1, m->err);
}

/* Reads the test of a comparison. If it is decided, stores the end. */
static dom_rc test_comparison(merger *m)
{
    dom_results_comparison *c = &m->out->comparison;
    dom_rc rc = dom_results_comparison_read(c, &m->t, &m->plan.compared, m->plan.sets_most,
                                            m->store, m->err);
    return rc == DOM_OK && dom_results_sprt_is_over(&c->test) ? store_end(m) : rc;
}

/* Stores the end of the tournament if nothing is missing. */
static dom_rc finish(merger *m)
{
    if (m->plan.compares)
        return test_comparison(m);
    uint32_t sets = dom_schedule_sets(m->schedule);
    bool is_known = dom_shard_last_set(m->schedule) == sets;
    for (uint32_t n = 1; is_known && n <= sets; n++)
        if (!dom_shard_import_has(m->import, n))
            return DOM_OK;
    return is_known ? store_end(m) : DOM_OK;
}

static bool is_stored_as_finished(const dom_store_tournament *t)
{
    return t->stages[t->stage_count - 1].finished_ms != 0;
}

/* Replaces the folder's database if something is new. Only then are the shards of a comparison told
 * that it is decided. */
static dom_rc publish(const merger *m)
{
    char to[DOM_PATH_BYTES];
    bool is_changed = m->out->added.sets > 0 || m->out->added.faults > 0 ||
                      m->out->added.processes > 0 ||
                      (m->out->is_finished && !is_stored_as_finished(&m->t));
    dom_rc rc = dom_shard_path(to, m->folder, "arena.db", m->err);
    if (rc == DOM_OK && is_changed)
        rc = dom_shard_work_publish(&m->work, m->store, to, NULL, m->err);
    bool is_decided = m->plan.compares && m->out->is_finished;
    return rc == DOM_OK && is_decided ? dom_shard_decided_write(m->folder, m->plan.id, m->err) : rc;
}

static dom_rc merge(dom_shard_merged *out, const char *folder, lock_folder *lock, dom_err *err)
{
    merger m = {.folder = folder, .lock = -1, .out = out, .err = err};
    *out = (dom_shard_merged){.is_finished = false};
    dom_rc rc = open_all(&m, lock);
    if (rc == DOM_OK)
        rc = add_reports(&m);
    if (rc == DOM_OK)
        rc = finish(&m);
    if (rc == DOM_OK)
        rc = list_missing(&m);
    if (rc == DOM_OK)
        rc = remark_reports(&m);
    if (rc == DOM_OK)
        rc = publish(&m);
    if (rc != DOM_OK)
        rc = dom_shard_work_rename(rc, m.work.path, folder, err);
    close_all(&m);
    return rc;
}

dom_rc dom_shard_merge(dom_shard_merged *out, const char *folder, dom_err *err)
{
    return merge(out, folder, dom_shard_folder_lock, err);
}

dom_rc dom_shard_merge_if_free(dom_shard_merged *out, const char *folder, dom_err *err)
{
    return merge(out, folder, dom_shard_folder_try_lock, err);
}

void dom_shard_merged_clear(dom_shard_merged *merged)
{
    dom_results_comparison_clear(&merged->comparison);
    dom_shard_set_list_clear(&merged->missing);
    dom_strings_clear(&merged->remarks);
}
