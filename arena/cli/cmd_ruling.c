/* `close` and `void`: a tournament ends before its last match, or results do not count. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "tournament/ruling_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *why;
    bool undoes;
} ruling_args;

/* Carries out an order on the database of the command, behind its lock. */
static dom_rc rule(const dom_cli_call *call, dom_tournament_ruling_order *order,
                   dom_tournament_ruling_done *done, dom_err *err)
{
    dom_home home;
    dom_rc rc = dom_cli_change_store(&home, &order->store, call, err);
    if (rc == DOM_OK)
        rc = dom_tournament_ruling_carry_out(done, order, err);
    dom_store_close(&order->store);
    dom_home_unlock(&home);
    return rc;
}

/* ---- close ------------------------------------------------------------------------- */

static int close_run(const dom_cli_call *call, const void *arguments)
{
    const ruling_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_tournament_ruling_done done;
    dom_tournament_ruling_order order = {
        .tournament = call->word[0], .kind = DOM_STORE_RULING_CLOSED, .reason = args->why};
    dom_rc rc = dom_cli_check_reason("--why", args->why, &err);
    if (rc == DOM_OK)
        rc = rule(call, &order, &done, &err);
    if (rc != DOM_OK)
        return dom_cli_fail(&err);
    (void)printf("%s: closed; %llu of %llu matches were played\n", order.tournament,
                 (unsigned long long)done.matches, (unsigned long long)done.total);
    if (done.incomplete > 0)
        (void)printf("%llu set%s not complete, so %s in no list\n",
                     (unsigned long long)done.incomplete, done.incomplete == 1 ? " is" : "s are",
                     done.incomplete == 1 ? "it counts" : "they count");
    (void)printf("its secret is revealed: domino-arena verify %s\n", order.tournament);
    return DOM_CLI_OK;
}

static const dom_cli_slot close_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_WHY, ruling_args, why),
};

const dom_cli_command dom_cli_close = {
    .name = "close",
    .operand = "TOURNAMENT",
    .needs_operand = true,
    .summary = "End a tournament before its last match, and reveal its secret",
    DOM_CLI_SLOTS(close_slots),
    .args_bytes = sizeof(ruling_args),
    .run = close_run};

/* ---- void -------------------------------------------------------------------------- */

/* Takes NAME or NAME/MATCH apart; `name` has room for the whole word. */
static dom_rc read_place(const char *word, char *name, uint64_t *match, dom_err *err)
{
    const char *slash = strchr(word, '/');
    char *end = NULL;
    (void)snprintf(name, strlen(word) + 1, "%.*s", (int)(slash ? slash - word : (long)strlen(word)),
                   word);
    *match = slash ? strtoull(slash + 1, &end, 10) : 0;
    if (slash && (slash[1] < '1' || slash[1] > '9' || *end != '\0' || *match > INT64_MAX))
        return dom_err_set(err, DOM_E_CONFIG,
                           "void: '%.80s' is no match; allowed: TOURNAMENT or TOURNAMENT/MATCH, "
                           "such as spring/12",
                           word);
    return DOM_OK;
}

static dom_rc void_check(const ruling_args *args, dom_err *err)
{
    if (args->why && args->undoes)
        return dom_err_set(err, DOM_E_CONFIG, "--why and --undo exclude each other");
    if (args->why == NULL && !args->undoes)
        return dom_err_set(err, DOM_E_CONFIG,
                           "void: it needs a reason, which the pages show: --why TEXT");
    return dom_cli_check_reason("--why", args->why, err);
}

static int void_run(const dom_cli_call *call, const void *arguments)
{
    const ruling_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_tournament_ruling_done done;
    char *name = malloc(strlen(call->word[0]) + 1);
    dom_tournament_ruling_order order = {.tournament = name,
                                         .kind = args->undoes ? DOM_STORE_RULING_COUNTS
                                                              : DOM_STORE_RULING_VOID,
                                         .reason = args->why};
    dom_rc rc = name ? void_check(args, &err) : dom_err_no_memory(&err);
    if (rc == DOM_OK)
        rc = read_place(call->word[0], name, &order.match, &err);
    if (rc == DOM_OK)
        rc = rule(call, &order, &done, &err);
    free(name);
    if (rc != DOM_OK)
        return dom_cli_fail(&err);
    (void)printf("%s %s\n", call->word[0],
                 args->undoes ? "counts again"
                 : order.match == 0
                     ? "counts in no list any more; everything is still there to be seen"
                     : "counts in no list any more, nor does its set; it is still "
                       "there to be seen");
    return DOM_CLI_OK;
}

static const dom_cli_slot void_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_WHY, ruling_args, why),
    DOM_CLI_SLOT(DOM_CLI_OPT_UNDO, ruling_args, undoes),
};

const dom_cli_command dom_cli_void = {
    .name = "void",
    .operand = "TOURNAMENT[/MATCH]",
    .needs_operand = true,
    .summary = "Take a match or a tournament out of every list, with a reason; nothing is deleted",
    DOM_CLI_SLOTS(void_slots),
    .args_bytes = sizeof(ruling_args),
    .run = void_run};
