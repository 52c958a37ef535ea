#include "commands.h"

#include "passed.h"
#include "trial.h"

enum { ASKS = 10000 };

static dom_rc finish(const trial_report *report, bool is_json, dom_err *err)
{
    if (!is_json) {
        (void)printf("\n%s\n", trial_has_passed(report) ? "passed" : "failed");
        return DOM_OK;
    }
    json_t *root = trial_json(report);
    bool is_bad = root == NULL || json_dumpf(root, stdout, JSON_INDENT(1) | JSON_ENSURE_ASCII) != 0;
    json_decref(root);
    (void)printf("\n");
    return is_bad ? dom_err_set(err, DOM_E_IO, "cannot write the report") : DOM_OK;
}

int cmd_check(const cli_args *args)
{
    cli_home home;
    trial_report report = {.asks = 0};
    int signal_number = 0;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_rc rc = cli_home_find(&home, args, &err);
    trial_spec spec = {.home = &home,
                       .bot = args->operand,
                       .variants = &args->variants,
                       .asks = args->asks ? (uint64_t)args->asks : ASKS,
                       .on_finding = args->is_json ? NULL : trial_show,
                       .context = stdout};
    if (rc == DOM_OK)
        rc = trial_run(&report, &spec, &signal_number, &err);
    if (rc == DOM_OK && args->variants.count == 0)
        passed_note(&home, report.version, trial_has_passed(&report), spec.asks);
    if (rc == DOM_OK)
        rc = finish(&report, args->is_json, &err);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    int status = rc == DOM_E_INTERRUPTED     ? CLI_SIGNAL + signal_number
                 : rc != DOM_OK              ? cli_status(rc)
                 : trial_has_passed(&report) ? CLI_OK
                                             : CLI_NO;
    trial_clear(&report);
    return status;
}
