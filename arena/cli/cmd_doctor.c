/* `doctor`: runs every check of the machine and of the arena's own files, and prints what was
 * found and what to do. It exits with status 1 if a run would fail. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "doctor/doctor.h"
#include "documents/values.h"
#include "output/output.h"

#include <stdio.h>

typedef struct {
    dom_strings shown;
    bool is_json;
} doctor_args;

static const struct {
    const char *name;
    dom_doctor_check *check;
} checks[] = {
    {"versions", dom_doctor_versions},
    {"host", dom_doctor_host},
    {"bots", dom_doctor_bots},
    {"languages", dom_doctor_languages},
    {"home", dom_doctor_home},
    {"space", dom_doctor_space},
    {"database", dom_doctor_database},
    {"lock", dom_doctor_lock},
    {"run folder", dom_doctor_run_folder},
    {"open files", dom_doctor_files},
    {"cores", dom_doctor_cores},
    {"user", dom_doctor_user},
    {"limits", dom_doctor_limits},
    {"bubblewrap", dom_doctor_bubblewrap},
    {"sandbox", dom_doctor_sandbox},
    {"clock", dom_doctor_clock},
    {"core dumps", dom_doctor_core_dumps},
};
enum { CHECKS = sizeof checks / sizeof *checks };

static const char *const words[] = {
    [DOM_DOCTOR_PASS] = "PASS", [DOM_DOCTOR_WARN] = "WARN", [DOM_DOCTOR_FAIL] = "FAIL"};

static const dom_output_style styles[] = {[DOM_DOCTOR_PASS] = DOM_OUTPUT_PLAIN,
                                          [DOM_DOCTOR_WARN] = DOM_OUTPUT_TITLE,
                                          [DOM_DOCTOR_FAIL] = DOM_OUTPUT_FAULT};

/* Prints a finding at once. */
static void doctor_print(const char *name, const dom_doctor_finding *f)
{
    char label[40];
    (void)snprintf(label, sizeof label, "%s  %-12s ", words[f->result], name);
    dom_output_put_item(stdout, styles[f->result], label, f->text.text);
    (void)snprintf(label, sizeof label, "      %-12s ", "");
    if (f->remedy.text[0])
        dom_output_put_item(stdout, DOM_OUTPUT_PLAIN, label, f->remedy.text);
    (void)fflush(stdout); /* the next check may take long */
}

/* What was found so far. */
typedef struct {
    bool is_json;
    dom_doctor_result worst;
    json_t *list;
} doctor_report;

static void doctor_take(doctor_report *report, const char *name, const dom_doctor_finding *f)
{
    report->worst = f->result > report->worst ? f->result : report->worst;
    if (!report->is_json)
        doctor_print(name, f);
    json_array_append_new(report->list,
                          json_pack("{s:s, s:s, s:o, s:o}", "check", name, "result",
                                    words[f->result], "text", dom_documents_text(f->text.text),
                                    "remedy", dom_documents_text(f->remedy.text)));
}

static void doctor_look(doctor_report *report, const dom_home *home, const dom_strings *shown)
{
    for (size_t i = 0; i < CHECKS; i++) {
        dom_doctor_finding f = {.result = DOM_DOCTOR_PASS};
        checks[i].check(home, &f);
        doctor_take(report, checks[i].name, &f);
    }
    for (size_t i = 0; i < shown->count; i++) {
        dom_doctor_finding f = {.result = DOM_DOCTOR_PASS};
        dom_doctor_shown(home, shown->item[i], &f);
        doctor_take(report, "show", &f);
    }
}

static int doctor_run(const dom_cli_call *call, const void *arguments)
{
    const doctor_args *args = arguments;
    dom_home home;
    dom_err err;
    if (dom_cli_find_home(&home, call, &err) != DOM_OK)
        return dom_cli_fail(&err);
    doctor_report report = {.is_json = args->is_json, .list = json_array()};
    doctor_look(&report, &home, &args->shown);
    json_t *root = json_pack("{s:i, s:s, s:o}", "schema", 1, "result", words[report.worst],
                             "checks", report.list);
    dom_rc rc = args->is_json ? dom_output_put_json(stdout, root, &err) : DOM_OK;
    if (!args->is_json)
        json_decref(root);
    return rc != DOM_OK                      ? dom_cli_fail(&err)
           : report.worst == DOM_DOCTOR_FAIL ? DOM_CLI_NO
                                             : DOM_CLI_OK;
}

static const dom_cli_slot doctor_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_SHOW, doctor_args, shown),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, doctor_args, is_json),
};

const dom_cli_command dom_cli_doctor = {
    .name = "doctor",
    .operand = "",
    .summary = "Say what this machine offers to the arena, and what is missing",
    DOM_CLI_SLOTS(doctor_slots),
    .args_bytes = sizeof(doctor_args),
    .run = doctor_run};
