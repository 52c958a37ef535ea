#include "commands.h"

#include "config.h"
#include "core/core.h"
#include "extend.h"
#include "home.h"
#include "leaderboard.h"
#include "past.h"
#include "progress.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a run holds on to. */
typedef struct {
    const cli_args *args;
    cli_home home;
    dom_tournament tournament;
    bool has_tournament;
    char *config; /* canonical JSON of the tournament                          */
    char name[DOM_TOURNAMENT_NAME_BYTES]; /* made up for a quick tournament    */
    dom_store *store;
    dom_store_tournament row; /* as it is to be stored, id 0 when it is new     */
    dom_store_bot *bots;
    dom_store_stage stages[DOM_STAGES_MAX];
    int new_stages; /* of them, at the end                                     */
    dom_secret secrets[DOM_STAGES_MAX];
    dom_plan plan;
    cli_progress progress;
    bool has_faults;
    dom_core_progress last;
    dom_err *err;
} runner;

static int64_t unix_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/* "quick-20261121-1", the first number that is free. */
static dom_rc make_name(runner *r)
{
    time_t now = time(NULL);
    struct tm tm;
    (void)localtime_r(&now, &tm);
    for (int n = 1; n < 100000; n++) {
        (void)snprintf(r->name, sizeof r->name, "quick-%04d%02d%02d-%d",
                       (tm.tm_year + 1900) % 10000, tm.tm_mon + 1, tm.tm_mday, n);
        dom_store_tournament t;
        dom_rc rc = dom_store_tournament_find(r->store, r->name, &t, r->err);
        if (rc == DOM_E_ABSENT)
            return DOM_OK;
        if (rc != DOM_OK)
            return rc;
        dom_store_tournament_free(&t);
    }
    return dom_err_set(r->err, DOM_E_LIMIT, "no name is left for a quick tournament; give --name");
}

static dom_rc check_request(const runner *r)
{
    const cli_args *a = r->args;
    if (a->operand && (a->variants.count || a->bots.count))
        return dom_err_set(r->err, DOM_E_CONFIG,
                           "%s says what to play; --variant and --bots go without a file",
                           a->operand);
    if (!a->operand && (!a->variants.count || !a->bots.count))
        return dom_err_set(r->err, DOM_E_CONFIG,
                           "run needs a tournament file, or --variant V,... and --bots A,B,...");
    return DOM_OK;
}

static dom_rc load(runner *r)
{
    const cli_args *a = r->args;
    dom_config_places places = {.home = r->home.home, .shipped = r->home.shipped_bots};
    dom_config_request request = {.file = a->operand,
                                  .name = a->name      ? a->name
                                          : r->name[0] ? r->name
                                                       : NULL,
                                  .variants = (const char *const *)a->variants.item,
                                  .bots = (const char *const *)a->bots.item,
                                  .sets = (uint32_t)a->sets,
                                  .concurrency = (uint32_t)a->concurrency,
                                  .schedule = a->schedule,
                                  .rounds = (uint32_t)a->rounds,
                                  .pins_cores = a->pins_cores};
    dom_rc rc = dom_config_load(&r->tournament, &places, &request, r->err);
    if (rc != DOM_OK)
        return rc;
    r->has_tournament = true;
    if (a->has_seed) {
        r->tournament.has_seed = true;
        r->tournament.seed = (uint64_t)a->seed;
    }
    return DOM_OK;
}

/* ---- what is stored, and what has still to be ------------------------------- */

static dom_rc no_memory(const runner *r)
{
    return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
}

/* A stage with a secret of its own: that of an earlier one may be revealed. */
static dom_rc announce(runner *r, const dom_store_stage *stage)
{
    dom_secret secret;
    dom_commit commit;
    dom_rc rc = DOM_OK;
    if (r->tournament.has_seed)
        dom_secret_of_seed(&secret, r->tournament.seed);
    else
        rc = dom_secret_draw(&secret, r->err);
    if (rc != DOM_OK)
        return rc;
    dom_store_stage *out = &r->stages[r->row.stage_count++];
    *out = *stage;
    out->created_ms = unix_ms();
    memcpy(out->secret, secret.byte, sizeof out->secret);
    dom_commit_of(&commit, &secret, r->tournament.name);
    dom_hex_write(out->commit, commit.byte);
    dom_secret_clear(&secret);
    r->new_stages++;
    return DOM_OK;
}

