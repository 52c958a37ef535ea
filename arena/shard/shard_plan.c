#include "shard/shard_plan.h"

#include "base/now.h"
#include "base/text.h"
#include "bot_copy.h"
#include "claim.h"
#include "results/match_reader.h"
#include "shard/import.h"
#include "shard_tournament.h"
#include "tournament/tournament_run.h"
#include "work_folder.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const dom_shard_plan_spec *spec;
    dom_shard_plan *plan;
    dom_shard_work work;
    dom_home home; /* the user's, with the database in the work folder */
    dom_store *store;
    dom_tournament_run_spec run_spec; /* of `run`, which borrows it */
    dom_tournament_run *run;
    const dom_store_tournament *row; /* of `run` */
    dom_schedule *schedule;
    dom_shard_cost *cost; /* of the sets that are to be played, ascending */
    size_t count;
    dom_err *err;
} planner;

/* ---- the folder ----------------------------------------------------------------------- */

/* Returns DOM_OK if the folder has no plan, or one whose sets are all in the folder's database. */
static dom_rc check_earlier_plan(planner *p)
{
    dom_shard_plan earlier;
    dom_rc rc = dom_shard_plan_read(&earlier, p->spec->folder, p->err);
    if (rc == DOM_E_ABSENT)
        return DOM_OK;
    uint64_t missing = 0;
    if (rc == DOM_OK && earlier.compares)
        rc = dom_err_set(p->err, DOM_E_CONFIG,
                         "%.300s: has a comparison, which is never extended; choose another folder",
                         p->spec->folder);
    if (rc == DOM_OK)
        rc = dom_shard_count_missing(&missing, &earlier, p->spec->folder, p->store, p->err);
    if (rc == DOM_OK && missing > 0)
        rc = dom_err_set(p->err, DOM_E_CONFIG,
                         "%.300s: %llu sets of its plan are not merged yet; play them and type "
                         "domino-arena shard merge first, or choose another folder",
                         p->spec->folder, (unsigned long long)missing);
    dom_shard_plan_clear(&earlier);
    return rc;
}

static dom_rc open_database(planner *p)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc =
        dom_shard_work_database(&p->store, path, &p->work, p->spec->folder, "arena.db", p->err);
    if (rc == DOM_E_ABSENT)
        rc = dom_store_open(&p->store, path, DOM_STORE_WRITE, p->err);
    p->home = *p->spec->home;
    dom_text_copy(p->home.db, sizeof p->home.db, path);
    return rc;
}

/* ---- the tournament ------------------------------------------------------------------- */

/* Without an address to listen at, remote bots are refused. */
static dom_rc announce(planner *p)
{
    int64_t id;
    p->run_spec = (dom_tournament_run_spec){.home = &p->home,
                                            .places = p->spec->places,
                                            .store = p->store,
                                            .request = p->spec->request,
                                            .has_seed = p->spec->has_seed,
                                            .seed = p->spec->seed};
    dom_rc rc = dom_tournament_run_open(&p->run, &p->run_spec, p->err);
    if (rc == DOM_OK)
        rc = dom_tournament_run_store(p->run, &id, p->err);
    if (rc != DOM_OK)
        return rc;
    p->row = dom_tournament_run_row(p->run);
    return dom_shard_schedule_open(&p->schedule, p->store, p->row, p->err);
}

/* ---- how long sets take ----------------------------------------------------------------- */

/* Times of a bot in a variant. */
typedef struct {
    double us;
    uint64_t matches;
} pace;

typedef struct {
    pace *of; /* [bots][variants]            */
    size_t variants;
} paces;

static dom_rc note_pace(void *context, const dom_store_match *m)
{
    paces *all = context;
    for (int s = 0; s < m->seats; s++) {
        pace *one = &all->of[m->seat[s].bot * all->variants + m->variant];
        one->us += (double)m->seat[s].time_us;
        one->matches++;
    }
    return DOM_OK;
}

/* Without earlier matches every seat is expected to take this long for a match. */
#define USUAL_S 0.001

static double seat_s(const paces *all, uint16_t bot, uint16_t variant)
{
    const pace *one = &all->of[bot * all->variants + variant];
    return one->matches ? one->us / 1e6 / (double)one->matches : USUAL_S;
}

static double set_s(const paces *all, const dom_schedule_duplicate_set *set)
{
    double sum = 0;
    for (int s = 0; s < set->seats; s++)
        sum += seat_s(all, set->bot[s], set->variant);
    return sum * set->rotations;
}

