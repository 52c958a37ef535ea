#include "runner.h"

#include "common.h"
#include "status.h"

#include "base/text.h"
#include "output/remarks.h"
#include "results/named_versions.h"
#include "store/entries.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Generates a name such as "quick-20261121-1", with the first number that no tournament has. */
static dom_rc runner_make_name(dom_cli_runner *r)
{
    time_t now = time(NULL);
    struct tm tm;
    (void)localtime_r(&now, &tm);
    for (int n = 1; n < 100000; n++) {
        (void)snprintf(r->name, sizeof r->name, "%s-%04d%02d%02d-%d", r->kind,
                       (tm.tm_year + 1900) % 10000, tm.tm_mon + 1, tm.tm_mday, n);
        dom_store_tournament t;
        dom_rc rc =
            r->store ? dom_store_tournament_find(r->store, r->name, &t, r->err) : DOM_E_ABSENT;
        if (rc == DOM_E_ABSENT)
            return DOM_OK;
        if (rc != DOM_OK)
            return rc;
        dom_store_tournament_free(&t);
    }
    return dom_err_set(r->err, DOM_E_LIMIT, "no name is left for today; give --name");
}

/* Plays the missing matches and prints the last state. */
static dom_rc runner_play_on(dom_cli_runner *r)
{
    dom_tournament_run_options options = {
        .skip_broken = r->args->skip_broken,
        .refused = r->refused.rc != DOM_OK ? r->refused.text : NULL,
        .control = r->control,
        .observer = dom_output_live_table_observer(&r->table, r->run, r->store)};
    dom_rc rc = dom_tournament_run_play(r->run, &options, &r->last, r->err);
    dom_output_live_table_close(&r->table);
    if (rc == DOM_OK)
        dom_output_live_table_finished(&r->table, &r->last);
    if (rc == DOM_OK && r->table.has_lost)
        rc = dom_err_set(r->err, DOM_E_NOMEM, "out of memory: an event was not printed");
    return rc;
}

/* Prints the command that continues the run: the same, with the generated name. */
static void print_resume_command(const dom_cli_runner *r)
{
    (void)fprintf(stderr, "continue with:");
    for (char *const *word = r->call->argv; *word; word++) {
        (void)fputc(' ', stderr);
        dom_output_put_shell_word(stderr, *word);
    }
    (void)fprintf(stderr, "%s%s\n", r->name[0] ? " --name " : "", r->name);
}

dom_rc dom_cli_runner_play(dom_cli_runner *r, bool events)
{
    dom_rc rc = dom_output_live_table_init(&r->table, dom_tournament_run_tournament(r->run), events,
                                           r->err);
    r->table.extra = r->line;
    dom_output_print_remarks(dom_tournament_run_remarks(r->run));
    dom_output_print_addresses(dom_tournament_run_listen(r->run),
                               dom_tournament_run_tournament(r->run));
    if (rc == DOM_OK)
        rc = dom_tournament_run_is_over(&r->control) ? dom_tournament_run_finish(r->run, r->err)
                                                     : runner_play_on(r);
    if (rc == DOM_E_INTERRUPTED || r->last.skipped > 0)
        print_resume_command(r);
    return rc;
}

dom_cli_runner *dom_cli_runner_new(const dom_cli_call *call, const dom_cli_runner_args *args,
                                   const char *kind, dom_err *err)
{
    dom_cli_runner *r = calloc(1, sizeof *r);
    if (r == NULL) {
        (void)dom_err_no_memory(err);
        return NULL;
    }
    r->call = call;
    r->args = args;
    r->err = err;
    r->kind = kind;
    r->home.lock_fd = -1;
    r->spec =
        (dom_tournament_run_spec){.home = &r->home,
                                  .places = dom_results_places_of(&r->home, &dom_output_listener),
                                  .request = {.name = args->name,
                                              .variants = (const char *const *)args->variants.item,
                                              .shown = (const char *const *)args->shown.item,
                                              .concurrency = (uint32_t)args->concurrency,
                                              .pins_cores = args->pins_cores},
                                  .least_sandbox = args->least_sandbox,
                                  .has_seed = args->has_seed,
                                  .seed = (uint64_t)args->seed,
                                  .listen = args->listen};
    return r;
}

