/* A completion script for bash, from the tables that also drive parsing and help. */
#include "args_table.h"
#include "commands.h"

#include "home.h"

#include <dirent.h>
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

static void print_words(const char *words)
{
    for (; *words; words++)
        (void)putchar(*words == '|' ? ' ' : *words);
}

/* The call that completes a value, brackets around it or not. */
static void print_fill(const char *value)
{
    char bare[64];
    dom_text_copy(bare, sizeof bare, value[0] == '[' ? value + 1 : value);
    bare[strcspn(bare, "]")] = '\0';
    if (arg_are_words(bare)) {
        (void)printf("_domino_arena_words '");
        print_words(bare);
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

static void print_variants(void)
{
    (void)printf("    local variants='");
    for (size_t i = 0; i < dom_variant_count(); i++)
        (void)printf("%s%s", i ? " " : "", dom_variant_at(i).name);
    (void)printf("'\n");
}

/* What came along with the program: the folders of a folder. */
static void print_names(const char *variable, const char *folder)
{
    DIR *dir = opendir(folder);
    (void)printf("    local %s='", variable);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_BOT_NAME_BYTES - 1))
            (void)printf("%s ", d->d_name);
    (void)printf("'\n");
    if (dir)
        (void)closedir(dir);
}

static void print_shipped(const cli_args *args)
{
    cli_home home;
    bool is_found = cli_home_find(&home, args, NULL) == DOM_OK;
    print_names("bots", is_found ? home.shipped_bots : "");
    print_names("languages", is_found ? home.starters : "");
}

/* --home | --db */
static void print_names_of_values(void)
{
    const arg_option *o;
    bool is_first = true;
    for (size_t i = 0; (o = arg_option_at(i)) != NULL; i++)
        if (o->is_global && o->type != ARG_FLAG) {
            (void)printf("%s--%s", is_first ? "" : " | ", o->name);
            is_first = false;
        }
}

/* 'export --output' | 'export -o': options of one name may take values of two kinds. */
static void print_uses(const arg_option *option)
{
    const char *between = "", *short_form = arg_short_form(option);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (arg_is_hidden(c) || !arg_is_taken(c, option))
            continue;
        (void)printf("%s'%s --%s'", between, c->name, option->name);
        between = " | ";
        if (short_form)
            (void)printf("%s'%s %s'", between, c->name, short_form);
    }
}

static void print_values(void)
{
    const arg_option *o;
    (void)printf("    case \"$command $previous\" in\n");
    for (size_t i = 0; (o = arg_option_at(i)) != NULL; i++)
        if (o->type != ARG_FLAG) {
            (void)printf("    ");
            if (o->is_global)
                (void)printf("*' --%s'", o->name);
            else
                print_uses(o);
            (void)printf(") ");
            print_fill(o->value);
            (void)printf("; return ;;\n");
        }
    (void)printf("    esac\n");
}

static void print_options(const cli_command *command)
{
    const arg_option *o;
    for (size_t i = 0; (o = arg_option_at(i)) != NULL; i++)
        if (arg_is_taken(command, o))
            (void)printf(" --%s", o->name);
}

static void print_commands(void)
{
    (void)printf("    case $command in\n    '') _domino_arena_words 'help");
    for (const cli_command *c = cli_commands; c->name; c++)
        if (!arg_is_hidden(c))
            (void)printf(" %s", c->name);
    print_options(NULL);
    (void)printf("' ;;\n");
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (arg_is_hidden(c))
            continue;
        (void)printf("    %s)\n        case $current in\n        -*) _domino_arena_words '",
                     c->name);
        print_options(c);
        (void)printf("' ;;\n        *) ");
        print_fill(c->operand);
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

int cmd_completion(const cli_args *args)
{
    (void)printf("%s_domino_arena()\n{\n", helpers);
    print_variants();
    print_shipped(args);
    (void)printf("%s        ", look);
    print_names_of_values();
    (void)printf(") [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++)); ((i++)) ;;\n"
                 "        -*) ;;\n"
                 "        *) command=${COMP_WORDS[i]}; break ;;\n"
                 "        esac\n"
                 "    done\n");
    print_values();
    print_commands();
    (void)printf("}\ncomplete -F _domino_arena domino-arena\n");
    return CLI_OK;
}
