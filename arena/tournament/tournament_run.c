#include "tournament/tournament_run.h"

#include "base/now.h"
#include "base/text.h"
#include "bots/remote_keys.h"
#include "bots/shown.h"
#include "config/stored_config.h"
#include "live/open_matches_file.h"
#include "results/baseline.h"
#include "results/match_reader.h"
#include "rules/idle.h"
#include "store/entries.h"
#include "tournament/earlier_rules.h"
#include "tournament/stage_plan.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dom_tournament_run {
    const dom_tournament_run_spec *spec;
    dom_core_tournament tournament;
    dom_tournament_sandbox sandbox;
    dom_core_listen listen;
    char *config;             /* the tournament file as canonical JSON */
    dom_store_tournament row; /* as it will be stored; id 0 if it is new */
    dom_store_tournament old; /* as it is stored; zero if it is new      */
    dom_store_bot *bots;
    dom_store_stage stages[DOM_SCHEDULE_STAGES_MAX];
    int new_stages; /* how many of `stages`, at the end, are new */
    dom_deal_secret secrets[DOM_SCHEDULE_STAGES_MAX];
    dom_results_changed_plan plan;
    uint64_t matches;    /* of all stages */
    dom_strings remarks; /* sentences about its variants, for a person */
    dom_err *err;        /* of the current call */
};

/* Reads the tournament file or the options of the command line. */
static dom_rc load(dom_tournament_run *run)
{
    const dom_tournament_run_spec *spec = run->spec;
    dom_config_request request = spec->request;
    request.store = spec->store;
    dom_rc rc = dom_config_load(&run->tournament, &spec->places, &request, run->err);
    if (rc == DOM_OK && spec->has_seed) {
        run->tournament.has_seed = true;
        run->tournament.seed = spec->seed;
    }
    return rc;
}

/* ---- what is stored, and what has still to be ------------------------------- */

/* Adds a stage with a secret of its own, because the secret of an earlier stage may be revealed
 * already. */
static dom_rc add_stage(dom_tournament_run *run, const dom_store_stage *stage)
{
    dom_deal_secret secret;
    dom_rc rc = DOM_OK;
    if (run->spec->secret)
        secret = *run->spec->secret;
    else if (run->tournament.has_seed)
        dom_deal_secret_of_seed(&secret, run->tournament.seed);
    else
        rc = dom_deal_secret_draw(&secret, run->err);
    if (rc != DOM_OK)
        return rc;
    dom_store_stage *out = &run->stages[run->row.stage_count++];
    *out = *stage;
    dom_tournament_stage_seal(out, run->tournament.name, &secret);
    dom_deal_secret_clear(&secret);
    run->new_stages++;
    return DOM_OK;
}

/* Keeps which bot plays which variant. Otherwise the sets that were played would get other
 * numbers. */
static dom_rc keep_who_plays(dom_tournament_run *run, const dom_store_tournament *old)
{
    dom_core_tournament *t = &run->tournament;
    dom_schedule_plan plan;
    dom_rc rc = dom_results_plan_of(old, &plan, run->err);
    for (int i = 0; rc == DOM_OK && i < old->bot_count && i < t->bot_count; i++)
        for (int v = 0; v < t->variant_count; v++) {
            uint64_t bit = UINT64_C(1) << v;
            bool plays = dom_schedule_plan_plays(&plan, (uint32_t)i, (uint32_t)v);
            t->bots[i].variants = plays ? t->bots[i].variants | bit : t->bots[i].variants & ~bit;
        }
    return rc;
}

