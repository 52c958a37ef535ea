/* `export`: prints the records of the chosen matches, or writes them to a file that is replaced
 * only when the whole output is written. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/text.h"
#include "output/match_export.h"

#include <string.h>

typedef struct {
    dom_cli_match_args matches;
    const char *tournament, *format, *output;
    bool is_csv, has_decisions;
} export_args;

static bool is_csv_name(const char *path)
{
    return dom_text_has_ending(path, ".csv") || dom_text_has_ending(path, ".csv.gz");
}

/* Sets *is_csv by --csv or --format, and without them by the name of the file. --csv together with
 * --format jsonl is an error. */
static dom_rc export_format(bool *is_csv, const export_args *args, dom_err *err)
{
    bool says_csv = args->format && strcmp(args->format, "csv") == 0;
    bool is_named_so = !args->format && args->output && is_csv_name(args->output);
    *is_csv = args->is_csv || says_csv || is_named_so;
    if (args->is_csv && args->format && !says_csv)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--csv and --format %s contradict each other; allowed: one of them",
                           args->format);
    return DOM_OK;
}

static int export_run(const dom_cli_call *call, const void *arguments)
{
    const export_args *args = arguments;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_output_match_export_spec spec = {
        .query = dom_cli_match_query(&args->matches, args->tournament, UINT64_MAX),
        .target = args->output,
        .has_decisions = args->has_decisions};
    dom_rc rc = export_format(&spec.is_csv, args, &err);
    if (rc == DOM_OK)
        rc = dom_cli_read_store(&store, call, &err);
    if (rc == DOM_OK)
        rc = dom_output_match_export(store, &spec, &err);
    dom_store_close(&store);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot export_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, export_args, tournament),
    DOM_CLI_MATCH_SLOTS(export_args),
    DOM_CLI_SLOT(DOM_CLI_OPT_DECISIONS, export_args, has_decisions),
    DOM_CLI_SLOT(DOM_CLI_OPT_FORMAT, export_args, format),
    DOM_CLI_SLOT(DOM_CLI_OPT_CSV, export_args, is_csv),
    DOM_CLI_SLOT(DOM_CLI_OPT_OUTPUT_FILE, export_args, output),
};

const dom_cli_command dom_cli_export = {
    .name = "export",
    .operand = "",
    .summary = "Print the records of all or of chosen matches, one per line (JSON or CSV)",
    DOM_CLI_SLOTS(export_slots),
    .args_bytes = sizeof(export_args),
    .run = export_run};
