/* `queue`: which command is writing to the database, and which wait for it. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include <jansson.h>
#include <stdio.h>

typedef struct {
    bool is_json;
} queue_args;

static json_t *user_json(const dom_home_user *user)
{
    return json_pack("{s:i, s:s}", "process", user->pid, "command", user->command);
}

static dom_rc print_queue_json(const dom_home_user *holder, const dom_home_user waiting[],
                               size_t count, dom_err *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, user_json(&waiting[i]));
    json_t *root = json_pack("{s:i, s:o*, s:o}", "schema", 1, "holder",
                             holder->pid ? user_json(holder) : NULL, "waiting", list);
    int bad = root == NULL || json_dumpf(root, stdout, JSON_COMPACT) != 0;
    json_decref(root);
    (void)printf("\n");
    return bad ? dom_err_no_memory(err) : DOM_OK;
}

static void print_queue(const dom_home_user *holder, const dom_home_user waiting[], size_t count)
{
    if (holder->pid == 0)
        (void)printf("no command is writing to the database\n");
    else
        (void)printf("process %d: %s\n", holder->pid, holder->command);
    for (size_t i = 0; i < count; i++)
        (void)printf("%zu. process %d waits: %s\n", i + 1, waiting[i].pid, waiting[i].command);
}

static int queue_run(const dom_cli_call *call, const void *arguments)
{
    const queue_args *args = arguments;
    dom_home home;
    dom_err err = {.rc = DOM_OK};
    dom_home_user holder, waiting[DOM_HOME_QUEUE_MAX];
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc != DOM_OK)
        return dom_cli_fail(&err);
    dom_home_holder_read(&holder, &home);
    size_t count = dom_home_queue_read(waiting, &home);
    if (args->is_json)
        rc = print_queue_json(&holder, waiting, count, &err);
    else
        print_queue(&holder, waiting, count);
    return rc == DOM_OK ? DOM_CLI_OK : dom_cli_fail(&err);
}

static const dom_cli_slot queue_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, queue_args, is_json),
};

const dom_cli_command dom_cli_queue = {
    .name = "queue",
    .operand = "",
    .summary = "Show which command is writing to the database, how far it is, and which wait",
    DOM_CLI_SLOTS(queue_slots),
    .args_bytes = sizeof(queue_args),
    .run = queue_run};
