#include "commands.h"

#include "doctor.h"
#include "output.h"

static const struct {
    const char *name;
    doctor_check *check;
} checks[] = {
    {"versions", doctor_versions},
    {"host", doctor_host},
    {"bots", doctor_bots},
    {"languages", doctor_languages},
    {"home", doctor_home},
    {"space", doctor_space},
    {"database", doctor_database},
    {"lock", doctor_lock},
    {"run folder", doctor_run_folder},
    {"open files", doctor_files},
    {"cores", doctor_cores},
    {"user", doctor_user},
    {"limits", doctor_limits},
    {"bubblewrap", doctor_bubblewrap},
    {"sandbox", doctor_sandbox},
    {"clock", doctor_clock},
    {"core dumps", doctor_core_dumps},
};
enum { CHECKS = sizeof checks / sizeof *checks };

static const char *const words[] = {
    [DOCTOR_PASS] = "PASS", [DOCTOR_WARN] = "WARN", [DOCTOR_FAIL] = "FAIL"};

static void print(const char *name, const doctor_finding *f)
{
    (void)printf("%s  %-12s %s\n", words[f->result], name, f->text.text);
    if (f->remedy.text[0])
        (void)printf("      %-12s %s\n", "", f->remedy.text);
    (void)fflush(stdout); /* the next check may take its time */
}

static int print_json(json_t *list, doctor_result worst)
{
    json_t *root =
        json_pack("{s:i, s:s, s:o}", "schema", 1, "result", words[worst], "checks", list);
    int bad = root == NULL || json_dumpf(root, stdout, JSON_INDENT(1)) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad;
}

int cmd_doctor(const cli_args *args)
{
    cli_home home;
    dom_err err;
    doctor_result worst = DOCTOR_PASS;
    if (cli_home_find(&home, args, &err) != DOM_OK)
        return cli_fail(&err);
    json_t *list = json_array();
    for (size_t i = 0; i < CHECKS; i++) {
        doctor_finding f = {.result = DOCTOR_PASS};
        checks[i].check(&home, &f);
        worst = f.result > worst ? f.result : worst;
        if (!args->is_json)
            print(checks[i].name, &f);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o, s:o}", "check", checks[i].name, "result",
                                        words[f.result], "text", cli_text_json(f.text.text),
                                        "remedy", cli_text_json(f.remedy.text)));
    }
    if (!args->is_json)
        json_decref(list);
    else if (print_json(list, worst) != 0)
        return CLI_RUNTIME;
    return worst == DOCTOR_FAIL ? CLI_NO : CLI_OK;
}
