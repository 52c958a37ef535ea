/* A shard folder in which one database is forged (forgery.h), the one of a report or the merged
 * one: merging and planning succeed or refuse it with one line, and what a merge wrote can be read.
 *
 * The input is
 *
 *     1 byte     which database is forged, and which tournament is played
 *     the rest   edits
 *
 * No bot is started: see no_bots.c. */
#include "forgery.h"
#include "shard/shard_merge.h"
#include "shard/shard_plan.h"
#include "shard_tournament.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static char folder[DOM_PATH_BYTES]; /* the shard folder */

static const char *in_folder(const char *name)
{
    static char path[DOM_PATH_BYTES];
    expect(dom_shard_path(path, folder, name, NULL) == DOM_OK);
    return path;
}

/* A message is one line and names files of the shard folder, not their local copies. */
static void look_at_end(dom_rc rc, const dom_err *err)
{
    expect(rc == DOM_OK || (err->text[0] != '\0' && strchr(err->text, '\n') == NULL &&
                            strstr(err->text, "/domino-shards.") == NULL));
}

/* ---- the folder --------------------------------------------------------------------- */

/* Loads a tournament as it was before it was forged. */
static void load_tournament(dom_store_tournament *t, const char *name)
{
    char path[DOM_PATH_BYTES];
    dom_store *store;
    (void)snprintf(path, sizeof path, "%s/original.db", forgery_folder());
    forgery_copy(path);
    expect(dom_store_open(&store, path, DOM_STORE_READ, NULL) == DOM_OK);
    expect(dom_store_tournament_find(store, name, t, NULL) == DOM_OK);
    dom_store_close(&store);
}

/* Writes a database that has the tournament and no match. */
static void write_empty(const dom_store_tournament *t, const char *path)
{
    dom_store *store;
    dom_store_tournament copy = *t;
    expect(dom_store_open(&store, path, DOM_STORE_WRITE, NULL) == DOM_OK);
    expect(dom_store_tournament_add(store, &copy, NULL) == DOM_OK);
    dom_store_close(&store);
}

/* Writes plan.json and the one shard, which has all sets. */
static void write_plan(dom_shard_plan *plan, const dom_store_tournament *t)
{
    dom_schedule *schedule;
    expect(dom_shard_schedule_open(&schedule, NULL, t, NULL) == DOM_OK);
    dom_shard_part part = {.shard = 1, .matches = dom_schedule_matches(schedule)};
    for (uint32_t n = 1; n <= dom_schedule_sets(schedule); n++)
        expect(dom_shard_set_list_add(&part.sets, n));
    *plan = (dom_shard_plan){.shards = 1,
                             .sets = dom_schedule_sets(schedule),
                             .matches = part.matches,
                             .bot_count = 1,
                             .bots = &(dom_shard_bot){"first", "first", "1", "1"}};
    dom_text_copy(plan->tournament, sizeof plan->tournament, t->name);
    dom_text_copy(plan->program, sizeof plan->program, DOM_VERSION);
    dom_text_copy(plan->machine, sizeof plan->machine, dom_shard_machine());
    dom_shard_identify(plan, t);
    expect(dom_shard_part_write(&part, folder, plan->id, NULL) == DOM_OK);
    expect(dom_shard_plan_write(plan, folder, NULL) == DOM_OK);
    plan->bots = NULL;
    dom_shard_part_clear(&part);
    dom_schedule_close(&schedule);
}

/* Writes the report of a run whose database is `from`. */
static void write_report(const dom_shard_plan *plan, const char *from)
{
    char path[DOM_PATH_BYTES];
    dom_shard_report report = {
        .shard = 1, .run = "00000001", .sequence = 1, .state = DOM_SHARD_DONE, .where = "here"};
    dom_text_copy(report.plan, sizeof report.plan, plan->id);
    expect(dom_shard_report_db(path, &report, folder, NULL) == DOM_OK);
    expect(dom_fs_file_copy(from, path, 0600, report.hash, NULL) == DOM_OK);
    expect(dom_shard_report_write(&report, folder, NULL) == DOM_OK);
}

static void make_folder(const char *forged, bool is_report, const char *tournament)
{
    static const char *const names[] = {"", "done", "shards"};
    char path[DOM_PATH_BYTES];
    dom_shard_plan plan;
    dom_store_tournament t;
    (void)snprintf(folder, sizeof folder, "%s/shards", forgery_folder());
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect(mkdir(in_folder(names[i]), 0700) == 0);
    load_tournament(&t, tournament);
    write_plan(&plan, &t);
    if (is_report) {
        write_empty(&t, in_folder("arena.db"));
        write_report(&plan, forged);
    } else {
        (void)snprintf(path, sizeof path, "%s/original.db", forgery_folder());
        expect(rename(forged, in_folder("arena.db")) == 0);
        write_report(&plan, path);
    }
    dom_store_tournament_free(&t);
}

/* ---- what is done in it ---------------------------------------------------------------- */

static dom_rc see_nothing(void *context, const dom_store_match *m)
{
    (void)context, (void)m;
    return DOM_OK;
}

/* Merges; what was written from a forged report is whole. */
static void merge(bool is_report)
{
    dom_err err = {.text = ""};
    dom_shard_merged merged;
    dom_rc rc = dom_shard_merge(&merged, folder, &err);
    look_at_end(rc, &err);
    dom_shard_merged_clear(&merged);
    if (rc != DOM_OK || !is_report)
        return;
    dom_store *store;
    expect(dom_store_open(&store, in_folder("arena.db"), DOM_STORE_READ, &err) == DOM_OK);
    expect(dom_store_match_each(store, 1, 1, 0, true, see_nothing, NULL, &err) == DOM_OK);
    dom_store_close(&store);
}

/* Plans more sets. */
static void plan_more(void)
{
    dom_err err = {.text = ""};
    dom_shard_plan plan;
    dom_home home = {.lock_fd = -1};
    dom_text_copy(home.home, sizeof home.home, forgery_folder());
    dom_shard_plan_spec spec = {
        .home = &home,
        .places = dom_bots_places_of(&home, NULL),
        .request = {.file = DOM_TEST_DATA "/databases/unfinished.yaml", .sets = 12},
        .folder = folder,
        .shards = 2};
    look_at_end(dom_shard_plan_make(&plan, &spec, &err), &err);
    dom_shard_plan_clear(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    uint8_t how = fuzz_next(&input);
    bool is_report = how % 2 == 0;
    expect(setenv("TMPDIR", forgery_folder(), 1) == 0);
    make_folder(forgery_make(&input), is_report, how / 2 % 2 == 0 ? "unfinished" : "finished");
    merge(is_report);
    plan_more();
    return 0;
}
