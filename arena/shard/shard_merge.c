#include "shard/shard_merge.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "shard_tournament.h"
#include "work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *folder;
    dom_shard_plan plan;
    dom_shard_work work;
    dom_store *store; /* a copy of the folder's database, in the work folder */
    dom_store_tournament t;
    dom_schedule *schedule;
    dom_shard_import *import;
    dom_shard_merged *out;
    dom_err *err;
} merger;

static dom_rc open_all(merger *m)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_plan_read(&m->plan, m->folder, m->err);
    if (rc == DOM_OK && strcmp(m->plan.program, DOM_VERSION) != 0)
        rc = dom_err_set(m->err, DOM_E_IO,
                         "%.300s: was planned by version %s of this program; this is %s", m->folder,
                         m->plan.program, DOM_VERSION);
    if (rc == DOM_OK)
        rc = dom_shard_work_open(&m->work, m->err);
    if (rc == DOM_OK)
        rc = dom_shard_work_fetch(path, &m->work, m->folder, "arena.db", m->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&m->store, path, DOM_STORE_WRITE, m->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(m->store, m->plan.tournament, &m->t, m->err);
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
    dom_shard_plan_clear(&m->plan);
}

/* Returns NULL if the two are the same tournament in everything that a deal or a result depends on, else what
 * differs. */
static const char *difference(const dom_store_tournament *a, const dom_store_tournament *b)
{
    if (strcmp(a->name, b->name) != 0 || strcmp(a->config, b->config) != 0)
        return "another configuration, which has its bots and rules";
    if (a->stage_count != b->stage_count)
        return "other stages";
    for (int i = 0; i < a->stage_count; i++)
        if (memcmp(a->stages[i].secret, b->stages[i].secret, DOM_STORE_SECRET_BYTES) != 0 ||
            strcmp(a->stages[i].commit, b->stages[i].commit) != 0)
            return "another secret";
    for (int i = 0; i < a->variant_count && i < b->variant_count; i++)
        if (memcmp(&a->variants[i].options, &b->variants[i].options, sizeof(dom_options)) != 0)
            return "other rules";
    return NULL;
}

static dom_rc add_database(merger *m, const char *path, const char *shown)
{
    dom_store *from = NULL;
    dom_store_tournament t = {.id = 0};
    dom_rc rc = dom_store_open(&from, path, DOM_STORE_READ, m->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(from, m->t.name, &t, m->err);
    const char *what = rc == DOM_OK ? difference(&m->t, &t) : NULL;
    if (what)
        rc = dom_err_set(m->err, DOM_E_IO, "%.300s: has %s; remove it, or use its own folder",
                         shown, what);
    if (rc == DOM_OK)
        rc = dom_shard_import_from(m->import, from, t.id, &m->out->added, m->err);
    dom_store_tournament_free(&t);
    dom_store_close(&from);
    return rc;
}

static dom_rc remark(merger *m, const char *format, const dom_shard_report *r, const char *text)
{
    char line[512];
    (void)snprintf(line, sizeof line, format, r->shard, r->where, text);
    return dom_strings_add(&m->out->remarks, line) ? DOM_OK : dom_err_no_memory(m->err);
}

/* Copies the database of a report to the local disk, checks it, and adds its sets. */
static dom_rc add_report(merger *m, const dom_shard_report *r)
{
    char from[DOM_PATH_BYTES], copy[DOM_PATH_BYTES], hash[DOM_FS_FILE_HASH_BYTES];
    dom_rc rc = DOM_OK;
    if (r->state == DOM_SHARD_FAILED)
        rc = remark(m, "shard %u (%s) failed: %s", r, r->text);
    if (rc != DOM_OK || r->hash[0] == '\0')
        return rc;
    rc = dom_shard_report_db(from, r, m->folder, m->err);
    if (rc == DOM_OK)
        rc = dom_shard_path(copy, m->work.path, "shard.db", m->err);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(from, copy, 0600, hash, m->err);
    if (rc == DOM_OK && strcmp(hash, r->hash) != 0)
        rc = dom_err_set(m->err, DOM_E_IO,
                         "%.300s: is damaged, its checksum is wrong; remove it and its .json, and "
                         "play the shard again",
                         from);
    if (rc == DOM_OK)
        rc = add_database(m, copy, from);
    (void)unlink(copy);
    return rc == DOM_OK ? dom_interrupt_check(m->err) : rc;
}

static dom_rc add_reports(merger *m)
{
    dom_shard_reports reports;
    dom_rc rc = dom_shard_reports_read(&reports, m->folder, m->plan.id, m->err);
    for (size_t i = 0; rc == DOM_OK && i < reports.count; i++)
        rc = add_report(m, &reports.item[i]);
    free(reports.item);
    return rc;
}

/* Stores the end of the tournament if nothing is missing. */
static dom_rc finish(merger *m)
{
    uint32_t sets = dom_schedule_sets(m->schedule);
    bool is_known = dom_shard_last_set(m->schedule) == sets;
    for (uint32_t n = 1; is_known && n <= sets; n++)
        if (!dom_shard_import_has(m->import, n))
            return DOM_OK;
    if (!is_known)
        return DOM_OK;
    m->out->is_finished = true;
    int64_t now_ms = dom_now_ms();
    return dom_store_tournament_finish(m->store, m->t.id, now_ms > 0 ? now_ms : 1, m->err);
}

static bool is_stored_as_finished(const dom_store_tournament *t)
{
    return t->stages[t->stage_count - 1].finished_ms != 0;
}

static dom_rc publish(const merger *m)
{
    char to[DOM_PATH_BYTES];
    bool is_changed = m->out->added.sets > 0 || m->out->added.faults > 0 ||
                      (m->out->is_finished && !is_stored_as_finished(&m->t));
    dom_rc rc = dom_shard_path(to, m->folder, "arena.db", m->err);
    return rc == DOM_OK && is_changed ? dom_shard_work_publish(&m->work, m->store, to, NULL, m->err)
                                      : rc;
}

dom_rc dom_shard_merge(dom_shard_merged *out, const char *folder, dom_err *err)
{
    merger m = {.folder = folder, .out = out, .err = err};
    *out = (dom_shard_merged){.is_finished = false};
    dom_rc rc = open_all(&m);
    if (rc == DOM_OK)
        rc = add_reports(&m);
    if (rc == DOM_OK)
        rc = finish(&m);
    if (rc == DOM_OK)
        rc = dom_shard_list_missing(&out->missing, &m.plan, folder, m.store, err);
    if (rc == DOM_OK)
        rc = publish(&m);
    close_all(&m);
    return rc;
}

void dom_shard_merged_clear(dom_shard_merged *merged)
{
    dom_shard_set_list_clear(&merged->missing);
    dom_strings_clear(&merged->remarks);
}
