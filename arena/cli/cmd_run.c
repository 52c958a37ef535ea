#include "commands.h"

#include "contest.h"
#include "progress.h"
#include "ranking.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a run holds on to. */
typedef struct {
    const cli_args *args;
    cli_home home;
    char name[DOM_TOURNAMENT_NAME_BYTES]; /* made up for a quick tournament    */
    dom_store *store;
    contest_spec spec;
    contest *contest;
    cli_progress progress;
    bool has_faults;
    dom_core_progress last;
    dom_err *err;
} runner;

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
    r->spec = (contest_spec){.home = &r->home,
                             .store = r->store,
                             .request = {.file = a->operand,
                                         .name = a->name      ? a->name
                                                 : r->name[0] ? r->name
                                                              : NULL,
                                         .variants = (const char *const *)a->variants.item,
                                         .bots = (const char *const *)a->bots.item,
                                         .sets = (uint32_t)a->sets,
                                         .concurrency = (uint32_t)a->concurrency,
                                         .schedule = a->schedule,
                                         .rounds = (uint32_t)a->rounds,
                                         .pins_cores = a->pins_cores},
                             .least_sandbox = a->least_sandbox,
                             .has_seed = a->has_seed,
                             .seed = (uint64_t)a->seed};
    return contest_open(&r->contest, &r->spec, r->err);
}

/* ---- what the core tells --------------------------------------------------- */

static dom_rc on_checked(void *context, int64_t *tournament_id, const dom_core_progress *progress,
                         dom_err *err)
{
    runner *r = context;
    dom_rc rc = contest_store(r->contest, tournament_id, err);
    if (rc == DOM_OK)
        cli_progress_started(&r->progress, contest_row(r->contest), contest_sandbox(r->contest),
                             progress);
    if (rc == DOM_OK)
        rc = cli_progress_load(&r->progress, r->store, *tournament_id, err);
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
    contest_options options = {.skip_broken = r->args->skip_broken,
                               .hooks = {.context = r,
                                         .on_checked = on_checked,
                                         .on_folder = on_folder,
                                         .on_match = on_match,
                                         .on_fault = on_fault,
                                         .on_progress = on_progress}};
    dom_rc rc =
        cli_progress_init(&r->progress, contest_tournament(r->contest), r->args->is_json, r->err);
    if (rc == DOM_OK)
        rc = contest_play(r->contest, &options, &r->last, r->err);
    cli_progress_clear(&r->progress);
    if (rc == DOM_OK)
        cli_progress_finished(&r->progress, &r->last);
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

static dom_rc show_list(const runner *r)
{
    standing s;
    dom_rc rc = standing_read(&s, r->store, contest_tournament(r->contest)->name, r->err);
    (void)printf("\n");
    if (rc == DOM_OK)
        rc = ranking_show(&s, &(dom_strings){0}, false, CLI_TEXT, stdout, r->err);
    standing_clear(&s);
    return rc;
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
        rc = play(r);
    if (rc == DOM_E_INTERRUPTED)
        print_resume_command(r);
    if (rc == DOM_OK && !r->args->is_json)
        rc = show_list(r);
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
    contest_close(&r->contest);
    free(r);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    return status;
}