/* A tournament of that name goes on if it is the same one, or says only more. */
static dom_rc go_on(runner *r, const dom_store_tournament *old)
{
    dom_store_stage stages[EXTEND_STAGES_MAX];
    int count;
    extend_sort_bots(&r->tournament, old);
    r->config = dom_config_json(&r->tournament);
    if (r->config == NULL)
        return no_memory(r);
    dom_rc rc = extend_plan(old, &r->tournament, r->config, stages, &count, r->err);
    if (rc != DOM_OK)
        return rc;
    r->row.id = old->id;
    r->row.stage_count = old->stage_count;
    memcpy(r->stages, old->stages, old->stage_count * sizeof *old->stages);
    for (int i = 0; rc == DOM_OK && i < count; i++)
        rc = announce(r, &stages[i]);
    return rc;
}

static dom_rc begin(runner *r)
{
    const dom_tournament *t = &r->tournament;
    r->config = dom_config_json(t);
    if (r->config == NULL)
        return no_memory(r);
    return announce(r,
                    &(dom_store_stage){.bots = t->bot_count, .sets = t->sets, .rounds = t->rounds});
}

/* Everything of the row but its stages. */
static dom_rc fill_row(runner *r)
{
    const dom_tournament *t = &r->tournament;
    r->bots = calloc(t->bot_count, sizeof *r->bots);
    if (r->bots == NULL)
        return no_memory(r);
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_copy(r->bots[i].name, sizeof r->bots[i].name, t->bots[i].name);
        dom_text_copy(r->bots[i].version, sizeof r->bots[i].version, t->bots[i].version);
    }
    dom_text_copy(r->row.name, sizeof r->row.name, t->name);
    r->row.config = r->config;
    r->row.is_reproducible = t->has_seed;
    r->row.bot_count = t->bot_count;
    r->row.bots = r->bots;
    r->row.variant_count = t->variant_count;
    r->row.variants = t->variants;
    r->row.stages = r->stages;
    return DOM_OK;
}

/* The plan, from which follows where the sets of every stage begin. */
static dom_rc make_plan(runner *r)
{
    dom_schedule *schedule;
    dom_rc rc = past_plan(&r->row, &r->plan, r->err);
    if (rc == DOM_OK)
        rc = dom_schedule_open(&schedule, &r->plan, r->err);
    if (rc != DOM_OK)
        return rc;
    for (int i = 0; i < r->row.stage_count; i++) {
        r->stages[i].first_set = dom_schedule_stage_first_set(schedule, (uint32_t)i);
        r->secrets[i] = past_secret(&r->stages[i]);
    }
    dom_schedule_close(&schedule);
    return DOM_OK;
}

static dom_rc find_or_begin(runner *r)
{
    dom_store_tournament old;
    dom_rc rc = dom_store_tournament_find(r->store, r->tournament.name, &old, r->err);
    if (rc == DOM_OK) {
        rc = go_on(r, &old);
        dom_store_tournament_free(&old);
    } else if (rc == DOM_E_ABSENT) {
        rc = begin(r);
    }
    if (rc == DOM_OK)
        rc = fill_row(r);
    return rc == DOM_OK ? make_plan(r) : rc;
}

/* Durably, before the first deal. */
static dom_rc store_new(runner *r)
{
    if (r->row.id == 0)
        return dom_store_tournament_add(r->store, &r->row, r->err);
    return r->new_stages ? dom_store_tournament_extend(r->store, &r->row, r->err) : DOM_OK;
}

/* ---- what the core tells --------------------------------------------------- */

static dom_rc on_checked(void *context, int64_t *tournament_id, const dom_core_progress *progress,
                         dom_err *err)
{
    runner *r = context;
    dom_rc rc = store_new(r);
    *tournament_id = r->row.id;
    if (rc == DOM_OK)
        cli_progress_started(&r->progress, &r->row, progress);
    if (rc == DOM_OK)
        rc = cli_progress_load(&r->progress, r->store, r->row.id, err);
    return rc;
}

static void on_folder(void *context, const char *path)
{
    cli_home_note_folder(&((runner *)context)->home, path);
}