/* Adds a stored bot to r->bots as the word that means it, such as "greedy@3fa2c1#2". */
static dom_rc add_stored(dom_cli_runner *r, const dom_store_bot *bot)
{
    char word[DOM_STORE_BOT_NAME_BYTES + DOM_STORE_BOT_VERSION_BYTES];
    int name = (int)strcspn(bot->name, "#");
    (void)snprintf(word, sizeof word, "%.*s@%s%s", name, bot->name, bot->version, bot->name + name);
    return dom_strings_add(&r->bots, word) ? DOM_OK : dom_err_no_memory(r->err);
}

/* Lets the request continue the stored tournament that --name names. */
static dom_rc request_stored(dom_cli_runner *r)
{
    dom_store *store;
    dom_rc rc = dom_home_read(&r->home, &store, r->err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_tournament_find(store, r->args->name, &r->stored, r->err);
    dom_store_close(&store);
    for (uint16_t i = 0; rc == DOM_OK && i < r->stored.bot_count; i++) {
        uint16_t bot = dom_store_entry_bot(&r->stored, i);
        if (dom_store_entry_of(&r->stored, i) == i && dom_store_entry_plays_on(&r->stored, bot))
            rc = add_stored(r, &r->stored.bots[bot]); /* the others come by themselves */
    }
    r->spec.request.stored = &r->stored;
    r->spec.request.bots = (const char *const *)r->bots.item;
    r->spec.request.bots_option = "--name";
    return rc;
}

/* Opens the database for writing, behind its lock. A dry run reads it if there is one. */
static dom_rc open_store(dom_cli_runner *r)
{
    if (r->spec.request.is_dry_run) {
        dom_rc rc = dom_home_read(&r->home, &r->store, r->err);
        return rc == DOM_E_ABSENT ? DOM_OK : rc;
    }
    dom_rc rc = dom_home_lock(&r->home, r->err);
    return rc == DOM_OK ? dom_store_open(&r->store, r->home.db, DOM_STORE_WRITE, r->err) : rc;
}

dom_rc dom_cli_runner_open(dom_cli_runner *r)
{
    const dom_config_request *request = &r->spec.request;
    bool is_named_alone = request->name && !request->file && !request->variants && !request->bots;
    /* The tournament continues if the reader of --json ends. */
    (void)signal(SIGPIPE, SIG_IGN);
    dom_rc rc = dom_cli_find_home(&r->home, r->call, r->err);
    if (rc == DOM_OK && is_named_alone)
        rc = request_stored(r);
    if (rc == DOM_OK)
        rc = open_store(r);
    if (rc == DOM_OK && !r->spec.request.file && !r->spec.request.name)
        rc = runner_make_name(r);
    if (rc != DOM_OK)
        return rc;
    r->spec.store = r->store;
    if (r->name[0])
        r->spec.request.name = r->name;
    rc = dom_tournament_run_open(&r->run, &r->spec, r->err);
    /* Without the bots that were refused it may differ from the stored one. What is wrong are only
     * the bots. */
    if (rc == DOM_E_CONFIG && r->refused.rc != DOM_OK)
        *r->err = r->refused;
    return rc;
}

void dom_cli_runner_free(dom_cli_runner *r)
{
    if (r == NULL)
        return;
    dom_output_live_table_free(&r->table);
    dom_store_close(&r->store);
    dom_home_unlock(&r->home);
    dom_tournament_run_close(&r->run);
    dom_store_tournament_free(&r->stored);
    dom_strings_clear(&r->bots);
    free(r);
}
