/* `entry TOURNAMENT BOT`: another version of a bot plays on in a tournament, or the bot leaves it
 * or comes back. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "output/remarks.h"
#include "results/named_versions.h"
#include "tournament/entry_order.h"

#include <jansson.h>
#include <stdio.h>

typedef struct {
    const char *take, *disqualify, *reason;
    bool withdraws, readmits, is_json;
} entry_args;

/* Finds the one action that is asked for. */
static dom_rc entry_action(const entry_args *args, dom_tournament_entry_action *out, dom_err *err)
{
    const bool is_given[] = {[DOM_TOURNAMENT_ENTRY_TAKE] = args->take != NULL,
                             [DOM_TOURNAMENT_ENTRY_WITHDRAW] = args->withdraws,
                             [DOM_TOURNAMENT_ENTRY_DISQUALIFY] = args->disqualify != NULL,
                             [DOM_TOURNAMENT_ENTRY_READMIT] = args->readmits};
    int count = 0;
    for (size_t i = 0; i < sizeof is_given / sizeof *is_given; i++)
        if (is_given[i]) {
            *out = (dom_tournament_entry_action)i;
            count++;
        }
    if (count != 1)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "entry: %s; allowed: one of --take BOT, --withdraw, --disqualify REASON, "
            "--readmit",
            count == 0 ? "it does not say what changes" : "one change at a time");
    if (args->reason && *out != DOM_TOURNAMENT_ENTRY_WITHDRAW)
        return dom_err_set(err, DOM_E_CONFIG, "--reason: only with --withdraw");
    return DOM_OK;
}

static void say_done(const dom_tournament_entry_order *order, const dom_tournament_entry_done *done)
{
    static const char *const words[] = {[DOM_TOURNAMENT_ENTRY_TAKE] = "plays on with",
                                        [DOM_TOURNAMENT_ENTRY_WITHDRAW] = "is withdrawn, last",
                                        [DOM_TOURNAMENT_ENTRY_DISQUALIFY] = "is disqualified, last",
                                        [DOM_TOURNAMENT_ENTRY_READMIT] = "plays again with"};
    (void)printf("%s: %s %s version %.8s\n", order->tournament, order->name, words[order->action],
                 done->version);
    if (done->moved == 0) {
        (void)printf("all sets have begun, so nothing is left to play\n");
        return;
    }
    (void)printf("%llu set%s had not begun; %llu of them with %s\n",
                 (unsigned long long)done->moved, done->moved == 1 ? "" : "s",
                 (unsigned long long)done->own, order->name);
    (void)printf("commitment to their deals: %s\n", done->commit);
}

static dom_rc print_json(const dom_tournament_entry_order *order,
                         const dom_tournament_entry_done *done, dom_err *err)
{
    json_t *root = json_pack("{s:i, s:s, s:s, s:s, s:I, s:I, s:s*}", "schema", 1, "tournament",
                             order->tournament, "name", order->name, "version", done->version,
                             "sets", (json_int_t)done->moved, "own_sets", (json_int_t)done->own,
                             "commit", done->commit[0] ? done->commit : NULL);
    int bad = root == NULL || json_dumpf(root, stdout, JSON_COMPACT) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad ? dom_err_no_memory(err) : DOM_OK;
}

static int entry_run(const dom_cli_call *call, const void *arguments)
{
    const entry_args *args = arguments;
    dom_home home = {.lock_fd = -1};
    dom_err err = {.rc = DOM_OK};
    dom_tournament_entry_done done;
    dom_tournament_entry_order order = {.tournament = call->word[0],
                                        .name = call->word[1],
                                        .bot = args->take,
                                        .reason =
                                            args->disqualify ? args->disqualify : args->reason};
    dom_rc rc = entry_action(args, &order.action, &err);
    if (rc == DOM_OK)
        rc = dom_cli_check_reason(args->disqualify ? "--disqualify" : "--reason", order.reason,
                                  &err);
    if (rc == DOM_OK)
        rc = dom_cli_change_store(&home, &order.store, call, &err);
    dom_bots_places places = dom_results_places_of(&home, &dom_output_listener);
    order.places = &places;
    if (rc == DOM_OK)
        rc = dom_tournament_entry_carry_out(&done, &order, &err);
    dom_store_close(&order.store);
    dom_home_unlock(&home);
    if (rc == DOM_OK && args->is_json)
        rc = print_json(&order, &done, &err);
    else if (rc == DOM_OK)
        say_done(&order, &done);
    return rc == DOM_OK ? DOM_CLI_OK : dom_cli_fail(&err);
}

static const dom_cli_slot entry_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_TAKE, entry_args, take),
    DOM_CLI_SLOT(DOM_CLI_OPT_WITHDRAW, entry_args, withdraws),
    DOM_CLI_SLOT(DOM_CLI_OPT_REASON, entry_args, reason),
    DOM_CLI_SLOT(DOM_CLI_OPT_DISQUALIFY, entry_args, disqualify),
    DOM_CLI_SLOT(DOM_CLI_OPT_READMIT, entry_args, readmits),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, entry_args, is_json),
};

const dom_cli_command dom_cli_entry = {
    .name = "entry",
    .operand = "TOURNAMENT BOT",
    .needs_operand = true,
    .summary =
        "Change who plays on in a tournament: a new version, a bot that leaves or comes back",
    DOM_CLI_SLOTS(entry_slots),
    .args_bytes = sizeof(entry_args),
    .run = entry_run};
