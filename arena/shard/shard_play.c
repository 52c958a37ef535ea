#include "shard/shard_play.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "bot_copy.h"
#include "config/stored_config.h"
#include "report_database.h"
#include "reporter.h"
#include "shard/import.h"
#include "shard_tournament.h"
#include "tournament/tournament_run.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE_MS = 600000, SETS_OPEN = 32 };

typedef struct {
    const dom_shard_play_spec *spec;
    dom_shard_plan plan;
    dom_shard_part part;
    dom_shard_work work;
    dom_home home; /* in the work folder */
    dom_store *store;
    dom_tournament_run_spec run_spec; /* of `run`, which borrows it */
    char file[DOM_PATH_BYTES];        /* the tournament file */
    dom_shard_import *have;           /* which matches the local database has */
    size_t open_range; /* of part.sets: where the first set that is not complete may lie */
    uint32_t open_set; /* in that range: those before it are complete; 0: look from its first set
                          on */
    const char *variants[2]; /* of a comparison, and a NULL */
    dom_tournament_run *run;
    const dom_store_tournament *row; /* of `run` */
    dom_schedule *schedule;
    dom_shard_reporter reporter;
    dom_shard_played *out;
    dom_strings words;   /* the bots, as the configuration reads them */
    dom_strings shown;   /* what they see of the machine, as it was planned */
    char withdrawn[100]; /* the bots that were withdrawn, such as "a, b"     */
    char why[100];       /* why the first of them was                        */
    dom_err *err;
} shard_player;

/* ---- the plan ------------------------------------------------------------------------- */

static dom_rc read_plan(shard_player *p)
{
    const char *folder = p->spec->folder;
    dom_rc rc = dom_shard_plan_open(&p->plan, folder, p->err);
    if (rc != DOM_OK)
        return rc;
    if (strcmp(p->plan.machine, dom_shard_machine()) != 0)
        return dom_err_set(p->err, DOM_E_IO,
                           "%.300s: its bots were built on %s; this machine is %s", folder,
                           p->plan.machine, dom_shard_machine());
    if (p->spec->shard > p->plan.shards)
        return dom_err_set(p->err, DOM_E_ABSENT, "%.300s: there is no shard %u; allowed: 1..%u",
                           folder, p->spec->shard, p->plan.shards);
    return DOM_OK;
}

/* ---- bots ------------------------------------------------------------------------------- */

/* Compares a fetched snapshot with the plan, and publishes it read-only. */
static dom_rc accept_bot(const shard_player *p, dom_shard_bot_copy *copy, const dom_shard_bot *bot,
                         const char *from)
{
    if (strcmp(copy->hash, bot->hash) != 0)
        return dom_err_set(p->err, DOM_E_IO,
                           "%.300s: has changed since the plan was made: hash %.12s, not %.12s",
                           from, copy->hash, bot->hash);
    dom_rc rc = dom_fs_tree_seal(copy->staging.fd, false, p->err);
    return rc == DOM_OK ? dom_shard_bot_copy_publish(copy, bot, 0555, p->err) : rc;
}

/* Copies a snapshot to the local disk. */
static dom_rc fetch_bot(const shard_player *p, const dom_shard_bot *bot)
{
    char name[sizeof "bots//" + DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES];
    char from[DOM_PATH_BYTES], there[DOM_PATH_BYTES];
    dom_shard_bot_copy copy;
    (void)snprintf(name, sizeof name, "bots/%s/%s", bot->snapshot, bot->version);
    dom_rc rc = dom_shard_path(there, p->home.home, name, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_path(from, p->spec->folder, name, p->err);
    if (rc != DOM_OK || access(there, F_OK) == 0)
        return rc; /* a second copy of the same bot */
    rc = dom_shard_bot_copy_open(&copy, bot, from, p->home.home, p->err);
    if (rc == DOM_OK)
        rc = accept_bot(p, &copy, bot, from);
    dom_shard_bot_copy_close(&copy);
    return rc;
}

/* Adds the word that means this bot, such as "greedy@3fa2...#2". */
static dom_rc add_word(shard_player *p, const dom_shard_bot *bot)
{
    char word[2 * DOM_STORE_BOT_VERSION_BYTES];
    const char *copy = strchr(bot->name, '#');
    (void)snprintf(word, sizeof word, "%s@%s%s", bot->snapshot, bot->version, copy ? copy : "");
    return dom_strings_add(&p->words, word) ? DOM_OK : dom_err_no_memory(p->err);
}

static dom_rc fetch_bots(shard_player *p)
{
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; rc == DOM_OK && i < p->plan.bot_count; i++) {
        rc = fetch_bot(p, &p->plan.bots[i]);
        if (rc == DOM_OK)
            rc = add_word(p, &p->plan.bots[i]);
        if (rc == DOM_OK)
            rc = dom_interrupt_check(p->err);
    }
    return rc;
}

