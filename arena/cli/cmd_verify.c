/* `verify [TOURNAMENT]`: replays every match, compares all that the file says twice, and prints the
 * tournament hash and the ledger hash. With filters it plays a part of them, which has no hash. It
 * exits with status 1 if two facts differ. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "output/verification_text.h"

typedef struct {
    dom_cli_match_args matches;
    bool is_json;
    int64_t jobs;
} verify_args;

static const verify_args verify_usual = {.jobs = 1};

static dom_rc verify_show(const dom_cli_call *call, const verify_args *args, dom_store *store,
                          int *status, dom_err *err)
{
    dom_results_verification v;
    dom_results_match_query query = dom_cli_match_query(&args->matches, call->word[0], UINT64_MAX);
    dom_output_verification shown = dom_output_verification_begin(stdout, args->is_json);
    dom_results_verification_watch watch = {&shown, dom_output_verification_difference};
    dom_rc rc = dom_results_verify(&v, store, &query, (int)args->jobs, &watch, err);
    if (rc == DOM_OK)
        rc = dom_output_verification_show(&shown, &v, err);
    *status = v.differences > 0 ? DOM_CLI_NO : DOM_CLI_OK;
    dom_output_verification_end(&shown);
    dom_results_verification_clear(&v);
    return rc;
}

static int verify_run(const dom_cli_call *call, const void *arguments)
{
    const verify_args *args = arguments;
    dom_store *store = NULL;
    int status = DOM_CLI_OK;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = dom_cli_read_store(&store, call, &err);
    if (rc == DOM_OK)
        rc = verify_show(call, args, store, &status, &err);
    dom_store_close(&store);
    return rc == DOM_OK ? status : dom_cli_fail(&err);
}

static const dom_cli_slot verify_slots[] = {
    DOM_CLI_MATCH_SLOTS(verify_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, verify_args, is_json),
    DOM_CLI_SLOT(DOM_CLI_OPT_JOBS, verify_args, jobs),
};

const dom_cli_command dom_cli_verify = {
    .name = "verify",
    .operand = "[TOURNAMENT]",
    .summary =
        "Play every match of a tournament (else of the newest) again and compare; print its hash",
    DOM_CLI_SLOTS(verify_slots),
    .args_bytes = sizeof(verify_args),
    .defaults = &verify_usual,
    .run = verify_run};
