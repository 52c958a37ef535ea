/* `standings`: the places of a tournament, per variant. */
#include "commands.h"
#include "common.h"

#include "output/standings_text.h"
#include "results/match_filter.h"

#include <stdio.h>

typedef struct {
    dom_strings variants;
    dom_cli_format_args format;
} standings_args;

static dom_rc standings_check(const void *arguments, dom_err *err)
{
    const standings_args *args = arguments;
    return dom_cli_check_format(&args->format, err);
}

static dom_rc print_standings(const dom_store_tournament *t, const standings_args *args,
                              dom_store *store, dom_err *err)
{
    dom_results_tournament_summary summary;
    dom_results_withdrawals withdrawals;
    dom_results_tournament_standings standings = {.of = NULL};
    dom_rc rc = dom_results_withdrawals_read(&withdrawals, store, t, err);
    if (rc == DOM_OK)
        rc = dom_results_tournament_summary_read(&summary, store, t, err);
    if (rc == DOM_OK)
        rc = dom_results_tournament_standings_read(&standings, store, t, &withdrawals, err);
    dom_output_standings_source of = {.t = t,
                                      .summary = &summary,
                                      .withdrawals = &withdrawals,
                                      .standings = &standings,
                                      .variants = &args->variants};
    if (rc == DOM_OK)
        rc = dom_output_standings(stdout, &of, dom_cli_format_of(&args->format), err);
    dom_results_tournament_standings_clear(&standings);
    dom_results_withdrawals_clear(&withdrawals);
    return rc;
}

static dom_rc standings_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                             dom_err *err)
{
    const standings_args *args = arguments;
    dom_store_tournament t;
    dom_results_filter filter = {.tournament = call->word[0], .variants = &args->variants};
    dom_rc rc = dom_store_tournament_find(store, call->word[0], &t, err);
    if (rc == DOM_OK)
        rc = dom_results_filter_check(&filter, store, err);
    if (rc == DOM_OK)
        rc = print_standings(&t, args, store, err);
    dom_store_tournament_free(&t);
    return rc;
}

static int standings_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, standings_check, standings_show);
}

static const dom_cli_slot standings_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, standings_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, standings_args, format.is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, standings_args, format.is_json),
    DOM_CLI_SLOT(DOM_CLI_OPT_MARKDOWN, standings_args, format.is_markdown),
};

const dom_cli_command dom_cli_standings = {
    .name = "standings",
    .operand = "TOURNAMENT",
    .summary = "Show the places of a tournament (else of the newest), per variant",
    DOM_CLI_SLOTS(standings_slots),
    .args_bytes = sizeof(standings_args),
    .run = standings_run};