/* ---- the local database ------------------------------------------------------------------ */

static dom_rc open_local(shard_player *p)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_work_open(&p->work, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_work_database(&p->store, path, &p->work, p->spec->folder, "plan.db", p->err);
    if (rc == DOM_OK)
        rc = dom_home_find(&p->home, p->work.path, path, p->err);
    return rc == DOM_OK ? fetch_bots(p) : rc;
}

/* Reads what bots are shown: the paths of the plan, for every user who plays a shard. */
static dom_rc read_shown(shard_player *p)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(p->store, p->plan.tournament, &t, p->err);
    if (rc != DOM_OK)
        return rc;
    p->shown = dom_config_stored_shown(t.config);
    dom_store_tournament_free(&t);
    p->run_spec.request.shown = (const char *const *)p->shown.item;
    p->run_spec.request.shown_option = "show";
    return DOM_OK;
}

/* Says what is played: the tournament of the file, or the comparison of the plan. */
static dom_rc choose_game(shard_player *p)
{
    dom_config_request *request = &p->run_spec.request;
    if (!p->plan.compares) {
        request->file = p->file;
        return dom_shard_path(p->file, p->spec->folder, "tournament.yaml", p->err);
    }
    p->variants[0] = p->plan.variant;
    request->variants = p->variants;
    request->sets = p->plan.sets_most;
    request->compared = &p->plan.compared;
    request->is_unrated = true;
    p->run_spec.has_seed = p->plan.has_seed;
    p->run_spec.seed = p->plan.seed;
    return DOM_OK;
}

/* Reads the tournament, which must be the one of the plan. */
static dom_rc open_tournament(shard_player *p)
{
    p->run_spec = (dom_tournament_run_spec){
        .home = &p->home,
        .places = dom_bots_places_of(&p->home, NULL),
        .store = p->store,
        .request = {.name = p->plan.tournament, .bots = (const char *const *)p->words.item},
        .cores = p->spec->cores};
    dom_rc rc = choose_game(p);
    if (rc == DOM_OK)
        rc = read_shown(p);
    if (rc == DOM_OK)
        rc = dom_tournament_run_open(&p->run, &p->run_spec, p->err);
    if (rc != DOM_OK)
        return rc;
    p->row = dom_tournament_run_row(p->run);
    rc = dom_shard_check_identity(&p->plan, p->row, p->spec->folder, p->err);
    return rc == DOM_OK ? dom_shard_schedule_open(&p->schedule, p->store, p->row, p->err) : rc;
}

/* Copies the sets of one report into the local database. Those of a damaged file are played again,
 * and merging names the file. */
