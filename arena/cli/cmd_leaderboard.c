/* `leaderboard`: shows the rating list of every variant, or its history. */
#include "commands.h"
#include "common.h"

#include "output/history.h"
#include "output/prediction_text.h"
#include "output/progress_text.h"
#include "output/ranking_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament, *versions;
    dom_strings variants, all_round, predict;
    dom_cli_format_args format;
    bool wants_all, is_live, wants_history, is_simultaneous;
} leaderboard_args;

static dom_rc leaderboard_check(const void *arguments, dom_err *err)
{
    const leaderboard_args *args = arguments;
    dom_rc rc = dom_cli_check_format(&args->format, err);
    if (rc == DOM_OK && args->is_live && args->wants_history)
        rc = dom_err_set(
            err, DOM_E_CONFIG,
            "--live and --history exclude each other: the history is that of the official ratings");
    if (rc == DOM_OK && (args->predict.count > 0 || args->versions) &&
        (args->is_live || args->wants_history || args->is_simultaneous ||
         (args->predict.count > 0 && args->versions)))
        rc = dom_err_set(
            err, DOM_E_CONFIG,
            "--predict and --versions cannot be combined with each other, nor with --live, "
            "--history or --simultaneous");
    if (rc == DOM_OK && args->all_round.count > 0 &&
        (args->is_live || args->wants_history || args->variants.count > 0 ||
         args->predict.count > 0 || args->versions || args->format.is_csv))
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "--all-round names the variants of the all-round list, which is not shown "
                         "with --variant, --live, --history, --predict, --versions or --csv");
    if (rc == DOM_OK && args->is_simultaneous && (args->is_live || args->wants_history))
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "--simultaneous is about the rank ranges of the official list, which %s "
                         "does not show",
                         args->is_live ? "--live" : "--history");
    return rc;
}

static dom_rc leaderboard_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                               dom_err *err)
{
    const leaderboard_args *args = arguments;
    (void)call;
    dom_output_format format = dom_cli_format_of(&args->format);
    const dom_results_ranking_kind kind = {.is_live = args->is_live,
                                           .is_simultaneous = args->is_simultaneous};
    dom_results_standings s;
    dom_rc rc = dom_cli_read_standings(&s, store, args->tournament, args->wants_all, err);
    if (rc == DOM_OK && args->predict.count > 0)
        rc = dom_output_predictions_show(&s, &args->variants, &args->predict, format, stdout, err);
    else if (rc == DOM_OK && args->versions)
        rc = dom_output_progress_show(&s, &args->variants, args->versions, format, stdout, err);
    else if (rc == DOM_OK && args->wants_history)
        rc = dom_output_history_show(&s, &args->variants, format, stdout, err);
    else if (rc == DOM_OK)
        rc = dom_output_leaderboard_show(&s, &args->variants, &args->all_round, kind, format,
                                         stdout, err);
    dom_results_standings_clear(&s);
    return rc;
}

static int leaderboard_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, leaderboard_check, leaderboard_show);
}

static const dom_cli_slot leaderboard_slots[] = {
    DOM_CLI_LIST_SLOTS(leaderboard_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_LIVE, leaderboard_args, is_live),
    DOM_CLI_SLOT(DOM_CLI_OPT_HISTORY, leaderboard_args, wants_history),
    DOM_CLI_SLOT(DOM_CLI_OPT_SIMULTANEOUS, leaderboard_args, is_simultaneous),
    DOM_CLI_SLOT(DOM_CLI_OPT_ALL_ROUND, leaderboard_args, all_round),
    DOM_CLI_SLOT(DOM_CLI_OPT_PREDICT, leaderboard_args, predict),
    DOM_CLI_SLOT(DOM_CLI_OPT_VERSIONS, leaderboard_args, versions),
    DOM_CLI_SLOT(DOM_CLI_OPT_MARKDOWN, leaderboard_args, format.is_markdown),
};

const dom_cli_command dom_cli_leaderboard = {
    .name = "leaderboard",
    .operand = "",
    .summary = "Show the ratings of every variant, with intervals",
    DOM_CLI_SLOTS(leaderboard_slots),
    .args_bytes = sizeof(leaderboard_args),
    .run = leaderboard_run};
