/* `matches`: lists the matches of a tournament, finished or (with --open) started and not
 * finished. */
#include "commands.h"
#include "common.h"

#include "output/match_list_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament;
    dom_cli_match_args matches;
    bool is_open, is_csv, is_json;
} matches_args;

enum { NEWEST = 20 }; /* number of matches without --limit */

static dom_rc matches_check(const void *arguments, dom_err *err)
{
    const matches_args *a = arguments;
    const dom_cli_match_args *m = &a->matches;
    if (a->is_open && (m->variants.count || m->bots.count || m->end || m->set || a->is_csv))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--open can be combined only with --tournament, --from, --to, --limit and --json");
    if (a->is_csv && a->is_json)
        return dom_err_set(err, DOM_E_CONFIG, "--csv and --json exclude each other");
    return DOM_OK;
}

/* JSON and CSV have no limit by default. */
static uint64_t usual_limit(const matches_args *a)
{
    return a->is_json || a->is_csv ? UINT64_MAX : NEWEST;
}

static dom_rc matches_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                           dom_err *err)
{
    const matches_args *a = arguments;
    (void)call;
    dom_results_match_query query = dom_cli_match_query(&a->matches, a->tournament, usual_limit(a));
    query.is_open = a->is_open;
    dom_output_match_list list = {.out = stdout,
                                  .format = a->is_json  ? DOM_OUTPUT_JSON
                                            : a->is_csv ? DOM_OUTPUT_CSV
                                                        : DOM_OUTPUT_TEXT,
                                  .is_open = a->is_open,
                                  .err = err,
                                  .list = a->is_json ? json_array() : NULL};
    dom_results_match_watch watch = dom_output_match_list_watch(&list);
    return dom_output_match_list_end(&list, dom_results_match_list(store, &query, &watch, err));
}

static int matches_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, matches_check, matches_show);
}

static const dom_cli_slot matches_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, matches_args, tournament),
    DOM_CLI_MATCH_SLOTS(matches_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_OPEN, matches_args, is_open),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, matches_args, is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, matches_args, is_json),
};

const dom_cli_command dom_cli_matches = {
    .name = "matches",
    .operand = "",
    .summary = "List the matches of a tournament (else of the newest)",
    DOM_CLI_SLOTS(matches_slots),
    .args_bytes = sizeof(matches_args),
    .run = matches_run};
