#include "shard/shard_follow.h"

#include "base/text.h"
#include "base/vec.h"
#include "report_database.h"
#include "shard/import.h"
#include "shard_tournament.h"
#include "work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A report whose sets were copied. */
typedef struct {
    char run[DOM_SHARD_RUN_ID_BYTES];
    uint32_t sequence;
} copied_report;

struct dom_shard_follow {
    const char *folder;
    dom_shard_work work;
    char db[DOM_PATH_BYTES];
    char plan[DOM_FS_FILE_HASH_BYTES]; /* the plan that `db` is of; "": none yet */
    unsigned databases;                /* how many copies were made             */
    dom_store *store;
    dom_store_tournament t;
    dom_schedule *schedule;
    copied_report *copied;
    size_t copied_count, copied_room;
};

static void close_plan(dom_shard_follow *f)
{
    dom_schedule_close(&f->schedule);
    dom_store_tournament_free(&f->t);
    dom_store_close(&f->store);
    f->copied_count = 0;
    f->plan[0] = '\0';
}

/* Copies the folder's database and opens it. The copy has a new name, because readers may still
 * have the old one open, and SQLite would take the log of the old one for that of the new one. */
static dom_rc open_plan(dom_shard_follow *f, const dom_shard_plan *plan, dom_err *err)
{
    char fetched[DOM_PATH_BYTES], name[32];
    close_plan(f);
    (void)snprintf(name, sizeof name, "followed-%u.db", ++f->databases);
    dom_rc rc = dom_shard_work_fetch(fetched, &f->work, f->folder, "arena.db", err);
    if (rc == DOM_OK)
        rc = dom_shard_path(f->db, f->work.path, name, err);
    if (rc == DOM_OK && rename(fetched, f->db) != 0)
        rc = dom_err_errno(err, f->db);
    if (rc == DOM_OK)
        rc = dom_store_open(&f->store, f->db, DOM_STORE_WRITE, err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(f->store, plan->tournament, &f->t, err);
    if (rc == DOM_OK)
        rc = dom_shard_schedule_open(&f->schedule, f->store, &f->t, err);
    if (rc == DOM_OK)
        dom_text_copy(f->plan, sizeof f->plan, plan->id);
    return rc;
}

dom_rc dom_shard_follow_open(dom_shard_follow **out, const char *folder, dom_err *err)
{
    dom_shard_plan plan;
    dom_shard_follow *f = *out = calloc(1, sizeof *f);
    if (f == NULL)
        return dom_err_no_memory(err);
    f->folder = folder;
    dom_rc rc = dom_shard_plan_open(&plan, folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_work_open(&f->work, err);
    if (rc == DOM_OK)
        rc = open_plan(f, &plan, err);
    dom_shard_plan_clear(&plan);
    return rc;
}

static copied_report *find_copied(const dom_shard_follow *f, const dom_shard_report *r)
{
    for (size_t i = 0; i < f->copied_count; i++)
        if (strcmp(f->copied[i].run, r->run) == 0)
            return &f->copied[i];
    return NULL;
}

/* Copies the sets of a report, which becomes the newer one if it was replaced meanwhile. */
static dom_rc copy_sets(dom_shard_follow *f, dom_shard_import *import, dom_shard_report *r,
                        dom_err *err)
{
    dom_shard_report_database from;
    dom_shard_imported counts = {0};
    dom_rc rc = dom_shard_report_database_open(&from, r, &f->work, f->folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_report_database_import(&from, import, &f->t, &counts, err);
    dom_shard_report_database_close(&from);
    return rc;
}

static dom_rc take_report(dom_shard_follow *f, dom_shard_import *import, dom_shard_report *r,
                          dom_err *err)
{
    copied_report *before = find_copied(f, r);
    if (r->hash[0] == '\0' || (before && before->sequence == r->sequence))
        return DOM_OK;
    dom_rc rc = copy_sets(f, import, r, err);
    if (rc != DOM_OK)
        return rc;
    if (before == NULL)
        before = dom_vec_add(f->copied, f->copied_count, f->copied_room);
    if (before == NULL)
        return dom_err_no_memory(err);
    dom_text_copy(before->run, sizeof before->run, r->run);
    before->sequence = r->sequence;
    return DOM_OK;
}

dom_rc dom_shard_follow_poll(dom_shard_follow *follow, dom_err *err)
{
    dom_shard_follow *f = follow;
    dom_shard_plan plan;
    dom_shard_reports reports = {.item = NULL};
    dom_shard_import *import = NULL;
    dom_rc rc = dom_shard_plan_open(&plan, f->folder, err);
    if (rc == DOM_OK && strcmp(plan.id, f->plan) != 0)
        rc = open_plan(f, &plan, err);
    dom_shard_plan_clear(&plan);
    if (rc == DOM_OK)
        rc = dom_shard_reports_read(&reports, f->folder, f->plan, err);
    if (rc == DOM_OK)
        rc = dom_shard_import_open(&import, f->store, f->t.id, f->schedule, err);
    for (size_t i = 0; rc == DOM_OK && i < reports.count; i++)
        rc = take_report(f, import, &reports.item[i], err);
    dom_shard_import_close(&import);
    free(reports.item);
    return rc;
}

const char *dom_shard_follow_db(const dom_shard_follow *follow)
{
    return follow->db;
}

void dom_shard_follow_close(dom_shard_follow **follow)
{
    dom_shard_follow *f = *follow;
    if (f == NULL)
        return;
    close_plan(f);
    dom_shard_work_close(&f->work);
    free(f->copied);
    free(f);
    *follow = NULL;
}
