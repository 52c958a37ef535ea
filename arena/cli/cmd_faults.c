/* `faults [BOT]`: lists faults, each with the ask that led to it and the beginning of the
 * answer. */
#include "commands.h"
#include "common.h"

#include "output/fault_list_text.h"

#include <stdio.h>

enum { NEWEST = 20 }; /* number of faults without --limit */

typedef struct {
    const char *tournament;
    dom_strings variants;
    int64_t limit;
    bool is_json;
} faults_args;

/* Returns the number of faults to show. JSON has no limit by default, because programs read it. */
static uint64_t faults_limit(const faults_args *args)
{
    return args->limit ? (uint64_t)args->limit : args->is_json ? UINT64_MAX : NEWEST;
}

static dom_rc faults_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                          dom_err *err)
{
    const faults_args *args = arguments;
    dom_results_fault_query query = {.tournament = args->tournament,
                                     .variants = &args->variants,
                                     .bot = call->word[0],
                                     .limit = faults_limit(args)};
    dom_output_fault_list list = {
        .out = stdout, .err = err, .list = args->is_json ? json_array() : NULL};
    dom_results_fault_watch watch = dom_output_fault_list_watch(&list);
    return dom_output_fault_list_end(&list, dom_results_fault_list(store, &query, &watch, err));
}

static int faults_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, NULL, faults_show);
}

static const dom_cli_slot faults_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, faults_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, faults_args, tournament),
    DOM_CLI_SLOT(DOM_CLI_OPT_LIMIT, faults_args, limit),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, faults_args, is_json),
};

const dom_cli_command dom_cli_faults = {.name = "faults",
                                        .operand = "[BOT]",
                                        .summary =
                                            "List the faults of bots, with the ask and the answer",
                                        DOM_CLI_SLOTS(faults_slots),
                                        .args_bytes = sizeof(faults_args),
                                        .run = faults_run};
