#include "commands.h"

#include "config.h"
#include "core/core.h"
#include "home.h"
#include "leaderboard.h"
#include "past.h"
#include "progress.h"

#include <jansson.h>
#include <signal.h>
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
    bool is_new;
    int64_t id;
    dom_secret secret;
    char commit[DOM_HEX_BYTES];
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
                                  .concurrency = (uint32_t)a->concurrency};
    dom_rc rc = dom_config_load(&r->tournament, &places, &request, r->err);
    if (rc != DOM_OK)
        return rc;
    r->has_tournament = true;
    if (a->has_seed) {
        r->tournament.has_seed = true;
        r->tournament.seed = (uint64_t)a->seed;
    }
    r->config = dom_config_json(&r->tournament);
    return r->config ? DOM_OK : dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
}

/* Append "KEY: was OLD, is NEW", cut where it gets long. */
static void add_change(dom_text *text, const char *key, const json_t *was, const json_t *is)
{
    enum { SHOWN = 60 };
    const json_t *both[] = {was, is};
    static const char *const words[] = {": was ", ", is "};
    dom_text_add(text, "; ");
    dom_text_add(text, key);
    for (int i = 0; i < 2; i++) {
        char shown[SHOWN + 1];
        char *json = json_dumps(both[i], JSON_COMPACT | JSON_ENCODE_ANY);
        (void)snprintf(shown, sizeof shown, "%s", json ? json : "nothing");
        dom_text_add(text, words[i]);
        dom_text_add(text, shown);
        dom_text_add(text, json && strlen(json) > SHOWN ? "..." : "");
        free(json);
    }
}

/* What differs between the stored tournament and this one, key by key. */
static void list_changes(const char *stored, const char *now, dom_text *text)
{
    json_t *was = json_loads(stored, 0, NULL), *is = json_loads(now, 0, NULL);
    const char *key;
    json_t *value;
    json_object_foreach(is, key, value)
    {
        json_t *before = json_object_get(was, key);
        if (!json_equal(before, value))
            add_change(text, key, before, value);
    }
    json_decref(was);
    json_decref(is);
}

/* A tournament of that name goes on if it is the same one. */
static dom_rc go_on(runner *r, const dom_store_tournament *old)
{
    if (strcmp(old->config, r->config) != 0) {
        char changes[300];
        dom_text text = dom_text_of(changes, sizeof changes);
        list_changes(old->config, r->config, &text);
        return dom_err_set(r->err, DOM_E_CONFIG,
                           "tournament '%s' was begun with other settings or bots%s; give another "
                           "name",
                           old->name, changes);
    }
    r->id = old->id;
    r->secret = past_secret(old);
    return DOM_OK;
}

static dom_rc find_or_begin(runner *r)
{
    dom_store_tournament old;
    dom_commit commit;
    dom_rc rc = dom_store_tournament_find(r->store, r->tournament.name, &old, r->err);
    if (rc == DOM_OK) {
        rc = go_on(r, &old);
        dom_store_tournament_free(&old);
    } else if (rc == DOM_E_ABSENT) {
        r->is_new = true;
        rc = DOM_OK;
        if (r->tournament.has_seed)
            dom_secret_of_seed(&r->secret, r->tournament.seed);
        else
            rc = dom_secret_draw(&r->secret, r->err);
    }
    dom_commit_of(&commit, &r->secret, r->tournament.name);
    dom_hex_write(r->commit, commit.byte);
    return rc;
}

static dom_rc add_tournament(runner *r)
{
    const dom_tournament *t = &r->tournament;
    dom_store_bot *bots = calloc(t->bot_count, sizeof *bots);
    if (bots == NULL)
        return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_copy(bots[i].name, sizeof bots[i].name, t->bots[i].name);
        dom_text_copy(bots[i].version, sizeof bots[i].version, t->bots[i].version);
    }
    dom_store_tournament row = {.config = r->config,
                                .is_reproducible = t->has_seed,
                                .created_ms = unix_ms(),
                                .bot_count = t->bot_count,
                                .bots = bots,
                                .variant_count = t->variant_count,
                                .variants = t->variants};
    dom_text_copy(row.name, sizeof row.name, t->name);
    memcpy(row.secret, r->secret.byte, sizeof row.secret);
    dom_text_copy(row.commit, sizeof row.commit, r->commit);
    dom_rc rc = dom_store_tournament_add(r->store, &row, r->err);
    r->id = row.id;
    free(bots);
    return rc;
}

/* ---- what the core tells --------------------------------------------------- */

static dom_rc on_checked(void *context, int64_t *tournament_id, const dom_core_progress *progress,
                         dom_err *err)
{
    runner *r = context;
    (void)err;
    dom_rc rc = r->is_new ? add_tournament(r) : DOM_OK;
    *tournament_id = r->id;
    if (rc == DOM_OK)
        cli_progress_started(&r->progress, r->commit, progress->done, progress->total);
    return rc;
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
                          .tournament_id = r->id,
                          .secret = &r->secret,
                          .store = r->store,
                          .host_program = r->home.host_program,
                          .version = DOM_VERSION,
                          .skip_broken = r->args->skip_broken,
                          .hooks = {.context = r,
                                    .on_checked = on_checked,
                                    .on_match = on_match,
                                    .on_fault = on_fault,
                                    .on_progress = on_progress}};
    cli_progress_init(&r->progress, r->tournament.name, r->args->is_json);
    dom_rc rc = dom_core_run(&spec, progress, r->err);
    cli_progress_clear(&r->progress);
    if (rc == DOM_OK && progress->done == progress->total)
        rc = dom_store_tournament_finish(r->store, r->id, unix_ms(), r->err);
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
        rc = leaderboard_print(r->store, r->tournament.name, &(dom_strings){0}, stdout, r->err);
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
    dom_store_close(&r->store);
    cli_home_unlock(&r->home);
    if (r->has_tournament)
        dom_config_free(&r->tournament);
    free(r->config);
    dom_secret_clear(&r->secret);
    free(r);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    return status;
}
