/* Command lines and their results: the fields that are set, or the message. */
#include "args.h"
#include "commands.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 16, TEXT_BYTES = 1024 };

/* A text that grows at its end. */
typedef struct {
    char text[TEXT_BYTES];
    size_t length;
} dump;

__attribute__((format(printf, 2, 3))) static void dump_add(dump *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(d->text + d->length, sizeof d->text - d->length, format, args);
    va_end(args);
    cr_assert(length >= 0 && d->length + (size_t)length < sizeof d->text);
    d->length += (size_t)length;
}

static void dump_list(dump *d, const char *name, const dom_strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        dump_add(d, i ? ",%s" : " %s=%s", i ? list->item[i] : name, i ? "" : list->item[i]);
}

static void dump_text(dump *d, const char *name, const char *text)
{
    if (text)
        dump_add(d, " %s=%s", name, text);
}

/* Writes a field of a command's struct if it differs from its default. */
static void dump_field(dump *d, const dom_cli_slot *slot, const unsigned char *args)
{
    const dom_cli_option *option = &dom_cli_options[slot->option];
    const void *field = args + slot->offset;
    bool is_said = slot->said_offset ? *(const bool *)(args + slot->said_offset) : false;
    switch (slot->type) {
    case DOM_CLI_FLAG:
        if (*(const bool *)field)
            dump_add(d, " %s", option->name);
        break;
    case DOM_CLI_TEXT:
    case DOM_CLI_WORD:
        dump_text(d, option->name, *(const char *const *)field);
        break;
    case DOM_CLI_LIST:
        dump_list(d, option->name, field);
        break;
    case DOM_CLI_NUMBER:
        if (is_said || *(const int64_t *)field)
            dump_add(d, " %s=%lld%s", option->name, (long long)*(const int64_t *)field,
                     is_said ? " (said)" : "");
        break;
    case DOM_CLI_REAL:
        if (*(const double *)field != 0)
            dump_add(d, " %s=%g", option->name, *(const double *)field);
        break;
    case DOM_CLI_PAIR:
        if (*(const char *const *)field)
            dump_add(d, " %s=%s+%s", option->name, ((const char *const *)field)[0],
                     ((const char *const *)field)[1]);
        break;
    }
}

/* Writes the command, its operands, the common options and then its own options in order. */
static void dump_call(dump *d, const dom_cli_call *call)
{
    dump_add(d, "%s", call->command ? call->command->name : "-");
    for (int i = 0; i < DOM_CLI_WORDS_MAX && call->word[i]; i++)
        dump_add(d, " '%s'", call->word[i]);
    dump_text(d, "home", call->home);
    dump_text(d, "color", call->color);
    dump_text(d, "db", call->db);
    dump_add(d, "%s%s", call->wants_help ? " help" : "", call->wants_version ? " version" : "");
    for (size_t i = 0; call->command && i < call->command->slot_count; i++)
        dump_field(d, &call->command->slots[i], call->args);
}

