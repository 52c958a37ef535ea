/* `crosstable`: shows for each variant how every bot scored against every other. */
#include "commands.h"
#include "common.h"

#include "output/crosstable_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament;
    dom_strings variants;
    dom_cli_format_args format;
    bool wants_all;
} crosstable_args;

static dom_rc crosstable_check(const void *arguments, dom_err *err)
{
    const crosstable_args *args = arguments;
    return dom_cli_check_format(&args->format, err);
}

static dom_rc crosstable_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                              dom_err *err)
{
    const crosstable_args *args = arguments;
    (void)call;
    dom_results_standings s;
    dom_rc rc = dom_cli_read_standings(&s, store, args->tournament, (dom_results_ranking_kind){0},
                                       args->wants_all, err);
    if (rc == DOM_OK)
        rc = dom_output_crosstables(stdout, &s, &args->variants, dom_cli_format_of(&args->format),
                                    err);
    dom_results_standings_clear(&s);
    return rc;
}

static int crosstable_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, crosstable_check, crosstable_show);
}

static const dom_cli_slot crosstable_slots[] = {
    DOM_CLI_LIST_SLOTS(crosstable_args),
};

const dom_cli_command dom_cli_crosstable = {
    .name = "crosstable",
    .operand = "",
    .summary = "Show the results of every bot against every other, per variant",
    DOM_CLI_SLOTS(crosstable_slots),
    .args_bytes = sizeof(crosstable_args),
    .run = crosstable_run};
