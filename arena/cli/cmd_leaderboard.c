/* `leaderboard`: shows the rating list of every variant, or its history. */
#include "commands.h"
#include "common.h"
#include "rating_args.h"

#include "output/bot_summary_text.h"
#include "output/history.h"
#include "output/prediction_text.h"
#include "output/progress_text.h"
#include "output/ranking_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament, *versions, *bot;
    dom_strings variants, all_round, predict;
    dom_cli_rating_args rating;
    dom_cli_format_args format;
    bool wants_all, is_live, wants_history;
    int64_t predict_sets;
} leaderboard_args;

/* One view instead of the official list; --all-round only with that list, of all variants. */
static dom_rc check_views(const leaderboard_args *args, dom_err *err)
{
    const struct {
        bool is_given, is_view;
        const char *option;
    } options[] = {
        {args->is_live, true, "--live"},
        {args->wants_history, true, "--history"},
        {args->predict.count > 0, true, "--predict"},
        {args->versions != NULL, true, "--versions"},
        {args->bot != NULL, true, "--bot"},
        {args->variants.count > 0, false, "--variant"},
        {args->format.is_csv, false, "--csv"},
    };
    const char *view = dom_cli_rating_given(&args->rating);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        bool is_view = options[i].is_view;
        const char *other = args->all_round.count > 0 ? "--all-round" : is_view ? view : NULL;
        if (options[i].is_given && other)
            return dom_err_set(err, DOM_E_CONFIG,
                               "%s and %s exclude each other; give only one of them", other,
                               options[i].option);
        if (options[i].is_given && is_view)
            view = options[i].option;
    }
    return DOM_OK;
}

static dom_rc leaderboard_check(const void *arguments, dom_err *err)
{
    const leaderboard_args *args = arguments;
    dom_rc rc = dom_cli_check_format(&args->format, err);
    if (rc == DOM_OK)
        rc = check_views(args, err);
    if (rc == DOM_OK && args->predict_sets > 0 && args->predict.count == 0)
        rc = dom_err_set(err, DOM_E_CONFIG, "--sets needs --predict A,B,...");
    return rc == DOM_OK ? dom_cli_check_rating(&args->rating, err) : rc;
}

static dom_rc leaderboard_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                               dom_err *err)
{
    const leaderboard_args *args = arguments;
    (void)call;
    dom_output_format format = dom_cli_format_of(&args->format);
    dom_results_ranking_kind kind = dom_cli_rating_kind(&args->rating, format == DOM_OUTPUT_JSON);
    kind.is_live = args->is_live;
    dom_results_standings s;
    dom_rc rc = dom_cli_read_standings(&s, store, args->tournament, kind, args->wants_all, err);
    if (rc == DOM_OK && args->predict.count > 0)
        rc = dom_output_predictions_show(&s, &args->variants, &args->predict,
                                         (uint32_t)args->predict_sets, format, stdout, err);
    else if (rc == DOM_OK && args->versions)
        rc = dom_output_progress_show(&s, &args->variants, args->versions, format, stdout, err);
    else if (rc == DOM_OK && args->bot)
        rc = dom_output_bot_show(&s, &args->variants, args->bot, format, stdout, err);
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
    DOM_CLI_RATING_SLOTS(leaderboard_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_ALL_ROUND, leaderboard_args, all_round),
    DOM_CLI_SLOT(DOM_CLI_OPT_PREDICT, leaderboard_args, predict),
    DOM_CLI_SLOT(DOM_CLI_OPT_PREDICT_SETS, leaderboard_args, predict_sets),
    DOM_CLI_SLOT(DOM_CLI_OPT_VERSIONS, leaderboard_args, versions),
    DOM_CLI_SLOT(DOM_CLI_OPT_ONE_BOT, leaderboard_args, bot),
    DOM_CLI_SLOT(DOM_CLI_OPT_MARKDOWN, leaderboard_args, format.is_markdown),
};

const dom_cli_command dom_cli_leaderboard = {
    .name = "leaderboard",
    .operand = "",
    .summary = "Show the ratings of every variant, with intervals",
    DOM_CLI_SLOTS(leaderboard_slots),
    .args_bytes = sizeof(leaderboard_args),
    .run = leaderboard_run};