/* Lists the sets that are to be played, with their times. */
static dom_rc list_sets(planner *p)
{
    paces all = {calloc((size_t)p->row->bot_count * p->row->variant_count, sizeof(pace)),
                 p->row->variant_count};
    dom_shard_import *have = NULL;
    p->cost = calloc(dom_schedule_sets(p->schedule) + UINT64_C(1), sizeof *p->cost);
    if (all.of == NULL || p->cost == NULL) {
        free(all.of);
        return dom_err_no_memory(p->err);
    }
    dom_rc rc = dom_store_match_each(p->store, p->row->id, 1, 0, false, note_pace, &all, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_import_open(&have, p->store, p->row->id, p->schedule, p->err);
    uint32_t last = dom_shard_last_set(p->schedule);
    for (uint32_t n = 1; rc == DOM_OK && n <= last; n++) {
        if (dom_shard_import_has(have, n))
            continue;
        dom_schedule_duplicate_set set = dom_schedule_set(p->schedule, n);
        p->cost[p->count++] = (dom_shard_cost){n, set_s(&all, &set)};
        p->plan->matches += set.rotations;
    }
    p->plan->sets = p->count;
    dom_shard_import_close(&have);
    free(all.of);
    if (rc == DOM_OK && p->count == 0)
        rc = dom_err_set(p->err, DOM_E_CONFIG, "%.300s: all matches of %s are played",
                         p->spec->folder, p->row->name);
    return rc;
}

/* ---- bots --------------------------------------------------------------------------------- */

/* Copies a snapshot into the shard folder and notes its hash. A copy that is there already is
 * replaced only if it differs. */
static dom_rc copy_bot(const planner *p, dom_shard_bot *bot, const char *from)
{
    dom_shard_bot_copy copy;
    dom_rc rc = dom_shard_bot_copy_open(&copy, bot, from, p->spec->folder, p->err);
    if (rc == DOM_OK) {
        dom_text_copy(bot->hash, sizeof bot->hash, copy.hash);
        if (!dom_shard_bot_is_intact(copy.there, copy.hash))
            rc = dom_shard_bot_copy_publish(&copy, bot, 0755, p->err);
    }
    dom_shard_bot_copy_close(&copy);
    return rc;
}

static dom_rc copy_bots(planner *p)
{
    const dom_core_tournament *t = dom_tournament_run_tournament(p->run);
    p->plan->bots = calloc(t->bot_count, sizeof *p->plan->bots);
    if (p->plan->bots == NULL)
        return dom_err_no_memory(p->err);
    p->plan->bot_count = t->bot_count;
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && i < t->bot_count; i++) {
        dom_shard_bot *bot = &p->plan->bots[i];
        dom_text_copy(bot->name, sizeof bot->name, t->bots[i].name);
        dom_text_copy(bot->snapshot, sizeof bot->snapshot, t->bots[i].name);
        dom_text_copy(bot->version, sizeof bot->version, t->bots[i].version);
        bot->snapshot[strcspn(bot->snapshot, "#")] = '\0';
        rc = copy_bot(p, bot, t->bots[i].folder);
    }
    return rc;
}

/* ---- writing -------------------------------------------------------------------------------- */

static dom_rc write_parts(planner *p)
{
    uint32_t shards = p->plan->shards;
    uint32_t *of_set = calloc(p->count, sizeof *of_set);
    double *load_s = calloc(shards, sizeof *load_s);
    dom_shard_part *parts = calloc(shards, sizeof *parts);
    bool is_shared =
        of_set && load_s && parts && dom_shard_share_out(p->cost, p->count, shards, of_set, load_s);
    for (size_t i = 0; is_shared && i < p->count; i++) {
        dom_shard_part *part = &parts[of_set[i]];
        part->matches += dom_schedule_set(p->schedule, p->cost[i].set).rotations;
        is_shared = dom_shard_set_list_add(&part->sets, p->cost[i].set);
    }
    dom_rc rc = is_shared ? DOM_OK : dom_err_no_memory(p->err);
    for (uint32_t s = 0; rc == DOM_OK && s < shards; s++) {
        parts[s].shard = s + 1;
        parts[s].expected_s = load_s[s];
        rc = dom_shard_part_write(&parts[s], p->spec->folder, p->plan->id, p->err);
    }
    for (uint32_t s = 0; parts && s < shards; s++)
        dom_shard_part_clear(&parts[s]);
    free(parts);
    free(of_set);
    free(load_s);
    return rc;
}

/* Writes the database that shards begin with. It has no earlier matches, but those of a Swiss,
 * which say who meets whom. */