/* Continues the stored tournament of that name if the file is equal or only adds to it. */
static dom_rc extend_stored(dom_tournament_run *run, const dom_store_tournament *old)
{
    dom_store_stage stages[DOM_TOURNAMENT_NEW_STAGES_MAX];
    int count;
    if (dom_store_ruling_closed(old))
        return dom_err_set(
            run->err, DOM_E_CONFIG,
            "tournament '%s' was closed, so nothing more is played; allowed: another "
            "name",
            old->name);
    dom_tournament_stage_sort_bots(&run->tournament, old);
    if (!dom_tournament_keep_earlier_rules(&run->tournament, old, &run->remarks))
        return dom_err_no_memory(run->err);
    dom_rc rc = keep_who_plays(run, old);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(run->tournament.baseline, sizeof run->tournament.baseline,
                  dom_results_baseline_of(old).text);
    run->config = dom_config_json(&run->tournament);
    if (run->config == NULL)
        return dom_err_no_memory(run->err);
    rc = dom_tournament_stage_plan(old, &run->tournament, run->config, stages, &count, run->err);
    if (rc != DOM_OK)
        return rc;
    run->row.id = old->id;
    run->row.stage_count = old->stage_count;
    run->row.change_count = old->change_count;
    run->row.changes = old->changes;
    run->row.move_count = old->move_count;
    run->row.moves = old->moves;
    run->row.ruling_count = old->ruling_count;
    run->row.rulings = old->rulings;
    memcpy(run->stages, old->stages, old->stage_count * sizeof *old->stages);
    for (int i = 0; rc == DOM_OK && i < count; i++)
        rc = add_stage(run, &stages[i]);
    return rc;
}

__attribute__((format(printf, 2, 3))) static dom_rc remark(dom_tournament_run *run,
                                                           const char *format, ...)
{
    char line[200];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return dom_strings_add(&run->remarks, line) ? DOM_OK : dom_err_no_memory(run->err);
}

/* Adds a remark for each option that a variant sets without effect, and on the course of its
 * matches. */
static dom_rc remark_variant(dom_tournament_run *run, const dom_variant *v)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < DOM_OPTION_COUNT; i++) {
        const char *reason = dom_variant_idle(v, dom_option_at(i));
        if (reason)
            rc = remark(run, "%s: %s has no effect here: %s", v->name, dom_option_at(i)->name,
                        reason);
    }
    char course[150];
    dom_text text = dom_text_of(course, sizeof course);
    if (rc == DOM_OK && dom_results_baseline_remark(&text, &v->options))
        rc = remark(run, "%s: %s", v->name, course);
    return rc;
}

static dom_rc remark_variants(dom_tournament_run *run)
{
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && i < run->tournament.variant_count; i++)
        rc = remark_variant(run, &run->tournament.variants[i]);
    return rc;
}

/* Adds a remark on what bots are shown of this machine, because its price is not obvious. */
static dom_rc remark_shown(dom_tournament_run *run)
{
    const dom_strings *shown = &run->tournament.shown;
    size_t devices = 0;
    for (size_t i = 0; i < shown->count; i++)
        devices += dom_bots_shown_is_device(shown->item[i]);
    if (shown->count == 0)
        return DOM_OK;
    if (run->sandbox.level == DOM_SANDBOX_NONE || run->sandbox.level == DOM_SANDBOX_LIMITS)
        return remark(run,
                      "show: changes nothing at sandbox %s: bots see all that their user may "
                      "read, under the same paths",
                      dom_sandbox_words[run->sandbox.level]);
    return remark(run,
                  "show: bots see %zu path%s of this machine and share what the kernel keeps "
                  "of %s: processes could signal by the page cache%s (SECURITY.md)",
                  shown->count, shown->count == 1 ? "" : "s", shown->count == 1 ? "it" : "them",
                  devices ? " or a device's memory, and attack its driver" : "");
}

static dom_rc prepare_new(dom_tournament_run *run)
{
    const dom_core_tournament *t = &run->tournament;
    dom_rc rc = dom_results_baseline_identify(&run->tournament, run->err);
    if (rc == DOM_OK)
        rc = remark_variants(run);
    if (rc != DOM_OK)
        return rc;
    run->config = dom_config_json(t);
    if (run->config == NULL)
        return dom_err_no_memory(run->err);
    return add_stage(
        run, &(dom_store_stage){.bots = t->bot_count, .sets = t->sets, .rounds = t->rounds});
}

/* Fills the row that is stored, except its stages. */
static dom_rc fill_row(dom_tournament_run *run)
{
    const dom_core_tournament *t = &run->tournament;
    run->bots = calloc(t->bot_count, sizeof *run->bots);
    if (run->bots == NULL)
        return dom_err_no_memory(run->err);
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_copy(run->bots[i].name, sizeof run->bots[i].name, t->bots[i].name);
        dom_text_copy(run->bots[i].version, sizeof run->bots[i].version, t->bots[i].version);
    }
    dom_text_copy(run->row.name, sizeof run->row.name, t->name);
    run->row.config = run->config;
    run->row.is_reproducible = t->has_seed;
    run->row.bot_count = t->bot_count;
    run->row.bots = run->bots;
    run->row.variant_count = t->variant_count;
    run->row.variants = t->variants;
    run->row.stages = run->stages;
    return DOM_OK;
}

