/* `completion SHELL`: prints the completion script for a shell. */
#include "commands.h"
#include "completion.h"
#include "status.h"

#include <string.h>

static const struct {
    const char *shell;
    void (*print)(const dom_cli_call *call);
} shells[] = {
    {"bash", dom_cli_complete_bash},
    {"zsh", dom_cli_complete_zsh},
    {"fish", dom_cli_complete_fish},
};

static int completion_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].shell, call->word[0]) == 0)
            shells[i].print(call);
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_completion = {
    .name = "completion",
    .operand = "bash|zsh|fish",
    .needs_operand = true,
    .summary = "Print a script with which a shell completes commands, options and values",
    .lacks_database = true,
    .run = completion_run};