static const struct {
    const char *line; /* words between blanks; "''" is an empty one              */
    const char *says;
} rows[] = {
    /* the command, wherever it stands */
    {"", "-"},
    {"--version", "- version"},
    {"-h", "- help"},
    {"help", "- help"},
    {"help run", "run help"},
    {"run", "run"},
    {"--home h run --db=d", "run home=h db=d"},
    {"--home h", "- home=h"},
    {"--color never run", "run color=never"},
    {"--wait run", "run"},
    {"--home", "--home needs a value: --home DIR"},
    {"run --color=yes", "--color: 'yes' is not allowed; allowed: auto, always, never"},
    {"replay --help", "replay help"},
    {"leaderbord", "there is no command 'leaderbord'; did you mean 'leaderboard'?"},
    {"help nothing", "there is no command 'nothing'; see domino-arena --help"},
    {"mann", "there is no command 'mann'; see domino-arena --help"},
    {"man", "man"},
    {"shard", "shard needs a second word; allowed: plan, run, merge, status, slurm"},
    {"shard --help", "shard needs a second word; allowed: plan, run, merge, status, slurm"},
    {"help shard", "shard needs a second word; allowed: plan, run, merge, status, slurm"},
    {"shard stauts d", "shard needs a second word; allowed: plan, run, merge, status, slurm"},
    {"help shard merge", "shard-merge help"},
    /* operands */
    {"variants block-2", "variants 'block-2'"},
    {"variants a b", "variants: unexpected word 'b'"},
    {"compare a b", "compare 'a' 'b' elo1=10 alpha=0.05 beta=0.05 max-sets=10000"},
    {"new python", "new needs LANG DIR; see domino-arena new --help"},
    {"compare a b c", "compare: unexpected word 'c'"},
    {"seats x", "seats: unexpected word 'x'"},
    {"backup", "backup needs FILE; see domino-arena backup --help"},
    {"backup --help", "backup help"},
    {"settings bot", "settings 'bot'"},
    {"settings nix", "settings: 'nix' is not allowed; allowed: tournament, entry, bot"},
    {"variants -", "variants '-'"},
    {"variants -x", "'-x': an option begins with two dashes"},
    /* flags */
    {"seats --json", "seats json"},
    {"seats --json=1", "--json takes no value"},
    {"seats --csv", "there is no option --csv here; see domino-arena seats --help"},
    {"seats --jsn", "there is no option --jsn here; did you mean --json?"},
    {"--nothing-like-it", "there is no option --nothing-like-it here; see domino-arena --help"},
    /* texts and words */
    {"seats --tournament t", "seats tournament=t"},
    {"seats --tournament=", "seats tournament="},
    {"seats --tournament", "--tournament needs a value: --tournament TOURNAMENT"},
    {"report -o d", "report output=d"},
    {"export -o", "--output needs a value: --output FILE"},
    {"report -o", "--output needs a value: --output DIR"},
    {"export --format csv", "export format=csv"},
    {"export --format xml", "--format: 'xml' is not allowed; allowed: jsonl, csv"},
    /* lists, repeated and between commas */
    {"seats --variant a,b --variant c", "seats variant=a,b,c"},
    {"seats --variant a,,b", "--variant: a name is empty"},
    {"seats --variant ,", "--variant: a name is empty"},
    {"seats --variant a,", "seats variant=a"},
    {"matches --bot a --bot b", "matches bot=a,b"},
    {"export --limit 7 --bot a", "export bot=a limit=7"},
    {"faults b --bot a --end crash", "faults 'b' bot=a end=crash"},
    {"verify t --set 2 --to 9", "verify 't' set=2 to=9 jobs=1"},
    {"verify --jobs 1", "verify jobs=1"},
    {"verify --jobs 0", "--jobs: '0' is not allowed; allowed: 1..64"},
    /* three operands, the last one optional */
    {"ask a t/1 7 --alone", "ask 'a' 't/1' '7' alone"},
    {"ask a t/1 --all", "ask 'a' 't/1' all"},
    {"ask a", "ask needs BOT MATCH [STEP]; see domino-arena ask --help"},
    {"ask a t/1 7 8", "ask: unexpected word '8'"},
    /* numbers */
    {"run --sets 5", "run sets=5"},
    {"run --sets 0", "--sets: '0' is not allowed; allowed: 1..1000000"},
    {"run --sets 1000001", "--sets: '1000001' is not allowed; allowed: 1..1000000"},
    {"run --sets +5", "--sets: '+5' is not allowed; allowed: 1..1000000"},
    {"run --sets 5x", "--sets: '5x' is not allowed; allowed: 1..1000000"},
    {"run --sets ''", "--sets: '' is not allowed; allowed: 1..1000000"},
    {"run --seed 0", "run seed=0 (said)"},
    {"run --seed 7", "run seed=7 (said)"},
    {"report --matches 0", "report matches=0 (said)"},
    {"replay 1 --seat 0", "replay '1' seat=0 (said)"},
    {"replay 1 --seat 8", "--seat: '8' is not allowed; allowed: 0..7"},
    /* one name, two meanings */
    {"matches --from 3", "matches from=3"},
    {"rate --from x.csv", "rate from=x.csv"},
    {"matches --from x.csv", "--from: 'x.csv' is not allowed; allowed: 1..9223372036854775807"},
    {"serve --listen 1:2", "serve listen=1:2"},
    {"run --listen tcp://1:2", "run listen=tcp://1:2"},
    /* reals, over the defaults */
    {"compare a b --elo0 -2.5 --elo1 1e1 --alpha .1",
     "compare 'a' 'b' elo0=-2.5 elo1=10 alpha=0.1 beta=0.05 max-sets=10000"},
    {"compare a b --alpha 0", "--alpha: '0' is not allowed; allowed: 1e-06..0.499999"},
    {"compare a b --elo0 nan", "--elo0: 'nan' is not allowed; allowed: -1000..1000"},
    {"compare a b --elo0 0x1", "--elo0: '0x1' is not allowed; allowed: -1000..1000"},
    /* the pair, also without dashes */
    {"bots --add-key n k", "bots add-key=n+k"},
    {"bots add-key n k --json", "bots add-key=n+k json"},
    {"bots --add-key -x --y", "bots add-key=-x+--y"},
    {"bots --add-key n", "--add-key needs two words: NAME PUBLICKEY"},
    {"bots --add-key=n k", "--add-key needs two words: NAME PUBLICKEY"},
    {"seats add-key n k", "seats: unexpected word 'add-key'"},
};

/* Split the line in place; argv[0] is the program. */
static int split(char *line, char *argv[WORDS_MAX + 1])
{
    static char program[] = "domino-arena";
    int argc = 0;
    argv[argc++] = program;
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        cr_assert(argc < WORDS_MAX);
        argv[argc++] = strcmp(word, "''") == 0 ? word + 2 : word;
    }
    argv[argc] = NULL;
    return argc;
}

