/* cli/help.h - what the program says about its commands and options. */
#ifndef DOM_CLI_HELP_H
#define DOM_CLI_HELP_H

#include "args.h"

#include <stdio.h>

/* Print all commands and what the exit statuses mean. */
void dom_cli_print_overview(FILE *out, dom_cli_command_table commands);

/* Print one command with its options. */
void dom_cli_print_help(FILE *out, const dom_cli_command *command);

#endif
