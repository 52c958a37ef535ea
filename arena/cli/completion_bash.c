/* The completion script for bash. */
#include "completion.h"

#include <stdio.h>

/* The bash function that completes a kind of value. The allowed words follow it, if there are
 * any. */
static const char *const calls[DOM_CLI_FILLS] = {
    [DOM_CLI_FILL_NOTHING] = ":",
    [DOM_CLI_FILL_WORDS] = "_domino_arena_words ",
    [DOM_CLI_FILL_FOLDER] = "_domino_arena_files -d",
    [DOM_CLI_FILL_FILE] = "_domino_arena_files -f",
    [DOM_CLI_FILL_LANGUAGE] = "_domino_arena_list \"$languages\" -d",
    [DOM_CLI_FILL_BOT] = "_domino_arena_bot",
    [DOM_CLI_FILL_BOTS] = "_domino_arena_list \"$bots $(_domino_arena_names bots)\" -d",
    [DOM_CLI_FILL_TOURNAMENT] = "_domino_arena_words \"$(_domino_arena_names tournaments)\"",
    [DOM_CLI_FILL_VARIANT] = "_domino_arena_words \"$variants\"",
    [DOM_CLI_FILL_VARIANTS] = "_domino_arena_list \"$variants\"",
};

static void completion_fill(const char *value)
{
    char words[DOM_CLI_WORDS_BYTES];
    dom_cli_fill fill = dom_cli_fill_of(value, words);
    (void)printf("%s", calls[fill]);
    if (fill == DOM_CLI_FILL_WORDS)
        dom_cli_print_quoted(words, "");
}

static void completion_names(const dom_cli_call *call)
{
    (void)printf("    local variants='");
    dom_cli_print_variant_names();
    (void)printf("'\n    local bots='");
    dom_cli_print_bot_names(call);
    (void)printf("'\n    local languages='");
    dom_cli_print_language_names(call);
    (void)printf("'\n");
}

/* Prints "--home | --db", the global options with a value. */
static void completion_names_of_values(void)
{
    bool is_first = true;
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].is_global && dom_cli_options[i].type != DOM_CLI_FLAG) {
            (void)printf("%s--%s", is_first ? "" : " | ", dom_cli_options[i].name);
            is_first = false;
        }
}

/* Prints 'export --output' | 'export -o'. The command is a part of the pattern because two options
 * of one name may take different values. */
static void completion_uses(dom_cli_command_table commands, dom_cli_option_id id)
{
    const dom_cli_option *option = &dom_cli_options[id];
    const char *between = "", *short_form = dom_cli_short_form(option);
    for (dom_cli_command_table c = commands; *c; c++) {
        if (dom_cli_is_hidden(*c) || !dom_cli_takes(*c, id))
            continue;
        (void)printf("%s'%s --%s'", between, (*c)->name, option->name);
        between = " | ";
        if (short_form)
            (void)printf("%s'%s %s'", between, (*c)->name, short_form);
    }
}

static void completion_values(dom_cli_command_table commands)
{
    (void)printf("    case \"$command $previous\" in\n");
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].type != DOM_CLI_FLAG) {
            (void)printf("    ");
            if (dom_cli_options[i].is_global)
                (void)printf("*' --%s'", dom_cli_options[i].name);
            else
                completion_uses(commands, i);
            (void)printf(") ");
            completion_fill(dom_cli_options[i].value);
            (void)printf("; return ;;\n");
        }
    (void)printf("    esac\n");
}

static void completion_options(const dom_cli_command *command)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_takes(command, i))
            (void)printf(" --%s", dom_cli_options[i].name);
}

static void completion_commands(dom_cli_command_table commands)
{
    (void)printf("    case $command in\n    '') _domino_arena_words 'help");
    for (dom_cli_command_table c = commands; *c; c++)
        if (!dom_cli_is_hidden(*c))
            (void)printf(" %s", (*c)->name);
    completion_options(NULL);
    (void)printf("' ;;\n");
    for (dom_cli_command_table c = commands; *c; c++) {
        if (dom_cli_is_hidden(*c))
            continue;
        (void)printf("    %s)\n        case $current in\n        -*) _domino_arena_words '",
                     (*c)->name);
        completion_options(*c);
        (void)printf("' ;;\n        *) ");
        completion_fill((*c)->operand);
        (void)printf(" ;;\n        esac\n        ;;\n");
    }
    (void)printf("    esac\n");
}

static const char helpers[] =
    "# Completion of domino-arena for bash: source <(domino-arena completion bash)\n"
    "_domino_arena_words()\n"
    "{\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\")\n"
    "}\n"
    "_domino_arena_files()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$current\")\n"
    "}\n"
    "# Names that the database of this line has.\n"
    "_domino_arena_names()\n"
    "{\n"
    "    local i value given=()\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        [[ ${COMP_WORDS[i]} == --home || ${COMP_WORDS[i]} == --db ]] || continue\n"
    "        value=${COMP_WORDS[i + 1]}\n"
    "        [[ $value == = ]] && value=${COMP_WORDS[i + 2]}\n"
    "        given+=(\"${COMP_WORDS[i]}\" \"${value/#\\~/$HOME}\")\n"
    "    done\n"
    "    \"${COMP_WORDS[0]}\" names \"$1\" \"${given[@]}\" 2>/dev/null\n"
    "}\n"
    "# A bot: a sample bot, one that has played, or a folder.\n"
    "_domino_arena_bot()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -d -W \"$bots $(_domino_arena_names bots)\" -- "
    "\"$current\" | sort -u)\n"
    "}\n"
    "# Words between commas; with -d also folders.\n"
    "_domino_arena_list()\n"
    "{\n"
    "    local before=\n"
    "    [[ $current == *,* ]] && before=${current%,*},\n"
    "    compopt -o nospace 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen ${2:+\"$2\"} -W \"$1\" -P \"$before\" -- "
    "\"${current##*,}\" | sort -u)\n"
    "}\n";

/* Looks at the words up to the cursor. bash splits --name=value into three words. */
static const char look[] =
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command='' i\n"
    "    COMPREPLY=()\n"
    "    if [[ $current == = ]]; then\n"
    "        current=\n"
    "    elif [[ $previous == = ]]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        case ${COMP_WORDS[i]} in\n";

void dom_cli_complete_bash(const dom_cli_call *call)
{
    (void)printf("%s_domino_arena()\n{\n", helpers);
    completion_names(call);
    (void)printf("%s        ", look);
    completion_names_of_values();
    (void)printf(") [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++)); ((i++)) ;;\n"
                 "        -*) ;;\n"
                 "        *) command=${COMP_WORDS[i]}; break ;;\n"
                 "        esac\n"
                 "    done\n");
    completion_values(call->commands);
    completion_commands(call->commands);
    (void)printf("}\ncomplete -F _domino_arena domino-arena\n");
}
