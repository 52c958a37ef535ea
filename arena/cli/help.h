/* cli/help.h - prints the texts of --help from the tables of commands and options. */
#ifndef DOM_CLI_HELP_H
#define DOM_CLI_HELP_H

#include "args.h"

#include <stdio.h>

/* Prints the list of commands and of exit statuses. */
void dom_cli_print_overview(FILE *out, dom_cli_command_table commands);

/* Prints one command's usage with its own options, then the global ones. */
void dom_cli_print_help(FILE *out, const dom_cli_command *command);

#endif