/* Makes the plan. It says at which set number each stage begins. */
static dom_rc make_plan(dom_tournament_run *run)
{
    dom_schedule *schedule;
    dom_rc rc = dom_results_changed_plan_read(&run->plan, &run->row, run->err);
    if (rc == DOM_OK)
        rc = dom_schedule_open(&schedule, &run->plan.plan, run->err);
    if (rc != DOM_OK)
        return rc;
    for (int i = 0; i < run->row.stage_count; i++) {
        run->stages[i].first_set = dom_schedule_stage_first_set(schedule, (uint32_t)i);
        run->secrets[i] = dom_results_secret_of(&run->stages[i]);
    }
    run->matches = dom_schedule_matches(schedule) - dom_schedule_absent_matches(schedule);
    dom_schedule_close(&schedule);
    for (uint16_t i = 0; i < run->row.bot_count; i++) {
        run->tournament.bots[i].is_leaving = !dom_store_entry_plays_on(&run->row, i);
        run->tournament.bots[i].has_begun = i < run->old.bot_count;
    }
    return DOM_OK;
}

static dom_rc find_or_prepare(dom_tournament_run *run)
{
    dom_store *store = run->spec->store;
    dom_rc rc = store ? dom_store_tournament_find(store, run->tournament.name, &run->old, run->err)
                      : DOM_E_ABSENT;
    if (rc == DOM_OK)
        rc = extend_stored(run, &run->old);
    else if (rc == DOM_E_ABSENT)
        rc = prepare_new(run);
    if (rc == DOM_OK)
        rc = fill_row(run);
    return rc == DOM_OK ? make_plan(run) : rc;
}

dom_rc dom_tournament_run_open(dom_tournament_run **out, const dom_tournament_run_spec *spec,
                               dom_err *err)
{
    dom_tournament_run *run = *out = calloc(1, sizeof *run);
    if (run == NULL)
        return dom_err_no_memory(err);
    run->spec = spec;
    run->err = err;
    dom_rc rc = load(run);
    bool is_dry_run = spec->request.is_dry_run;
    if (rc == DOM_OK)
        rc = dom_bots_remote_listen(&run->listen, is_dry_run ? NULL : spec->home, spec->listen,
                                    &run->tournament, err);
    if (rc == DOM_OK && !is_dry_run)
        rc = dom_tournament_sandbox_choose(&run->sandbox, spec->home, run->tournament.sandbox,
                                           spec->least_sandbox, err);
    if (rc == DOM_OK && !is_dry_run)
        rc = dom_tournament_sandbox_check_shown(spec->home, run->sandbox.level,
                                                &run->tournament.shown, err);
    if (rc == DOM_OK)
        rc = remark_shown(run);
    if (rc == DOM_OK)
        rc = find_or_prepare(run);
    if (rc != DOM_OK)
        dom_tournament_run_close(out);
    return rc;
}

void dom_tournament_run_close(dom_tournament_run **handle)
{
    dom_tournament_run *run = *handle;
    if (run == NULL)
        return;
    dom_config_free(&run->tournament);
    dom_strings_clear(&run->remarks);
    dom_results_changed_plan_clear(&run->plan);
    dom_store_tournament_free(&run->old);
    free(run->config);
    free(run->bots);
    sodium_memzero(run, sizeof *run); /* it holds secrets */
    free(run);
    *handle = NULL;
}

const dom_core_tournament *dom_tournament_run_tournament(const dom_tournament_run *run)
{
    return &run->tournament;
}

const dom_core_listen *dom_tournament_run_listen(const dom_tournament_run *run)
{
    return &run->listen;
}

const dom_strings *dom_tournament_run_remarks(const dom_tournament_run *run)
{
    return &run->remarks;
}

