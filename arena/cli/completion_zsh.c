/* The completion script for zsh: one specification of _arguments for each option. */
#include "completion.h"

#include <stdio.h>

/* The action of _arguments that completes a value. Words stand in parentheses instead. After a
 * leading blank, _arguments adds no arguments of its own. */
static const char *const actions[DOM_CLI_FILLS] = {
    [DOM_CLI_FILL_NOTHING] = " ",
    [DOM_CLI_FILL_WORDS] = "",
    [DOM_CLI_FILL_FOLDER] = "_files -/",
    [DOM_CLI_FILL_FILE] = "_files",
    [DOM_CLI_FILL_LANGUAGE] = " _domino_arena_list languages -d",
    [DOM_CLI_FILL_BOT] = " _domino_arena_list bots -d",
    [DOM_CLI_FILL_BOTS] = " _domino_arena_list bots -d",
    [DOM_CLI_FILL_TOURNAMENT] = " _domino_arena_names tournaments",
    [DOM_CLI_FILL_VARIANT] = "compadd -a variants",
    [DOM_CLI_FILL_VARIANTS] = " _domino_arena_list variants",
};

/* ":VALUE:ACTION", within single quotes. A colon ends a part. */
static void zsh_value(const char *value)
{
    char words[DOM_CLI_WORDS_BYTES];
    dom_cli_fill fill = dom_cli_fill_of(value, words);
    (void)printf("':'");
    dom_cli_print_quoted(value, ":\\");
    (void)printf("':%s%s%s%s'", fill == DOM_CLI_FILL_WORDS ? "(" : "", words,
                 fill == DOM_CLI_FILL_WORDS ? ")" : "", actions[fill]);
}

/* '*--output='[help]:FILE:_files, and the same for -o. An option may be repeated. */
static void zsh_option(const dom_cli_option *option, const char *dashes, const char *name)
{
    bool is_flag = option->type == DOM_CLI_FLAG;
    (void)printf(" \\\n            '*%s%s%s['", dashes, name, is_flag ? "" : dashes[1] ? "=" : "+");
    dom_cli_print_quoted(option->help, "[]:\\");
    (void)printf("']'");
    if (!is_flag)
        zsh_value(option->value);
}

static void zsh_options(const dom_cli_command *command)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++) {
        const dom_cli_option *option = &dom_cli_options[i];
        if (!dom_cli_takes(command, i))
            continue;
        zsh_option(option, "--", option->name);
        if (dom_cli_short_form(option))
            zsh_option(option, "-", dom_cli_short_form(option) + 1);
    }
}

static void zsh_commands(dom_cli_command_table commands)
{
    (void)printf("    local -a commands=(\n");
    for (dom_cli_command_table c = commands; *c; c++)
        if (!dom_cli_is_hidden(*c)) {
            (void)printf("        '%s:'", (*c)->name);
            dom_cli_print_quoted((*c)->summary, ":\\");
            (void)printf("\n");
        }
    (void)printf("    )\n");
}

static void zsh_cases(dom_cli_command_table commands)
{
    for (dom_cli_command_table c = commands; *c; c++) {
        if (dom_cli_is_hidden(*c))
            continue;
        (void)printf("    %s)\n        _arguments", (*c)->name);
        zsh_options(*c);
        if ((*c)->operand[0]) {
            (void)printf(" \\\n            '*'");
            zsh_value((*c)->operand);
        }
        (void)printf("\n        ;;\n");
    }
}

static const char start[] =
    "#compdef domino-arena\n"
    "# Completion of domino-arena for zsh: source <(domino-arena completion zsh)\n"
    "# _domino_arena_names KIND: names that the database of this command has. `typed` has its "
    "words.\n"
    "_domino_arena_names() {\n"
    "    local -a given\n"
    "    local i\n"
    "    for ((i = 2; i <= $#typed; i++)); do\n"
    "        case $typed[i] in\n"
    "        --home|--db) given+=($typed[i] ${typed[i+1]/#\\~/$HOME}) ;;\n"
    "        --home=*|--db=*) given+=($typed[i]) ;;\n"
    "        esac\n"
    "    done\n"
    "    compadd ${@:2} -- ${(f)\"$(${typed[1]/#\\~/$HOME} names $1 $given 2>/dev/null)\"}\n"
    "}\n"
    "# _domino_arena_list ARRAY [-d]: words between commas; with -d also folders.\n"
    "_domino_arena_list() {\n"
    "    compset -P '*,'\n"
    "    compadd -S '' -a \"$1\"\n"
    "    [[ $1 == bots ]] && _domino_arena_names bots -S ''\n"
    "    [[ $2 == -d ]] && _files -/\n"
    "}\n"
    "_domino_arena() {\n"
    "    local curcontext=$curcontext state line\n"
    "    local -a typed=(\"${(@Q)words[1,CURRENT]}\")\n"
    "    typeset -A opt_args\n";

void dom_cli_complete_zsh(const dom_cli_call *call)
{
    (void)printf("%s    local -a variants=(", start);
    dom_cli_print_variant_names();
    (void)printf(")\n    local -a bots=(");
    dom_cli_print_bot_names(call);
    (void)printf(")\n    local -a languages=(");
    dom_cli_print_language_names(call);
    (void)printf(")\n");
    zsh_commands(call->commands);
    (void)printf("    _arguments -C -A '-*'");
    zsh_options(NULL);
    (void)printf(" \\\n            '1: :->command' '*:: :->rest'\n"
                 "    case $state in\n"
                 "    command) _describe command commands; return ;;\n"
                 "    rest) ;;\n"
                 "    *) return ;;\n"
                 "    esac\n"
                 "    case $words[1] in\n");
    zsh_cases(call->commands);
    (void)printf("    esac\n}\n(( $+functions[compdef] )) && compdef _domino_arena domino-arena\n");
}
