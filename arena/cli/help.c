/* Prints the overview of all commands and the help of one, from the tables that drive parsing. */
#include "help.h"

#include "status.h"

#include <string.h>

void dom_cli_print_overview(FILE *out, dom_cli_command_table commands)
{
    (void)fprintf(out, "domino-arena - tournaments for domino bots\n\n"
                       "Usage: domino-arena COMMAND [OPTIONS]\n\n");
    for (size_t i = 0; commands[i]; i++)
        if (!dom_cli_is_hidden(commands[i]))
            (void)fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    (void)fprintf(out, "\nMore: domino-arena COMMAND --help\n\nExit status:\n");
    for (const dom_cli_status_row *row = dom_cli_statuses; row->number; row++)
        (void)fprintf(out, "  %-12s %s\n", row->number, row->meaning);
}

/* Prints the command's own options, or the global ones. A long option has its text on the next
 * line. */
static void print_help_options(FILE *out, const dom_cli_command *command, bool is_global)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++) {
        const dom_cli_option *o = &dom_cli_options[i];
        char left[120];
        if (o->is_global != is_global || !dom_cli_takes(command, i))
            continue;
        (void)snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "",
                       o->value ? o->value : "");
        bool is_long = strlen(left) > 20;
        (void)fprintf(out, "  %-20s%s%s\n", left, is_long ? "\n                       " : " ",
                      o->help);
    }
}

void dom_cli_print_help(FILE *out, const dom_cli_command *command)
{
    (void)fprintf(out, "Usage: domino-arena %s%s%s [OPTIONS]\n\n%s.\n\n", command->name,
                  command->operand[0] ? " " : "", command->operand, command->summary);
    print_help_options(out, command, false);
    print_help_options(out, command, true);
}
