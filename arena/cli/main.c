/* domino-arena - the main program: parses the command line, runs one command, returns its exit
 * status. */
#include "args.h"
#include "commands.h"
#include "help.h"
#include "signals.h"
#include "status.h"
#include "version.h"

#include "output/style.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* Allocates memory for jansson and ends the program when there is none. Otherwise a JSON object
 * could lack a key unnoticed. Ending is safe, because the arena may be killed at any instant. */
static void *json_memory(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        (void)fputs("domino-arena: out of memory\n", stderr);
        exit(DOM_CLI_RUNTIME);
    }
    return memory;
}

/* Returns the exit status, or DOM_CLI_RUNTIME if output was lost. ferror finds earlier writes that
 * failed, which the last flush does not. */
static int end_output(int status)
{
    bool is_whole = fflush(stdout) == 0 && !ferror(stdout);
    if (is_whole || status != DOM_CLI_OK)
        return status;
    (void)fputs("domino-arena: cannot write all of standard output\n", stderr);
    return DOM_CLI_RUNTIME;
}

static int run_call(const dom_cli_call *call)
{
    if (call->color)
        (void)setenv(DOM_OUTPUT_COLOR_VARIABLE, call->color, 1);
    if (call->wants_version)
        dom_cli_print_version(stdout);
    else if (call->command && call->wants_help)
        dom_cli_print_help(stdout, call->command);
    else if (call->command)
        return call->command->run(call, call->args);
    else
        dom_cli_print_overview(call->wants_help ? stdout : stderr, call->commands);
    return call->wants_version || call->wants_help ? DOM_CLI_OK : DOM_CLI_USAGE;
}

int main(int argc, char **argv)
{
    json_set_alloc_funcs(json_memory, free);
    dom_cli_signals_init();
    dom_cli_call call;
    dom_err err = {.rc = DOM_OK, .text = ""};
    dom_rc rc = dom_cli_parse(&call, dom_cli_commands, argc, argv, &err);
    int status = rc == DOM_OK ? run_call(&call) : dom_cli_fail(&err);
    dom_cli_call_clear(&call);
    return end_output(status);
}
