/* `luck`: shows points raw and adjusted for the luck of the deals. */
#include "commands.h"
#include "common.h"

#include "output/luck_text.h"

#include <stdio.h>

typedef struct {
    const char *tournament;
    dom_strings variants;
    bool is_json;
} luck_args;

static dom_rc luck_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                        dom_err *err)
{
    const luck_args *args = arguments;
    (void)call;
    dom_results_luck luck;
    dom_rc rc = dom_results_luck_read(&luck, store, args->tournament, &args->variants, err);
    if (rc == DOM_OK && args->is_json)
        rc = dom_output_luck_json(stdout, &luck, &args->variants, err);
    else if (rc == DOM_OK)
        rc = dom_output_luck_text(stdout, &luck, &args->variants, err);
    dom_results_luck_clear(&luck);
    return rc;
}

static int luck_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, NULL, luck_show);
}

static const dom_cli_slot luck_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, luck_args, variants),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, luck_args, tournament),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, luck_args, is_json),
};

const dom_cli_command dom_cli_luck = {.name = "luck",
                                      .operand = "",
                                      .summary =
                                          "Show the points of a tournament (else of the newest) "
                                          "without the luck of the deals, for incomplete sets",
                                      DOM_CLI_SLOTS(luck_slots),
                                      .args_bytes = sizeof(luck_args),
                                      .run = luck_run};
