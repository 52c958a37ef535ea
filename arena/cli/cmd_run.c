#include "commands.h"

#include "ranking.h"
#include "runner.h"

static dom_rc check_request(const cli_args *a, dom_err *err)
{
    if (a->operand && (a->variants.count || a->bots.count))
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s says what to play; --variant and --bots go without a file",
                           a->operand);
    if (!a->operand && (!a->variants.count || !a->bots.count))
        return dom_err_set(err, DOM_E_CONFIG,
                           "run needs a tournament file, or --variant V,... and --bots A,B,...");
    return DOM_OK;
}

static void fill_request(runner *r, const cli_args *a)
{
    dom_config_request *request = &r->spec.request;
    request->file = a->operand;
    request->bots = (const char *const *)a->bots.item;
    request->sets = (uint32_t)a->sets;
    request->schedule = a->schedule;
    request->rounds = (uint32_t)a->rounds;
    request->is_unrated = a->is_unrated;
}

static dom_rc show_list(const runner *r)
{
    standing s;
    dom_rc rc = standing_read(&s, r->store, contest_tournament(r->contest)->name, r->err);
    (void)printf("\n");
    if (rc == DOM_OK)
        rc = ranking_show(&s, &(dom_strings){0}, false, CLI_TEXT, stdout, r->err);
    standing_clear(&s);
    return rc;
}

static dom_rc run(runner *r)
{
    dom_rc rc = check_request(r->args, r->err);
    fill_request(r, r->args);
    if (rc == DOM_OK)
        rc = runner_open(r);
    if (rc == DOM_OK)
        rc = runner_play(r, r->args->is_json);
    if (rc == DOM_OK && !r->args->is_json)
        rc = show_list(r);
    return rc;
}

int cmd_run(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK, .text = ""};
    runner *r = runner_new(args, "quick", &err);
    if (r == NULL)
        return cli_fail(&err);
    dom_rc rc = run(r);
    int status = runner_status(r, rc, args->is_strict && r->has_faults ? CLI_NO : CLI_OK);
    runner_free(r);
    if (rc != DOM_OK)
        (void)cli_fail(&err);
    return status;
}
