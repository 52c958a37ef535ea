/* `names KIND`: prints the names that completion proposes, a line for each. It is hidden: only the
 * scripts of `completion` call it, which show no errors. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/string_list.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    bool wants_bots; /* else tournaments */
    dom_strings names;
} proposed_names;

/* Adds a name once. Other names than valid ones may be in a database that somebody else made. They
 * are left out, because bash would run commands that stand in a proposed word. */
static void add_name(proposed_names *list, const char *name)
{
    if (dom_name_is_valid(name, DOM_STORE_TOURNAMENT_NAME_BYTES - 1) &&
        !dom_strings_has(&list->names, name))
        (void)dom_strings_add(&list->names, name);
}

static dom_rc take_names(void *context, const dom_store_tournament *t)
{
    proposed_names *list = context;
    if (!list->wants_bots)
        add_name(list, t->name);
    for (int i = 0; list->wants_bots && i < t->bot_count; i++)
        add_name(list, t->bots[i].name);
    return DOM_OK;
}

static int names_run(const dom_cli_call *call, const void *arguments)
{
    dom_store *store = NULL;
    proposed_names list = {.wants_bots = strcmp(call->word[0], "bots") == 0};
    dom_err err = {.rc = DOM_OK};
    (void)arguments;
    dom_rc rc = dom_cli_read_store(&store, call, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_each(store, take_names, &list, &err);
    dom_store_close(&store);
    dom_strings_sort(&list.names);
    for (size_t i = 0; i < list.names.count; i++)
        (void)printf("%s\n", list.names.item[i]);
    dom_strings_clear(&list.names);
    return rc == DOM_OK ? DOM_CLI_OK : dom_cli_fail(&err);
}

const dom_cli_command dom_cli_names = {.name = "names",
                                       .operand = "bots|tournaments",
                                       .needs_operand = true,
                                       .summary = "",
                                       .run = names_run};
