/* The man page, from the tables that also drive parsing and help. */
#include "args_table.h"
#include "commands.h"

/* A text as roff reads it back: nothing in it is a request. */
static void print_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        (void)printf("\\&");
    for (; *text; text++) {
        if (*text == '\\')
            (void)printf("\\e");
        else
            (void)printf("%s%c", *text == '-' ? "\\" : "", *text);
    }
}

static void print_line(const char *text)
{
    print_text(text);
    (void)printf("\n");
}

/* A paragraph with a tag: the name in bold, what stands for a value in italics, words
 * that are meant as they are in bold again. */
static void print_tag(const char *before, const char *name, const char *value)
{
    (void)printf(".TP\n\\fB");
    print_text(before);
    print_text(name);
    (void)printf("\\fR");
    if (value && *value) {
        (void)printf(" \\f%c", arg_are_words(value) ? 'B' : 'I');
        print_text(value);
        (void)printf("\\fR");
    }
    (void)printf("\n");
}

static void print_options(const cli_command *command, bool is_global)
{
    const arg_option *o;
    for (size_t i = 0; (o = arg_option_at(i)) != NULL; i++)
        if (o->is_global == is_global && arg_is_taken(command, o)) {
            print_tag("--", o->name, o->value);
            print_line(o->help);
        }
}

static void print_commands(void)
{
    (void)printf(".SH COMMANDS\n");
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (arg_is_hidden(c))
            continue;
        print_tag("", c->name, c->operand);
        print_text(c->summary);
        (void)printf(".\n.RS\n");
        print_options(c, false);
        (void)printf(".RE\n");
    }
}

static void print_statuses(void)
{
    (void)printf(".SH EXIT STATUS\n");
    for (const arg_status *status = arg_statuses; status->number; status++) {
        print_tag("", status->number, NULL);
        print_line(status->meaning);
    }
}

/* What no table says: a tag and its text. */
static const struct {
    const char *section, *tag, *text;
} rest[] = {
    {"ENVIRONMENT", "DOMINO_ARENA_HOME", "the home folder, where --home does not say it"},
    {NULL, "XDG_DATA_HOME", "its folder domino-arena is the home folder, where neither says it"},
    {NULL, "XDG_RUNTIME_DIR, TMPDIR",
     "where a run keeps its sockets and temporary files, else /tmp; root does not use the first"},
    {"FILES", "HOME/arena.db", "the database: tournaments, secrets, matches, faults"},
    {NULL, "HOME/arena.db.lock", "held by the arena that writes to the database"},
    {NULL, "HOME/arena.db-wal", "the newest part of the database: it stays beside it"},
    {NULL, "HOME/arena.db-shm", "how processes share that part"},
    {NULL, "HOME/arena.db-summary", "spares lists reading everything again; may be removed"},
    {NULL, "HOME/passed",
     "which bots passed check within the last hour: submit does not check them again; may be "
     "removed"},
    {NULL, "HOME/arena.key",
     "the secret key by which remote bots know the arena; belongs into backups, and to nobody "
     "else"},
    {NULL, "HOME/bots", "snapshots of the bots, by name and version"},
    {NULL, "HOME/logs", "what the builds of bots printed"},
};

int cmd_man(const cli_args *args)
{
    (void)args;
    (void)printf(".\\\" Made by domino-arena man.\n"
                 ".TH DOMINO-ARENA 1 \"\" \"domino-arena %s\" \"User Commands\"\n"
                 ".SH NAME\ndomino-arena \\- tournaments for domino bots\n"
                 ".SH SYNOPSIS\n.B domino-arena\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
                 ".SH DESCRIPTION\nPlays tournaments of duplicate matches between bots, keeps "
                 "every match and shows the standings. What was interrupted goes on: a tournament "
                 "file with the same command, else with the name that it was given.\n",
                 DOM_VERSION);
    print_commands();
    (void)printf(".SH OPTIONS\nOf every command:\n");
    print_options(NULL, true);
    print_statuses();
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (rest[i].section)
            (void)printf(".SH %s\n", rest[i].section);
        print_tag("", rest[i].tag, NULL);
        print_line(rest[i].text);
    }
    return CLI_OK;
}
