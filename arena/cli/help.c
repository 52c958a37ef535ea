#include "help.h"

#include "status.h"

#include "output/output.h"

#include <string.h>

enum { LEFT = 20 }; /* width of an option and its value beside its text */

static void print_help_item(FILE *out, const char *name, const char *text)
{
    char label[40];
    (void)snprintf(label, sizeof label, "  %-12s ", name);
    dom_output_put_item(out, DOM_OUTPUT_PLAIN, label, text);
}

void dom_cli_print_overview(FILE *out, dom_cli_command_table commands)
{
    (void)fprintf(out, "domino-arena - tournaments for domino bots\n\n"
                       "Usage: domino-arena COMMAND [OPTIONS]\n\n");
    for (size_t i = 0; commands[i]; i++)
        if (!dom_cli_is_hidden(commands[i]))
            print_help_item(out, dom_cli_words_of(commands[i]).text, commands[i]->summary);
    (void)fprintf(out, "\nMore: domino-arena COMMAND --help\n\nExit status:\n");
    for (const dom_cli_status_row *row = dom_cli_statuses; row->number; row++)
        print_help_item(out, row->number, row->meaning);
}

/* Prints the command's own options, or the global ones. A long option has its text on the next
 * line. */
static void print_help_options(FILE *out, const dom_cli_command *command, bool is_global)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++) {
        const dom_cli_option *o = &dom_cli_options[i];
        char left[120], label[LEFT + 4];
        if (o->is_global != is_global || !dom_cli_takes(command, i))
            continue;
        (void)snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "",
                       o->value ? o->value : "");
        if (strlen(left) > LEFT)
            (void)fprintf(out, "  %s\n", left);
        (void)snprintf(label, sizeof label, "  %-*s ", LEFT, strlen(left) > LEFT ? "" : left);
        dom_output_put_item(out, DOM_OUTPUT_PLAIN, label, o->help);
    }
}

void dom_cli_print_help(FILE *out, const dom_cli_command *command)
{
    (void)fprintf(out, "Usage: domino-arena %s%s%s [OPTIONS]\n\n%s.\n\n",
                  dom_cli_words_of(command).text, command->operand[0] ? " " : "", command->operand,
                  command->summary);
    print_help_options(out, command, false);
    print_help_options(out, command, true);
}
