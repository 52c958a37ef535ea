/* `report -o DIR`: writes the pages of `serve` as files; `report --match MATCH -o FILE`: one
 * match. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "http/public_url.h"
#include "site/report.h"

#include <stdio.h>

typedef struct {
    const char *output, *tournament, *url, *match;
    int64_t matches;
    bool has_matches;
} report_args;

/* Options that say something about many pages are not for one match. */
static dom_rc report_check_match(const report_args *args, dom_err *err)
{
    const struct {
        const char *option;
        bool is_said;
    } of_all[] = {{"matches", args->has_matches},
                  {"url", args->url != NULL},
                  {"tournament", args->tournament != NULL}};
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        if (of_all[i].is_said)
            return dom_err_set(err, DOM_E_CONFIG,
                               "--match and --%s exclude each other; allowed: --match "
                               "TOURNAMENT/NUMBER -o match.html",
                               of_all[i].option);
    return dom_site_report_match_check(args->output, err);
}

static int report_match(const dom_cli_call *call, const report_args *args)
{
    char name[DOM_PATH_BYTES] = "";
    uint64_t number = 0;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = report_check_match(args, &err);
    if (rc == DOM_OK)
        rc = dom_cli_read_match(args->match, name, &number, &err);
    if (rc == DOM_OK)
        rc = dom_cli_read_store(&store, call, &err);
    if (rc == DOM_OK)
        rc = dom_site_report_match(store, name[0] ? name : NULL, number, args->output, &err);
    dom_store_close(&store);
    if (rc == DOM_OK)
        (void)printf("%s\n", args->output);
    return dom_cli_end(rc, &err);
}

static int report_run(const dom_cli_call *call, const void *arguments)
{
    const report_args *args = arguments;
    if (args->match)
        return report_match(call, args);
    dom_home home;
    char url[DOM_HTTP_PUBLIC_URL_BYTES];
    dom_site_report report;
    dom_err err = {.rc = DOM_OK};
    dom_site_report_spec spec = {.tournament = args->tournament,
                                 .url = args->url ? url : NULL,
                                 .has_matches = args->has_matches,
                                 .matches = (uint64_t)args->matches};
    dom_rc rc = args->url ? dom_http_public_url_read(url, args->url, &err) : DOM_OK;
    if (rc == DOM_OK)
        rc = dom_site_report_check(&report, args->output, &err);
    dom_interrupt_hold();
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_home_read(&home, &spec.store, &err);
    if (rc == DOM_OK) {
        spec.home = home.home;
        spec.is_at_work = dom_home_holder(&home) != 0;
        rc = dom_site_report_write(&report, &spec, &err);
    }
    dom_store_close(&spec.store);
    if (rc != DOM_OK)
        return dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err);
    (void)printf("%s/index.html: %llu pages\n", report.target, (unsigned long long)report.pages);
    return DOM_CLI_OK;
}

static const dom_cli_slot report_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_OUTPUT_DIR, report_args, output),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, report_args, tournament),
    DOM_CLI_SLOT(DOM_CLI_OPT_URL, report_args, url),
    DOM_CLI_SLOT_SAID(DOM_CLI_OPT_MATCHES, report_args, matches, has_matches),
    DOM_CLI_SLOT(DOM_CLI_OPT_MATCH, report_args, match),
};

const dom_cli_command dom_cli_report = {
    .name = "report",
    .operand = "",
    .summary = "Write pages for a browser: ratings, cross tables, bots, replays",
    DOM_CLI_SLOTS(report_slots),
    .args_bytes = sizeof(report_args),
    .run = report_run};
