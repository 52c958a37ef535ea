/* `man`: prints the man page from the tables that also drive parsing and help. The build calls
 * it; it is hidden from users. */
#include "commands.h"
#include "status.h"

#include <stdio.h>

/* Prints a text escaped for roff, so that no part of it is read as a request. */
static void man_text(const char *text)
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

static void man_line(const char *text)
{
    man_text(text);
    (void)printf("\n");
}

/* Begins a paragraph with a tag: the name in bold, a placeholder for a value in italics, and
 * words that are typed literally in bold. */
static void man_tag(const char *before, const char *name, const char *value)
{
    (void)printf(".TP\n\\fB");
    man_text(before);
    man_text(name);
    (void)printf("\\fR");
    if (value && *value) {
        (void)printf(" \\f%c", dom_cli_are_words(value) ? 'B' : 'I');
        man_text(value);
        (void)printf("\\fR");
    }
    (void)printf("\n");
}

static void man_options(const dom_cli_command *command, bool is_global)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].is_global == is_global && dom_cli_takes(command, i)) {
            man_tag("--", dom_cli_options[i].name, dom_cli_options[i].value);
            man_line(dom_cli_options[i].help);
        }
}

static void man_commands(dom_cli_command_table commands)
{
    (void)printf(".SH COMMANDS\n");
    for (dom_cli_command_table c = commands; *c; c++) {
        if (dom_cli_is_hidden(*c))
            continue;
        man_tag("", dom_cli_words_of(*c).text, (*c)->operand);
        man_text((*c)->summary);
        (void)printf(".\n.RS\n");
        man_options(*c, false);
        (void)printf(".RE\n");
    }
}

static void man_statuses(void)
{
    (void)printf(".SH EXIT STATUS\n");
    for (const dom_cli_status_row *status = dom_cli_statuses; status->number; status++) {
        man_tag("", status->number, NULL);
        man_line(status->meaning);
    }
}

/* Sections of which no table has the text. */
static const struct {
    const char *section, *tag, *text;
} rest[] = {
    {"ENVIRONMENT", "DOMINO_ARENA_HOME", "the data folder, unless --home names it"},
    {NULL, "DOMINO_ARENA_COLOR", "auto, always or never, unless --color says otherwise"},
    {NULL, "NO_COLOR", "if it is not empty, auto means no colours (https://no-color.org)"},
    {NULL, "COLUMNS",
     "the width of lists; default: the terminal's, at most 120. In files and pipes nothing is "
     "shortened or left out"},
    {NULL, "XDG_DATA_HOME",
     "its subfolder domino-arena is the data folder, unless one of the two names it"},
    {NULL, "XDG_RUNTIME_DIR, TMPDIR",
     "a run keeps its sockets and temporary files there, else in /tmp; root does not use the "
     "first"},
    {"FILES", "HOME/arena.db", "the database: tournaments, secrets, matches, faults"},
    {NULL, "HOME/arena.db.lock", "held by the arena that writes to the database"},
    {NULL, "HOME/arena.db-wal", "the newest part of the database; it must stay beside it"},
    {NULL, "HOME/arena.db-shm", "how processes share that part; it must stay beside it"},
    {NULL, "HOME/arena.db-cache", "the standings cache, which makes lists fast; it may be removed"},
    {NULL, "HOME/passed",
     "bots that passed check within the last hour, which submit does not check again; it may be "
     "removed"},
    {NULL, "HOME/arena.key",
     "the arena's secret key for remote bots; back it up, and give it to nobody"},
    {NULL, "HOME/bots", "snapshots of the bots, by name and version"},
    {NULL, "HOME/logs", "the output of the builds of bots"},
};

static int man_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    (void)printf(
        ".\\\" Made by domino-arena man.\n"
        ".TH DOMINO-ARENA 1 \"\" \"domino-arena %s\" \"User Commands\"\n"
        ".SH NAME\ndomino-arena \\- tournaments for domino bots\n"
        ".SH SYNOPSIS\n.B domino-arena\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
        ".SH DESCRIPTION\nPlays tournaments of duplicate matches between bots, keeps "
        "every match and shows the standings. An interrupted run is continued by the same "
        "command, or without a tournament file by its --name. Where its output is a file or "
        "a pipe, a run prints its progress after 30 s, and again after 30 s or a tenth of "
        "the time so far, whichever is longer.\n",
        DOM_VERSION);
    man_commands(call->commands);
    (void)printf(".SH OPTIONS\nOf every command:\n");
    man_options(NULL, true);
    man_statuses();
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (rest[i].section)
            (void)printf(".SH %s\n", rest[i].section);
        man_tag("", rest[i].tag, NULL);
        man_line(rest[i].text);
    }
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_man = {.name = "man", .operand = "", .summary = "", .run = man_run};
