/* `seats`: shows what a seat and the first lead are worth in each variant. */
#include "commands.h"
#include "common.h"

#include "output/seats_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament;
    dom_strings variants;
    bool is_json;
} seats_args;

static dom_rc seats_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                         dom_err *err)
{
    const seats_args *args = arguments;
    (void)call;
    dom_results_seats seats;
    dom_rc rc = dom_results_seats_read(&seats, store, args->tournament, &args->variants, err);
    if (rc == DOM_OK)
        rc = args->is_json ? dom_output_seats_json(stdout, &seats, err)
                           : dom_output_seats_text(stdout, &seats, err);
    dom_results_seats_clear(&seats);
    return rc;
}

static int seats_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, NULL, seats_show);
}

static const dom_cli_slot seats_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, seats_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, seats_args, tournament),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, seats_args, is_json),
};

const dom_cli_command dom_cli_seats = {
    .name = "seats",
    .operand = "",
    .summary = "Show what each seat and the first lead are worth, per variant",
    DOM_CLI_SLOTS(seats_slots),
    .args_bytes = sizeof(seats_args),
    .run = seats_run};
