/* The completion script for fish: one `complete` for each option of each command. */
#include "completion.h"

#include <stdio.h>

/* The arguments of `complete` for a kind of value. The allowed words follow them, if there are
 * any. */
static const char *const fillers[DOM_CLI_FILLS] = {
    [DOM_CLI_FILL_NOTHING] = "-x",
    [DOM_CLI_FILL_WORDS] = "-x -a ",
    [DOM_CLI_FILL_FOLDER] = "-x -a '(__fish_complete_directories)'",
    [DOM_CLI_FILL_FILE] = "-r -F",
    [DOM_CLI_FILL_LANGUAGE] = "-x -a '$__domino_arena_languages (__fish_complete_directories)'",
    [DOM_CLI_FILL_BOT] = ("-x -a '$__domino_arena_bots (__domino_arena_names bots) "
                          "(__fish_complete_directories)'"),
    [DOM_CLI_FILL_BOTS] = ("-x -a '(__domino_arena_list $__domino_arena_bots "
                           "(__domino_arena_names bots)) (__fish_complete_directories)'"),
    [DOM_CLI_FILL_TOURNAMENT] = "-x -a '(__domino_arena_names tournaments)'",
    [DOM_CLI_FILL_VARIANT] = "-x -a '$__domino_arena_variants'",
    [DOM_CLI_FILL_VARIANTS] = "-x -a '(__domino_arena_list $__domino_arena_variants)'",
};

static void fish_value(const char *value)
{
    char words[DOM_CLI_WORDS_BYTES];
    dom_cli_fill fill = dom_cli_fill_of(value, words);
    (void)printf(" %s", fillers[fill]);
    if (fill == DOM_CLI_FILL_WORDS)
        dom_cli_print_quoted(words, "\\");
}

/* Prints the beginning of a line, such as "complete -c domino-arena -n '__domino_arena_at run'".
 * The command "" stands for a line that has no command yet. */
static void fish_begin(const char *command)
{
    (void)printf("complete -c domino-arena -n '__domino_arena_at \"%s\"'", command);
}

/* Returns true if every command takes the option, so that it needs one line. */
static bool is_everywhere(dom_cli_option_id id)
{
    return dom_cli_options[id].is_global && id != DOM_CLI_OPT_DB;
}

static void fish_option(const char *command, dom_cli_option_id id)
{
    const dom_cli_option *option = &dom_cli_options[id];
    if (is_everywhere(id))
        (void)printf("complete -c domino-arena");
    else
        fish_begin(command);
    (void)printf(" -l %s", option->name);
    if (dom_cli_short_form(option))
        (void)printf(" -s %s", dom_cli_short_form(option) + 1);
    if (option->type != DOM_CLI_FLAG)
        fish_value(option->value);
    (void)printf(" -d ");
    dom_cli_print_quoted(option->help, "\\");
    (void)printf("\n");
}

/* Prints the options of a command that have lines of their own; of NULL, which stands for no
 * command yet, all. */
static void fish_options(const dom_cli_command *command)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_takes(command, i) && (command == NULL || !is_everywhere(i)))
            fish_option(command ? command->name : "", i);
}

static void fish_command(const dom_cli_command *command)
{
    fish_begin("");
    (void)printf(" -a %s -d ", command->name);
    dom_cli_print_quoted(command->summary, "\\");
    (void)printf("\n");
    if (command->operand[0]) {
        fish_begin(command->name);
        fish_value(command->operand);
        (void)printf("\n");
    }
    fish_options(command);
}

static const char start[] =
    "# Completion of domino-arena for fish: domino-arena completion fish | source\n"
    "# Is this the command on the line? \"\" stands for none.\n"
    "function __domino_arena_at\n"
    "    set -l words (commandline -opc)\n"
    "    set -l command ''\n"
    "    set -l skips 1\n"
    "    for word in $words\n"
    "        if test $skips -gt 0\n"
    "            set skips 0\n"
    "        else if contains -- $word --home --db --color\n"
    "            set skips 1\n"
    "        else if not string match -q -- '-*' $word\n"
    "            set command $word\n"
    "            break\n"
    "        end\n"
    "    end\n"
    "    test \"$command\" = \"$argv[1]\"\n"
    "end\n"
    "# Names that the database of this line has.\n"
    "function __domino_arena_names\n"
    "    set -l words (commandline -opc)\n"
    "    set -l given\n"
    "    for i in (seq 2 (count $words))\n"
    "        if contains -- $words[$i] --home --db\n"
    "            set -a given $words[$i] $words[(math $i + 1)]\n"
    "        else if string match -q -r '^--(home|db)=' -- $words[$i]\n"
    "            set -a given $words[$i]\n"
    "        end\n"
    "    end\n"
    "    type -q $words[1]; and $words[1] names $argv[1] $given 2>/dev/null\n"
    "end\n"
    "# Words between commas.\n"
    "function __domino_arena_list\n"
    "    set -l before (commandline -ct | string replace -r '^--[a-z0-9-]+=' '' | "
    "string match -r '^.*,')\n"
    "    for word in $argv\n"
    "        echo \"$before$word\"\n"
    "    end\n"
    "end\n"
    "complete -c domino-arena -f\n";

void dom_cli_complete_fish(const dom_cli_call *call)
{
    (void)printf("%sset -g __domino_arena_variants ", start);
    dom_cli_print_variant_names();
    (void)printf("\nset -g __domino_arena_bots ");
    dom_cli_print_bot_names(call);
    (void)printf("\nset -g __domino_arena_languages ");
    dom_cli_print_language_names(call);
    (void)printf("\n");
    fish_options(NULL);
    for (dom_cli_command_table c = call->commands; *c; c++)
        if (!dom_cli_is_hidden(*c))
            fish_command(*c);
}