static dom_rc write_database(planner *p)
{
    char path[DOM_PATH_BYTES], to[DOM_PATH_BYTES];
    dom_store *small = NULL;
    dom_shard_import *import = NULL;
    dom_shard_imported counts = {0};
    dom_store_tournament row = *p->row;
    dom_rc rc = dom_shard_path(path, p->work.path, "plan.db", p->err);
    if (rc == DOM_OK)
        rc = dom_shard_path(to, p->spec->folder, "plan.db", p->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&small, path, DOM_STORE_WRITE, p->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_add(small, &row, p->err);
    if (rc == DOM_OK && dom_shard_needs_results(p->row)) {
        rc = dom_shard_import_open(&import, small, row.id, p->schedule, p->err);
        if (rc == DOM_OK)
            rc = dom_shard_import_from(import, p->store, p->row, &counts, p->err);
    }
    if (rc == DOM_OK)
        rc = dom_shard_work_publish(&p->work, small, to, NULL, p->err);
    dom_shard_import_close(&import);
    dom_store_close(&small);
    return rc;
}

static dom_rc copy_file(const planner *p)
{
    char to[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_path(to, p->spec->folder, "tournament.yaml", p->err);
    if (rc != DOM_OK || p->spec->request.file == NULL)
        return rc;
    return dom_fs_file_copy(p->spec->request.file, to, 0644, NULL, p->err);
}

static void note_comparison(const planner *p)
{
    const dom_core_tournament *t = dom_tournament_run_tournament(p->run);
    dom_shard_plan *plan = p->plan;
    plan->compares = t->compares;
    if (!t->compares)
        return;
    dom_text_copy(plan->variant, sizeof plan->variant, t->variants[0].name);
    plan->sets_most = t->sets;
    plan->has_seed = t->has_seed;
    plan->seed = t->seed;
    plan->compared = t->compared;
}

/* Fills the folder. plan.json of an earlier plan is removed first and the new one written last, so
 * a folder with a plan.json is complete. */
static dom_rc write_folder(planner *p)
{
    char path[DOM_PATH_BYTES];
    dom_shard_plan *plan = p->plan;
    dom_rc rc = dom_shard_path(path, p->spec->folder, "plan.json", p->err);
    if (rc == DOM_OK)
        rc = copy_bots(p);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(plan->tournament, sizeof plan->tournament, p->row->name);
    dom_text_copy(plan->program, sizeof plan->program, DOM_VERSION);
    dom_text_copy(plan->machine, sizeof plan->machine, dom_shard_machine());
    plan->shards = p->spec->shards;
    plan->created_ms = dom_now_ms();
    note_comparison(p);
    dom_shard_identify(plan, p->row);
    if (unlink(path) != 0 && errno != ENOENT)
        return dom_err_errno(p->err, path);
    dom_shard_claim_clear(p->spec->folder);
    rc = write_parts(p);
    if (rc == DOM_OK)
        rc = copy_file(p);
    if (rc == DOM_OK)
        rc = write_database(p);
    if (rc == DOM_OK)
        rc = dom_shard_path(path, p->spec->folder, "arena.db", p->err);
    if (rc == DOM_OK)
        rc = dom_shard_work_publish(&p->work, p->store, path, NULL, p->err);
    return rc == DOM_OK ? dom_shard_plan_write(plan, p->spec->folder, p->err) : rc;
}

dom_rc dom_shard_plan_make(dom_shard_plan *plan, const dom_shard_plan_spec *spec, dom_err *err)
{
    planner p = {.spec = spec, .plan = plan, .err = err};
    int lock = -1;
    *plan = (dom_shard_plan){.shards = 0};
    dom_rc rc = dom_shard_claim(&lock, spec->folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_work_open(&p.work, err);
    if (rc == DOM_OK)
        rc = open_database(&p);
    if (rc == DOM_OK)
        rc = check_earlier_plan(&p);
    if (rc == DOM_OK)
        rc = announce(&p);
    if (rc == DOM_OK)
        rc = list_sets(&p);
    if (rc == DOM_OK)
        rc = write_folder(&p);
    if (rc != DOM_OK)
        rc = dom_shard_work_rename(rc, p.work.path, spec->folder, err);
    free(p.cost);
    dom_schedule_close(&p.schedule);
    dom_tournament_run_close(&p.run);
    dom_store_close(&p.store);
    dom_shard_work_close(&p.work);
    dom_shard_folder_unlock(&lock);
    return rc;
}