Test(args, command_lines)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[256];
        char *argv[WORDS_MAX + 1];
        dump d = {.length = 0};
        dom_cli_call call;
        dom_err err = {.rc = DOM_OK};
        (void)snprintf(line, sizeof line, "%s", rows[i].line);
        int argc = split(line, argv);
        if (dom_cli_parse(&call, dom_cli_commands, argc, argv, &err) == DOM_OK)
            dump_call(&d, &call);
        else
            dump_add(&d, "%s", err.text);
        cr_expect_str_eq(d.text, rows[i].says, "%s: %s", rows[i].line, d.text);
        dom_cli_call_clear(&call);
    }
}

static size_t bytes_of(dom_cli_type type)
{
    static const size_t bytes[] = {[DOM_CLI_FLAG] = sizeof(bool),
                                   [DOM_CLI_TEXT] = sizeof(const char *),
                                   [DOM_CLI_WORD] = sizeof(const char *),
                                   [DOM_CLI_LIST] = sizeof(dom_strings),
                                   [DOM_CLI_NUMBER] = sizeof(int64_t),
                                   [DOM_CLI_REAL] = sizeof(double),
                                   [DOM_CLI_PAIR] = 2 * sizeof(const char *)};
    return bytes[type];
}

/* Each option fills a field of its type, within the struct and apart from all others. */
static void check_slots(const dom_cli_command *c)
{
    bool is_taken[DOM_CLI_ARGS_MAX] = {false};
    cr_assert_leq(c->args_bytes, DOM_CLI_ARGS_MAX, "%s", c->name);
    for (size_t i = 0; i < c->slot_count; i++) {
        const dom_cli_slot *slot = &c->slots[i];
        const dom_cli_option *option = &dom_cli_options[slot->option];
        dom_cli_type type = option->type == DOM_CLI_WORD ? DOM_CLI_TEXT : option->type;
        size_t end = slot->offset + bytes_of(slot->type);
        cr_expect_eq(slot->type, type, "%s --%s", c->name, option->name);
        cr_assert_leq(end, c->args_bytes, "%s --%s", c->name, option->name);
        for (size_t at = slot->offset; at < end; at++) {
            cr_expect(!is_taken[at], "%s --%s", c->name, option->name);
            is_taken[at] = true;
        }
    }
}

Test(args, every_option_fills_a_field_of_its_own)
{
    for (size_t i = 0; dom_cli_commands[i]; i++)
        check_slots(dom_cli_commands[i]);
}

/* The common options, which help lists apart, are taken by every command; all others by those that
 * list them. */
Test(args, no_other_option_is_taken_by_every_command)
{
    static const dom_cli_option_id common[] = {DOM_CLI_OPT_HOME,  DOM_CLI_OPT_DB,
                                               DOM_CLI_OPT_COLOR, DOM_CLI_OPT_WAIT,
                                               DOM_CLI_OPT_HELP,  DOM_CLI_OPT_VERSION};
    for (dom_cli_option_id id = 0; id < DOM_CLI_OPTIONS; id++) {
        bool is_common = false;
        for (size_t i = 0; i < sizeof common / sizeof *common; i++)
            is_common |= common[i] == id;
        cr_expect_eq(dom_cli_options[id].is_global, is_common, "--%s", dom_cli_options[id].name);
    }
}

Test(args, commands_that_read_matches_take_the_same_filters)
{
    static const dom_cli_command *const commands[] = {&dom_cli_matches, &dom_cli_export,
                                                      &dom_cli_faults, &dom_cli_verify};
    static const dom_cli_option_id filters[] = {
        DOM_CLI_OPT_VARIANT,    DOM_CLI_OPT_BOT, DOM_CLI_OPT_END,  DOM_CLI_OPT_SET,
        DOM_CLI_OPT_FROM_MATCH, DOM_CLI_OPT_TO,  DOM_CLI_OPT_LIMIT};
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        for (size_t f = 0; f < sizeof filters / sizeof *filters; f++)
            cr_expect(dom_cli_takes(commands[c], filters[f]), "%s --%s", commands[c]->name,
                      dom_cli_options[filters[f]].name);
}

static int takers_of(dom_cli_option_id id)
{
    int takers = 0;
    for (size_t i = 0; dom_cli_commands[i]; i++)
        takers += dom_cli_takes(dom_cli_commands[i], id);
    return takers;
}

Test(args, every_option_is_taken_and_explained)
{
    for (dom_cli_option_id id = 0; id < DOM_CLI_OPTIONS; id++) {
        const dom_cli_option *option = &dom_cli_options[id];
        cr_assert_not_null(option->name, "option %d", (int)id);
        cr_expect(takers_of(id) > 0, "--%s", option->name);
        cr_expect(option->help && option->help[0], "--%s", option->name);
        cr_expect_eq(option->value == NULL, option->type == DOM_CLI_FLAG, "--%s", option->name);
        cr_expect_eq(option->is_global, dom_cli_takes(NULL, id), "--%s", option->name);
    }
}
