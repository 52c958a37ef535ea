#include "runner.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* "KIND-20261121-1", the first number that is free. */
static dom_rc make_name(runner *r)
{
    time_t now = time(NULL);
    struct tm tm;
    (void)localtime_r(&now, &tm);
    for (int n = 1; n < 100000; n++) {
        (void)snprintf(r->name, sizeof r->name, "%s-%04d%02d%02d-%d", r->kind,
                       (tm.tm_year + 1900) % 10000, tm.tm_mon + 1, tm.tm_mday, n);
        dom_store_tournament t;
        dom_rc rc = dom_store_tournament_find(r->store, r->name, &t, r->err);
        if (rc == DOM_E_ABSENT)
            return DOM_OK;
        if (rc != DOM_OK)
            return rc;
        dom_store_tournament_free(&t);
    }
    return dom_err_set(r->err, DOM_E_LIMIT, "no name is left for today; give --name");
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
    runner *r = context;
    cli_progress_match(&r->progress, match);
    if (r->watch.on_match)
        r->watch.on_match(r->watch.context, match->match);
}

static bool is_over(const runner *r)
{
    return r->watch.is_over && r->watch.is_over(r->watch.context);
}

static dom_wish wish(void *context)
{
    return is_over(context) ? DOM_WISH_PLAY_OUT : DOM_WISH_GO_ON;
}

static void on_end(void *context, const dom_core_end *end)
{
    cli_progress_end(&((runner *)context)->progress, end);
}

static uint64_t last_match(void *context)
{
    const runner_watch *watch = &((const runner *)context)->watch;
    return watch->last_match ? watch->last_match(watch->context) : UINT64_MAX;
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

static void on_wait(void *context)
{
    cli_progress_wait(&((runner *)context)->progress);
}

static dom_rc play(runner *r)
{
    contest_options options = {.skip_broken = r->args->skip_broken,
                               .hooks = {.context = r,
                                         .on_checked = on_checked,
                                         .on_folder = on_folder,
                                         .on_end = on_end,
                                         .on_match = on_match,
                                         .on_fault = on_fault,
                                         .on_progress = on_progress,
                                         .on_wait = on_wait,
                                         .wish = wish,
                                         .last_match = last_match}};
    dom_rc rc = contest_play(r->contest, &options, &r->last, r->err);
    cli_progress_clear(&r->progress);
    if (rc == DOM_OK)
        cli_progress_finished(&r->progress, &r->last);
    if (rc == DOM_OK && r->progress.has_lost)
        rc = dom_err_set(r->err, DOM_E_NOMEM, "out of memory: an event was not printed");
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

/* The command that goes on: the same, with the name that was made up. */
static void print_resume_command(const runner *r)
{
    (void)fprintf(stderr, "go on with:");
    for (char *const *word = r->args->argv; *word; word++)
        print_word(*word);
    (void)fprintf(stderr, "%s%s\n", r->name[0] ? " --name " : "", r->name);
}

dom_rc runner_play(runner *r, bool events)
{
    dom_rc rc = cli_progress_init(&r->progress, contest_tournament(r->contest), events, r->err);
    r->progress.extra = r->watch.line;
    contest_tell_remarks(r->contest);
    contest_tell_remote(r->contest);
    if (rc == DOM_OK)
        rc = is_over(r) ? contest_finish(r->contest, r->err) : play(r);
    if (rc == DOM_E_INTERRUPTED)
        print_resume_command(r);
    return rc;
}

runner *runner_new(const cli_args *args, const char *kind, dom_err *err)
{
    runner *r = calloc(1, sizeof *r);
    if (r == NULL) {
        (void)dom_err_set(err, DOM_E_NOMEM, "out of memory");
        return NULL;
    }
    r->args = args;
    r->err = err;
    r->kind = kind;
    r->home.lock_fd = -1;
    r->spec = (contest_spec){.home = &r->home,
                             .request = {.name = args->name,
                                         .variants = (const char *const *)args->variants.item,
                                         .concurrency = (uint32_t)args->concurrency,
                                         .pins_cores = args->pins_cores},
                             .least_sandbox = args->least_sandbox,
                             .has_seed = args->has_seed,
                             .seed = (uint64_t)args->seed,
                             .listen = args->listen};
    return r;
}

dom_rc runner_open(runner *r)
{
    /* A reader of --json that goes away does not end the tournament. */
    (void)signal(SIGPIPE, SIG_IGN);
    dom_rc rc = cli_home_find(&r->home, r->args, r->err);
    if (rc == DOM_OK)
        rc = cli_home_lock(&r->home, r->err);
    if (rc == DOM_OK)
        rc = dom_store_open(&r->store, r->home.db, DOM_STORE_WRITE, r->err);
    if (rc == DOM_OK && !r->spec.request.file && !r->spec.request.name)
        rc = make_name(r);
    if (rc != DOM_OK)
        return rc;
    r->spec.store = r->store;
    if (r->name[0])
        r->spec.request.name = r->name;
    return contest_open(&r->contest, &r->spec, r->err);
}

int runner_status(const runner *r, dom_rc rc, int answer)
{
    return rc == DOM_E_INTERRUPTED ? CLI_SIGNAL + r->last.signal_number
           : rc != DOM_OK          ? cli_status(rc)
                                   : answer;
}

void runner_free(runner *r)
{
    if (r == NULL)
        return;
    cli_progress_free(&r->progress);
    dom_store_close(&r->store);
    cli_home_unlock(&r->home);
    contest_close(&r->contest);
    free(r);
}
