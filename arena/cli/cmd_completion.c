/* A completion script for bash, from the tables that also drive parsing and help. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* What completes a value, by what stands for it; the rest is free text. */
static const struct {
    const char *value, *call;
} fills[] = {
    {"DIR", "_domino_arena_files -d"},
    {"FILE", "_domino_arena_files -f"},
    {"FILE.csv", "_domino_arena_files -f"},
    {"TOURNAMENT.yaml", "_domino_arena_files -f"},
    {"LANG DIR", "_domino_arena_list \"$languages\" -d"},
    {"BOT", "_domino_arena_list \"$bots\" -d"},
    {"VARIANT", "_domino_arena_words \"$variants\""},
    {"V,...", "_domino_arena_list \"$variants\""},
    {"A,B,...", "_domino_arena_list \"$bots\" -d"},
    {"C,D,...", "_domino_arena_list \"$bots\" -d"},
    {"A B", "_domino_arena_bot"},
};

static void completion_words(const char *words)
{
    for (; *words; words++)
        (void)putchar(*words == '|' ? ' ' : *words);
}

/* The call that completes a value, brackets around it or not. */
static void completion_fill(const char *value)
{
    char bare[64];
    dom_text_copy(bare, sizeof bare, value[0] == '[' ? value + 1 : value);
    bare[strcspn(bare, "]")] = '\0';
    if (dom_cli_are_words(bare)) {
        (void)printf("_domino_arena_words '");
        completion_words(bare);
        (void)printf("'");
        return;
    }
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        if (strcmp(fills[i].value, bare) == 0) {
            (void)printf("%s", fills[i].call);
            return;
        }
    (void)printf(":");
}

static void completion_variants(void)
{
    (void)printf("    local variants='");
    for (size_t i = 0; i < dom_variant_count(); i++)
        (void)printf("%s%s", i ? " " : "", dom_variant_at(i).name);
    (void)printf("'\n");
}

/* What came along with the program: the folders of a folder. */
static void completion_names(const char *variable, const char *folder)
{
    DIR *dir = opendir(folder);
    (void)printf("    local %s='", variable);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_STORE_BOT_NAME_BYTES - 1))
            (void)printf("%s ", d->d_name);
    (void)printf("'\n");
    if (dir)
        (void)closedir(dir);
}

static void completion_shipped(const dom_cli_call *call)
{
    dom_home home;
    bool is_found = dom_cli_find_home(&home, call, NULL) == DOM_OK;
    completion_names("bots", is_found ? home.shipped_bots : "");
    completion_names("languages", is_found ? home.starters : "");
}

/* --home | --db */
static void completion_names_of_values(void)
{
    bool is_first = true;
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].is_global && dom_cli_options[i].type != DOM_CLI_FLAG) {
            (void)printf("%s--%s", is_first ? "" : " | ", dom_cli_options[i].name);
            is_first = false;
        }
}

/* 'export --output' | 'export -o': options of one name may take values of two kinds. */
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
    "# A bot: a sample bot or a folder.\n"
    "_domino_arena_bot()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -d -W \"$bots\" -- \"$current\")\n"
    "}\n"
    "# Words between commas; with -d also folders.\n"
    "_domino_arena_list()\n"
    "{\n"
    "    local before=\n"
    "    [[ $current == *,* ]] && before=${current%,*},\n"
    "    compopt -o nospace 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen ${2:+\"$2\"} -W \"$1\" -P \"$before\" -- "
    "\"${current##*,}\")\n"
    "}\n";

/* The words up to the cursor; bash splits --name=value in three. */
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

static int completion_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    (void)printf("%s_domino_arena()\n{\n", helpers);
    completion_variants();
    completion_shipped(call);
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
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_completion = {
    .name = "completion",
    .operand = "bash",
    .needs_operand = true,
    .summary = "Print what completes commands and options in a shell",
    .run = completion_run};