static void on_match(void *context, const dom_core_match *match)
{
    cli_progress_match(&((runner *)context)->progress, match);
}

static void on_fault(void *context, const dom_core_fault *fault)
{
    runner *r = context;
    r->has_faults = true;
    cli_progress_fault(&r->progress, fault);
}

static void on_progress(void *context, const dom_core_progress *progress)
{
    cli_progress_show(&((runner *)context)->progress, progress);
}

static dom_rc play(runner *r)
{
    dom_core_progress *progress = &r->last;
    dom_core_spec spec = {.tournament = &r->tournament,
                          .tournament_id = r->row.id,
                          .plan = &r->plan,
                          .secrets = r->secrets,
                          .store = r->store,
                          .host_program = r->home.host_program,
                          .version = DOM_VERSION,
                          .skip_broken = r->args->skip_broken,
                          .hooks = {.context = r,
                                    .on_checked = on_checked,
                                    .on_folder = on_folder,
                                    .on_match = on_match,
                                    .on_fault = on_fault,
                                    .on_progress = on_progress}};
    dom_rc rc = cli_progress_init(&r->progress, &r->tournament, r->args->is_json, r->err);
    if (rc == DOM_OK)
        rc = dom_core_run(&spec, progress, r->err);
    cli_progress_clear(&r->progress);
    if (rc == DOM_OK && progress->done == progress->total)
        rc = dom_store_tournament_finish(r->store, r->row.id, unix_ms(), r->err);
    if (rc == DOM_OK)
        cli_progress_finished(&r->progress, progress);
    return rc;
}

/* A word as a shell reads it back. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_./,:=@+";
    if (*word && word[strspn(word, plain)] == '\0') {
        (void)fprintf(stderr, " %s", word);
        return;
    }
    (void)fprintf(stderr, " '");
    for (; *word; word++)
        (void)fprintf(stderr, "%s%c", *word == '\'' ? "'\\'" : "", *word);
    (void)fprintf(stderr, "'");
}

/* The command that goes on: the same, with the name that a quick tournament got. */
static void print_resume_command(const runner *r)
{
    (void)fprintf(stderr, "go on with:");
    for (char *const *word = r->args->argv; *word; word++)
        print_word(*word);
    (void)fprintf(stderr, "%s%s\n", r->name[0] ? " --name " : "", r->name);
}

static dom_rc run(runner *r)
{
    dom_rc rc = check_request(r);
    if (rc == DOM_OK)
        rc = cli_home_find(&r->home, r->args, r->err);
    if (rc == DOM_OK)
        rc = cli_home_lock(&r->home, r->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&r->store, r->home.db, DOM_STORE_WRITE, r->err);
    if (rc == DOM_OK && !r->args->operand && !r->args->name)
        rc = make_name(r);
    if (rc == DOM_OK)
        rc = load(r);
    if (rc == DOM_OK)
        rc = find_or_begin(r);
    if (rc == DOM_OK)
        rc = play(r);
    if (rc == DOM_E_INTERRUPTED)
        print_resume_command(r);
    if (rc == DOM_OK && !r->args->is_json)
        rc = leaderboard_print(r->store, r->tournament.name, &(dom_strings){0}, false, stdout,
                               r->err);
    return rc;
}

int cmd_run(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    runner *r = calloc(1, sizeof *r);
    if (r == NULL)
        return cli_fail(&(dom_err){.rc = DOM_E_NOMEM, .text = "out of memory"});
    r->args = args;
    r->err = &err;
    r->home.lock_fd = -1;
    /* A reader of --json that goes away does not end the tournament. */
    (void)signal(SIGPIPE, SIG_IGN);
    dom_rc rc = run(r);
    int status = rc == DOM_E_INTERRUPTED            ? CLI_SIGNAL + r->last.signal_number
                 : rc != DOM_OK                     ? cli_status(rc)
                 : args->is_strict && r->has_faults ? CLI_NO
                                                    : CLI_OK;
    cli_progress_free(&r->progress);
    dom_store_close(&r->store);
    cli_home_unlock(&r->home);
    if (r->has_tournament)
        dom_config_free(&r->tournament);
    free(r->config);
    free(r->bots);
    sodium_memzero(r, sizeof *r); /* the secrets */
    free(r);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    return status;
}
