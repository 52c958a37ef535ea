/* `faults [BOT]`: lists faults, each with the ask that led to it and the beginning of the
 * answer. */
#include "commands.h"
#include "common.h"

#include "output/fault_list_text.h"

#include <stdio.h>

enum { NEWEST = 20 }; /* number of faults without --limit */

typedef struct {
    const char *tournament;
    dom_cli_match_args matches;
    bool is_json;
} faults_args;

static dom_rc faults_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                          dom_err *err)
{
    const faults_args *args = arguments;
    uint64_t usual = args->is_json ? UINT64_MAX : NEWEST; /* JSON is for programs */
    dom_results_fault_query query = {
        .matches = dom_cli_match_query(&args->matches, args->tournament, usual),
        .bot = call->word[0]};
    dom_output_fault_list list = {.out = stdout,
                                  .err = err,
                                  .list = args->is_json ? json_array() : NULL,
                                  .home = call->home,
                                  .db = call->db};
    dom_results_fault_watch watch = dom_output_fault_list_watch(&list);
    return dom_output_fault_list_end(&list, dom_results_fault_list(store, &query, &watch, err));
}

static int faults_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, NULL, faults_show);
}

static const dom_cli_slot faults_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, faults_args, tournament),
    DOM_CLI_MATCH_SLOTS(faults_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, faults_args, is_json),
};

const dom_cli_command dom_cli_faults = {.name = "faults",
                                        .operand = "[BOT]",
                                        .summary =
                                            "List the faults of bots, with the ask and the answer",
                                        DOM_CLI_SLOTS(faults_slots),
                                        .args_bytes = sizeof(faults_args),
                                        .run = faults_run};
