/* `run`: plays a tournament, continues it or extends it. */
#include "commands.h"
#include "status.h"

#include "output/dry_run_text.h"
#include "output/ranking_text.h"
#include "output/remarks.h"
#include "runner.h"

#include <stdio.h>

typedef struct {
    dom_cli_runner_args play;
    const char *schedule;
    dom_strings bots;
    int64_t sets, rounds, seeds;
    bool is_unrated, is_strict, is_check, is_json;
} run_args;

static dom_rc run_check(const char *file, const run_args *a, dom_err *err)
{
    if (file && (a->play.variants.count || a->bots.count))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%s names the variants and bots; --variant and --bots are only for runs without a file",
            file);
    bool has_both = a->play.variants.count && a->bots.count;
    bool has_name = a->play.name && !a->play.variants.count && !a->bots.count;
    if (!file && !has_both && !has_name)
        return dom_err_set(err, DOM_E_CONFIG,
                           "run needs a tournament file, or --variant V,... and --bots A,B,..., or "
                           "only the --name of a tournament to continue");
    if (a->is_check && a->is_json)
        return dom_err_set(err, DOM_E_CONFIG, "--check and --json exclude each other");
    return DOM_OK;
}

static void run_fill_request(dom_cli_runner *r, const run_args *a)
{
    dom_config_request *request = &r->spec.request;
    request->file = r->call->word[0];
    request->bots = (const char *const *)a->bots.item;
    request->sets = (uint32_t)a->sets;
    request->schedule = a->schedule;
    request->rounds = (uint32_t)a->rounds;
    request->seeds = (uint32_t)a->seeds;
    request->is_unrated = a->is_unrated;
    request->skip_broken = a->play.skip_broken;
    request->is_dry_run = a->is_check;
    request->refused = a->is_check || a->play.skip_broken ? NULL : &r->refused;
}

static dom_rc run_show_list(const dom_cli_runner *r)
{
    dom_results_standings s;
    const dom_results_ranking_kind official = {.is_live = false};
    dom_rc rc = dom_results_standings_read(
        &s, r->store, dom_tournament_run_tournament(r->run)->name, official, r->err);
    (void)printf("\n");
    if (rc == DOM_OK)
        rc = dom_output_ranking_show(&s, &(dom_strings){0}, official, DOM_OUTPUT_TEXT, stdout,
                                     r->err);
    dom_results_standings_clear(&s);
    return rc;
}

/* Prints what was found to be right, after a dry run. */
static dom_rc run_show_plan(const dom_cli_runner *r)
{
    dom_core_progress progress;
    dom_rc rc = dom_tournament_run_progress(r->run, &progress, r->err);
    dom_output_print_remarks(dom_tournament_run_remarks(r->run));
    if (rc == DOM_OK)
        dom_output_dry_run(dom_tournament_run_tournament(r->run), &progress, stdout);
    return rc;
}

static dom_rc run_tournament(dom_cli_runner *r, const run_args *args)
{
    dom_rc rc = run_check(r->call->word[0], args, r->err);
    run_fill_request(r, args);
    if (rc == DOM_OK)
        rc = dom_cli_runner_open(r);
    if (args->is_check)
        return rc == DOM_OK ? run_show_plan(r) : rc;
    if (rc == DOM_OK)
        rc = dom_cli_runner_play(r, args->is_json);
    if (rc == DOM_OK && !args->is_json)
        rc = run_show_list(r);
    return rc;
}

static int run_run(const dom_cli_call *call, const void *arguments)
{
    const run_args *args = arguments;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_cli_runner *r = dom_cli_runner_new(call, &args->play, "quick", &err);
    if (r == NULL)
        return dom_cli_fail(&err);
    dom_rc rc = run_tournament(r, args);
    bool is_no = r->last.skipped > 0 || (args->is_strict && r->last.faults > 0);
    int status = rc != DOM_OK ? dom_cli_end_by_signal(rc, r->last.signal_number, &err)
                 : is_no      ? DOM_CLI_NO
                              : DOM_CLI_OK;
    dom_cli_runner_free(r);
    return status;
}

static const dom_cli_slot run_slots[] = {
    DOM_CLI_RUNNER_SLOTS(run_args, play),
    DOM_CLI_SLOT(DOM_CLI_OPT_BOTS, run_args, bots),
    DOM_CLI_SLOT(DOM_CLI_OPT_SCHEDULE, run_args, schedule),
    DOM_CLI_SLOT(DOM_CLI_OPT_SETS, run_args, sets),
    DOM_CLI_SLOT(DOM_CLI_OPT_ROUNDS, run_args, rounds),
    DOM_CLI_SLOT(DOM_CLI_OPT_SEEDS, run_args, seeds),
    DOM_CLI_SLOT(DOM_CLI_OPT_UNRATED, run_args, is_unrated),
    DOM_CLI_SLOT(DOM_CLI_OPT_SKIP_BROKEN, run_args, play.skip_broken),
    DOM_CLI_SLOT(DOM_CLI_OPT_STRICT, run_args, is_strict),
    DOM_CLI_SLOT(DOM_CLI_OPT_CHECK, run_args, is_check),
    DOM_CLI_SLOT(DOM_CLI_OPT_LISTEN_BOTS, run_args, play.listen),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, run_args, is_json),
};

const dom_cli_command dom_cli_run = {.name = "run",
                                     .operand = "[TOURNAMENT.yaml]",
                                     .summary =
                                         "Play a tournament, or continue one that was interrupted",
                                     DOM_CLI_SLOTS(run_slots),
                                     .args_bytes = sizeof(run_args),
                                     .run = run_run};