static dom_rc take_report(shard_player *p, dom_shard_report *r)
{
    dom_shard_report_database from;
    dom_shard_imported counts = {0};
    dom_rc rc = dom_shard_report_database_open(&from, r, &p->work, p->spec->folder, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_report_database_import(&from, p->have, p->row, &counts, p->err);
    dom_shard_report_database_close(&from);
    return rc == DOM_E_MALFORMED ? DOM_OK : rc;
}

/* Copies what earlier runs of this shard have played. */
static dom_rc take_reports(shard_player *p)
{
    dom_shard_reports reports;
    dom_rc rc = dom_shard_reports_read(&reports, p->spec->folder, p->plan.id, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_import_open(&p->have, p->store, p->row->id, p->schedule, p->err);
    for (size_t i = 0; rc == DOM_OK && i < reports.count; i++) {
        if (reports.item[i].shard == p->spec->shard)
            rc = take_report(p, &reports.item[i]);
        if (rc == DOM_OK)
            rc = dom_interrupt_check(p->err);
    }
    free(reports.item);
    return rc;
}

/* Lists the sets that are not merged. */
static dom_rc list_missing(shard_player *p)
{
    char path[DOM_PATH_BYTES];
    dom_store *merged;
    dom_rc rc =
        dom_shard_work_database(&merged, path, &p->work, p->spec->folder, "arena.db", p->err);
    if (rc == DOM_OK)
        rc = dom_shard_list_missing(&p->part.sets, &p->plan, p->spec->folder, merged, p->err);
    dom_store_close(&merged);
    (void)unlink(path);
    return rc;
}

static uint64_t count_matches(const shard_player *p)
{
    uint64_t matches = 0;
    for (size_t i = 0; i < p->part.sets.count; i++)
        for (uint32_t n = p->part.sets.item[i].first; n <= p->part.sets.item[i].last; n++)
            matches += dom_schedule_set(p->schedule, n).rotations;
    return matches;
}

/* Reads the sets of the shard; of shard 0 those that are not merged. */
static dom_rc read_part(shard_player *p)
{
    const char *folder = p->spec->folder;
    uint32_t last = dom_shard_last_set(p->schedule);
    if (p->spec->shard == 0) {
        dom_rc missing = list_missing(p);
        p->part.matches = missing == DOM_OK ? count_matches(p) : 0;
        return missing;
    }
    dom_rc rc = dom_shard_part_read(&p->part, folder, p->plan.id, p->spec->shard, p->err);
    if (rc == DOM_OK)
        rc = dom_shard_check_part(&p->part, last, folder, p->err);
    if (rc == DOM_OK && p->part.matches != count_matches(p))
        rc = dom_err_set(p->err, DOM_E_IO,
                         "%.300s/shards/%04u.json: its sets have %llu matches, not %llu", folder,
                         p->spec->shard, (unsigned long long)count_matches(p),
                         (unsigned long long)p->part.matches);
    return rc;
}

/* ---- playing ------------------------------------------------------------------------------ */

static bool is_ours(void *context, uint64_t match)
{
    const shard_player *p = context;
    return dom_shard_set_list_has(&p->part.sets, dom_schedule_match(p->schedule, match).set);
}

static void on_match(void *context, const dom_store_match *match)
{
    dom_shard_import_note(((shard_player *)context)->have, match->match);
}

/* Moves on to the first set of the shard that is not complete. Returns false if all are. */
static bool find_open_set(shard_player *p)
{
    const dom_shard_set_list *sets = &p->part.sets;
    for (; p->open_range < sets->count; p->open_range++, p->open_set = 0) {
        const dom_shard_range *range = &sets->item[p->open_range];
        if (p->open_set == 0)
            p->open_set = range->first;
        while (p->open_set <= range->last && dom_shard_import_has(p->have, p->open_set))
            p->open_set++;
        if (p->open_set <= range->last)
            return true;
    }
    return false;
}

/* The sets of a comparison count in the order of their numbers, so a shard begins no more than
 * SETS_OPEN of its sets from the first on that is not complete. Other shards play in any order. */
static uint64_t last_match(void *context)
{
    shard_player *p = context;
    if (!p->plan.compares || !find_open_set(p))
        return UINT64_MAX;
    uint32_t set =
        dom_shard_set_list_ahead(&p->part.sets, p->open_range, p->open_set, SETS_OPEN - 1);
    dom_schedule_duplicate_set last = dom_schedule_set(p->schedule, set);
    return last.first_match + last.rotations - 1;
}

/* The core also counts the matches of earlier rounds, which are no part of the shard. */
static void on_progress(void *context, const dom_core_progress *now)
{
    shard_player *p = context;
    uint64_t total = p->part.matches;
    uint64_t earlier = now->total > total ? now->total - total : 0;
    dom_shard_reporter_tell(&p->reporter, now->done > earlier ? now->done - earlier : 0, total,
                            now->here, now->faults, now->elapsed_ms);
}

static void on_withdraw(void *context, const dom_core_withdrawal *withdrawal)
{
    shard_player *p = context;
    size_t length = strlen(p->withdrawn);
    (void)snprintf(p->withdrawn + length, sizeof p->withdrawn - length, "%s%s",
                   length > 0 ? ", " : "",
                   dom_tournament_run_tournament(p->run)->bots[withdrawal->bot].name);
    if (length == 0)
        dom_text_copy(p->why, sizeof p->why, withdrawal->text);
}

static void on_stop(void *context, const char *text)
{
    const dom_shard_listener *listener = &((const shard_player *)context)->spec->listener;
    if (listener->on_note)
        listener->on_note(listener->context, text);
}

/* A comparison ends when its test is decided; matches that have begun are still played. */
static dom_core_stop_request stop_request(void *context)
{
    shard_player *p = context;
    if (atomic_load(&p->reporter.has_to_end))
        return DOM_CORE_STOP_NOW;
    return atomic_load(&p->reporter.is_decided) ? DOM_CORE_STOP_PLAYED_OUT : DOM_CORE_STOP_NOT;
}

static dom_shard_report first_report(const shard_player *p)
{
    unsigned char random[4];
    char host[64] = "?";
    dom_shard_report report = {.shard = p->spec->shard,
                               .state = DOM_SHARD_RUNNING,
                               .total = p->part.matches,
                               .every_ms = p->spec->report_s * 1000,
                               .started_ms = dom_now_ms()};
    randombytes_buf(random, sizeof random);
    (void)sodium_bin2hex(report.run, sizeof report.run, random, sizeof random);
    (void)gethostname(host, sizeof host - 1);
    (void)snprintf(report.where, sizeof report.where, "%s, process %d%s%s", host, (int)getpid(),
                   p->spec->job[0] ? ", job " : "", p->spec->job);
    dom_text_copy(report.plan, sizeof report.plan, p->plan.id);
    report.updated_ms = report.started_ms;
    return report;
}

/* Returns the state in which the run has ended, and why. */
static dom_shard_state end_state(const shard_player *p, dom_rc rc, char text[static DOM_ERR_BYTES])
{
    text[0] = '\0';
    if (rc == DOM_OK && p->out->skipped == 0)
        return DOM_SHARD_DONE;
    if (rc == DOM_OK)
        (void)snprintf(text, DOM_ERR_BYTES,
                       "%llu matches were not played, because bots were withdrawn: %s (%s)",
                       (unsigned long long)p->out->skipped, p->withdrawn, p->why);
    else
        dom_text_copy(text, DOM_ERR_BYTES, p->err->text);
    return rc == DOM_E_INTERRUPTED ? DOM_SHARD_INTERRUPTED : DOM_SHARD_FAILED;
}

/* The last report could not be written. Keeps on the local disk what it has, and says how to bring
 * it to the folder. */
static dom_rc keep_matches(shard_player *p, dom_rc rc, const dom_err *last)
{
    char path[DOM_PATH_BYTES];
    dom_err failure = {.text = ""};
    if (last->rc == DOM_E_ABSENT || p->out->progress.here == 0)
        return rc != DOM_OK ? rc : dom_err_set(p->err, DOM_E_IO, "%s", last->text);
    if (dom_shard_reporter_keep(&p->reporter, path, &failure) != DOM_OK)
        return dom_err_set(p->err, rc != DOM_OK ? rc : DOM_E_IO,
                           "%.200s; its matches are lost, they cannot be kept either: %.200s",
                           last->text, failure.text);
    return dom_err_set(p->err, rc != DOM_OK ? rc : DOM_E_IO,
                       "%.200s; its matches are kept: copy %.110s/done/* to %.110s/done, and merge",
                       last->text, path, p->spec->folder);
}

static dom_rc play(shard_player *p)
{
    char text[DOM_ERR_BYTES];
    dom_err last = {.rc = DOM_OK, .text = ""};
    dom_shard_report first = first_report(p);
    dom_tournament_run_options options = {.control = {.context = p,
                                                      .on_match = on_match,
                                                      .stop_request = stop_request,
                                                      .last_match = last_match,
                                                      .is_ours = is_ours},
                                          .observer = {.context = p,
                                                       .on_stop = on_stop,
                                                       .on_withdraw = on_withdraw,
                                                       .on_progress = on_progress}};
    p->reporter = (dom_shard_reporter){.folder = p->spec->folder,
                                       .database = p->home.db,
                                       .work = &p->work,
                                       .listener = &p->spec->listener,
                                       .interval_s = p->spec->report_s,
                                       .compares = p->plan.compares};
    dom_rc rc = dom_shard_reporter_begin(&p->reporter, &first, p->err);
    bool is_begun = rc == DOM_OK;
    if (rc == DOM_OK)
        rc = dom_tournament_run_play(p->run, &options, &p->out->progress, p->err);
    p->out->skipped = p->out->progress.skipped;
    dom_shard_state state = end_state(p, rc, text);
    int64_t patience_ms = rc == DOM_OK ? PATIENCE_MS : 0;
    dom_rc told = dom_shard_reporter_end(&p->reporter, state, text, patience_ms, &last);
    p->out->report = told == DOM_OK ? p->reporter.report : p->reporter.fresh;
    return told == DOM_OK || !is_begun ? rc : keep_matches(p, rc, &last);
}

dom_rc dom_shard_play(dom_shard_played *out, const dom_shard_play_spec *spec, dom_err *err)
{
    shard_player p = {.spec = spec, .out = out, .err = err, .part = {.shard = spec->shard}};
    *out = (dom_shard_played){.skipped = 0};
    dom_rc rc = read_plan(&p);
    if (rc == DOM_OK && p.plan.compares && dom_shard_is_decided(spec->folder)) {
        dom_shard_plan_clear(&p.plan);
        out->is_decided = true;
        return DOM_OK; /* there is nothing more to play */
    }
    if (rc == DOM_OK)
        rc = open_local(&p);
    if (rc == DOM_OK)
        rc = open_tournament(&p);
    if (rc == DOM_OK)
        rc = take_reports(&p);
    if (rc == DOM_OK)
        rc = read_part(&p);
    if (rc == DOM_OK)
        rc = play(&p);
    dom_shard_import_close(&p.have);
    dom_schedule_close(&p.schedule);
    dom_tournament_run_close(&p.run);
    dom_store_close(&p.store);
    dom_strings_clear(&p.words);
    dom_strings_clear(&p.shown);
    dom_shard_part_clear(&p.part);
    dom_shard_plan_clear(&p.plan);
    dom_shard_work_close(&p.work);
    return rc;
}
