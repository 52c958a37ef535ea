#include "report_database.h"

#include <string.h>
#include <unistd.h>

enum { TRIES = 10 };

/* Copies the file that the report names now. Returns DOM_E_ABSENT if it no longer exists. */
static dom_rc copy_database(dom_shard_report_database *d, const dom_shard_report *report,
                            const dom_shard_work *work, const char *folder, dom_err *err)
{
    char hash[DOM_FS_FILE_HASH_BYTES];
    dom_rc rc = dom_shard_report_db(d->from, report, folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(d->path, work->path, "report.db", err);
    if (rc == DOM_OK)
        rc = dom_fs_file_copy(d->from, d->path, 0600, hash, err);
    if (rc == DOM_OK && strcmp(hash, report->hash) != 0)
        rc = dom_err_set(err, DOM_E_MALFORMED,
                         "%.300s: is damaged, its checksum is wrong; remove it and its .json, and "
                         "play the shard again",
                         d->from);
    return rc;
}

/* Copies the file of the newest report of this run. Each new try has a newer report than the one
 * before. */
static dom_rc copy_newest(dom_shard_report_database *d, dom_shard_report *report,
                          const dom_shard_work *work, const char *folder, dom_err *err)
{
    dom_rc rc = copy_database(d, report, work, folder, err);
    for (int i = 0; rc == DOM_E_ABSENT && i < TRIES; i++) {
        uint32_t before = report->sequence;
        if (dom_shard_report_read_again(report, folder, err) != DOM_OK ||
            report->sequence == before)
            break;
        rc = copy_database(d, report, work, folder, err);
    }
    if (rc == DOM_E_ABSENT)
        return dom_err_set(err, DOM_E_MALFORMED,
                           "%.300s: is missing; remove its .json, and play the shard again",
                           d->from);
    return rc;
}

dom_rc dom_shard_report_database_open(dom_shard_report_database *out, dom_shard_report *report,
                                      const dom_shard_work *work, const char *folder, dom_err *err)
{
    *out = (dom_shard_report_database){.store = NULL};
    if (report->hash[0] == '\0')
        return DOM_OK;
    dom_rc rc = copy_newest(out, report, work, folder, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_open(&out->store, out->path, DOM_STORE_READ, err);
    return rc == DOM_OK || rc == DOM_E_NOMEM
               ? rc
               : dom_shard_work_rename(DOM_E_MALFORMED, out->path, out->from, err);
}

/* Returns NULL if the two are the same tournament in everything that a deal or a result depends on,
 * else what differs. */
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

dom_rc dom_shard_report_database_import(const dom_shard_report_database *database,
                                        dom_shard_import *import, const dom_store_tournament *t,
                                        dom_shard_imported *out, dom_err *err)
{
    dom_store_tournament there = {.id = 0};
    if (database->store == NULL)
        return DOM_OK;
    dom_rc rc = dom_store_tournament_find(database->store, t->name, &there, err);
    const char *what = rc == DOM_OK         ? difference(t, &there)
                       : rc == DOM_E_ABSENT ? "no tournament of this name"
                                            : NULL;
    if (what)
        rc = dom_err_set(err, DOM_E_IO, "%.300s: has %s; remove it, or use its own folder",
                         database->from, what);
    if (rc == DOM_OK)
        rc = dom_shard_import_from(import, database->store, &there, out, err);
    dom_store_tournament_free(&there);
    return rc == DOM_OK ? rc : dom_shard_work_rename(rc, database->path, database->from, err);
}

void dom_shard_report_database_close(dom_shard_report_database *database)
{
    dom_store_close(&database->store);
    if (database->path[0])
        (void)unlink(database->path);
    database->path[0] = '\0';
}