const dom_tournament_sandbox *dom_tournament_run_sandbox(const dom_tournament_run *run)
{
    return &run->sandbox;
}

const dom_store_tournament *dom_tournament_run_row(const dom_tournament_run *run)
{
    return &run->row;
}

static dom_rc count_match(void *context, uint64_t match)
{
    (void)match;
    ++*(uint64_t *)context;
    return DOM_OK;
}

dom_rc dom_tournament_run_progress(const dom_tournament_run *run, dom_core_progress *out,
                                   dom_err *err)
{
    *out = (dom_core_progress){.total = run->matches};
    if (run->row.id == 0)
        return DOM_OK;
    return dom_store_match_numbers(run->spec->store, run->row.id, count_match, &out->done, err);
}

dom_rc dom_tournament_run_store(dom_tournament_run *run, int64_t *id, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (run->row.id == 0)
        rc = dom_store_tournament_add(run->spec->store, &run->row, err);
    else if (run->new_stages)
        rc = dom_store_tournament_extend(run->spec->store, &run->row, err);
    *id = run->row.id;
    return rc;
}

static dom_rc store_run(void *context, int64_t *id, dom_err *err)
{
    return dom_tournament_run_store(context, id, err);
}

/* The next run removes the folder if this one is killed. */
static void note_folder(void *context, const char *path)
{
    const dom_home *home = ((const dom_tournament_run *)context)->spec->home;
    if (home->lock_fd >= 0)
        dom_home_note_folder(home, path);
}

/* Those who wait for this run see how far it has come. */
static void note_progress(void *context, const dom_core_progress *progress)
{
    const dom_home *home = ((const dom_tournament_run *)context)->spec->home;
    if (home->lock_fd >= 0)
        dom_home_note_progress(home, (dom_home_progress){progress->done, progress->total,
                                                         dom_core_progress_left_s(progress)});
}

bool dom_tournament_run_is_over(const dom_core_control *control)
{
    return control->stop_request &&
           control->stop_request(control->context) == DOM_CORE_STOP_PLAYED_OUT;
}

dom_rc dom_tournament_run_finish(dom_tournament_run *run, dom_err *err)
{
    int64_t now_ms = dom_now_ms();
    /* 0 means "not finished", so a clock before 1970 stores 1 */
    return dom_store_tournament_finish(run->spec->store, run->row.id, now_ms > 0 ? now_ms : 1, err);
}

/* Lets the core play, and publishes the open matches meanwhile. */
static dom_rc play_in_public(dom_tournament_run *run, dom_core_spec *spec,
                             dom_core_progress *progress, dom_err *err)
{
    dom_live_writer *writer = dom_live_writer_open(run->spec->home, &run->tournament);
    if (writer == NULL)
        return dom_err_no_memory(err);
    spec->watcher = dom_live_watcher(writer);
    dom_rc rc = dom_core_run(spec, progress, err);
    dom_live_writer_close(writer);
    return rc;
}

dom_rc dom_tournament_run_play(dom_tournament_run *run, const dom_tournament_run_options *options,
                               dom_core_progress *progress, dom_err *err)
{
    dom_core_spec spec = {.tournament = &run->tournament,
                          .tournament_id = run->row.id,
                          .plan = &run->plan.plan,
                          .secrets = run->secrets,
                          .store = run->spec->store,
                          .cores = run->spec->cores,
                          .host_program = run->spec->home->host_program,
                          .version = DOM_VERSION,
                          .sandbox = run->sandbox.level,
                          .listen = &run->listen,
                          .skip_broken = options->skip_broken,
                          .refused = options->refused,
                          .trial = options->trial,
                          .person_fds = options->person_fds,
                          .owner = {run, store_run, note_folder, note_progress},
                          .control = options->control,
                          .observer = options->observer};
    dom_rc rc =
        options->skip_broken ? DOM_OK : dom_bots_remote_try(&run->listen, &run->tournament, err);
    if (rc == DOM_OK)
        rc = play_in_public(run, &spec, progress, err);
    bool is_over = dom_tournament_run_is_over(&options->control);
    bool is_share = options->control.is_ours != NULL;
    if (rc == DOM_OK && !is_share && (is_over || progress->done == progress->total))
        rc = dom_tournament_run_finish(run, err);
    return rc;
}
