/* `check BOT`: runs the conformance check and prints its findings. If a bot passed all its
 * variants, `submit` skips the check of the same files for an hour. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "conformance/conformance.h"
#include "ladder/passed_checks.h"
#include "output/conformance_text.h"
#include "output/remarks.h"
#include "output/style.h"

#include <stdio.h>

typedef struct {
    dom_strings variants, shown;
    int64_t asks;
    bool is_json;
} check_args;

enum { ASKS = 10000 };

/* Prints the verdict as the last line, or the whole report as JSON. */
static dom_rc check_finish(const dom_conformance_report *report, bool is_json, dom_err *err)
{
    if (is_json)
        return dom_output_put_json(stdout, dom_output_conformance_json(report), err);
    bool has_passed = dom_conformance_has_passed(report);
    (void)printf("\n");
    dom_output_put_styled(stdout, has_passed ? DOM_OUTPUT_GAIN : DOM_OUTPUT_LOSS,
                          has_passed ? "passed" : "failed");
    (void)printf("\n");
    return DOM_OK;
}

static int check_run(const dom_cli_call *call, const void *arguments)
{
    const check_args *args = arguments;
    dom_home home;
    dom_conformance_report report = {.asks = 0};
    int signal_number = 0;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_strings shown = {.count = 0};
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_cli_take_shown(&shown, &args->shown, &home, &err);
    dom_conformance_spec spec = {.home = &home,
                                 .bot = call->word[0],
                                 .variants = &args->variants,
                                 .shown = &shown,
                                 .asks = args->asks ? (uint64_t)args->asks : ASKS,
                                 .words = &dom_output_conformance_words,
                                 .listener = &dom_output_listener,
                                 .on_finding = args->is_json ? NULL : dom_output_conformance_show,
                                 .context = stdout};
    if (rc == DOM_OK)
        rc = dom_conformance_run(&report, &spec, &signal_number, &err);
    if (rc == DOM_OK && args->variants.count == 0)
        dom_ladder_note_passed(&home, report.version, dom_conformance_has_passed(&report),
                               spec.asks, &shown);
    if (rc == DOM_OK)
        rc = check_finish(&report, args->is_json, &err);
    int status = rc != DOM_OK ? dom_cli_end_by_signal(rc, signal_number, &err)
                 : dom_conformance_has_passed(&report) ? DOM_CLI_OK
                                                       : DOM_CLI_NO;
    dom_conformance_clear(&report);
    dom_strings_clear(&shown);
    return status;
}

static const dom_cli_slot check_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, check_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_ASKS, check_args, asks),
    DOM_CLI_SLOT(DOM_CLI_OPT_SHOW, check_args, shown),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, check_args, is_json),
};

const dom_cli_command dom_cli_check = {
    .name = "check",
    .operand = "BOT",
    .needs_operand = true,
    .summary = "Check everything that a bot has to get right; exit status 1 if the bot fails",
    DOM_CLI_SLOTS(check_slots),
    .args_bytes = sizeof(check_args),
    .run = check_run};
