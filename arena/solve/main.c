/* domino-solve - how far strategies and bots are from perfect play, in a game that is small enough
 * to be solved. docs/explanation/perfect-play.md explains the figures. */
#include "solve/bot.h"
#include "solve/cfr.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses: docs/reference/exit-status.md. */
enum { EXIT_DONE = 0, EXIT_BOT_FAILED = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

/* Sections of the help and of the man page. What has `lines` is not filled to the width. */
static const struct {
    const char *title, *text;
    bool lines;
} sections[] = {
    {"SYNOPSIS", "domino-solve [OPTION]... GAME [NAME=COMMAND]...\n", true},
    {"DESCRIPTION",
     "Solves one round of a small game for two with CFR+, and prints how much the best possible\n"
     "opponent gains against an equilibrium, random play, and each bot.\n"
     "\n"
     "GAME is a variant with settings that make it small, as one argument. COMMAND starts a bot\n"
     "that speaks the protocol over stdio and decides by the ask alone; /bin/sh runs it, without\n"
     "a sandbox. Its hello must come within 10 s.\n",
     false},
    {"EXAMPLES",
     "domino-solve \"block-2 set_max=3 hand=3\"\n"
     "domino-solve \"draw-2 set_max=3 doubles=false hand=2\" mine=\"python3 bot.py\"\n",
     true},
    {"OPTIONS",
     "--iterations N  iterations of CFR+, 1..100000 (default: 200)\n"
     "--nodes N       refuse a game whose tree has more nodes (default: 10000000;\n"
     "                a node needs about 50 bytes)\n"
     "--limit S       seconds that a bot may let pass without an answer, 1..86400\n"
     "                (default: 60)\n"
     "--json          print JSON\n"
     "--help          print this text\n"
     "--man           print it as a man page\n"
     "--version       print the version\n",
     true},
    {"EXIT STATUS",
     "0    done\n"
     "1    a bot failed; the others were measured\n"
     "2    wrong usage, or a game that is refused\n"
     "3    the machine failed: memory is short, or the output cannot be written\n"
     "129, 130, 143  interrupted by SIGHUP, SIGINT or SIGTERM; the bots were killed\n",
     true},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

typedef struct {
    const char *name, *command;
    dom_solve_bot *process; /* NULL once it failed */
} contender;

typedef struct {
    long iterations, nodes, limit_s;
    bool json;
    const char *game;
    contender bots[DOM_SOLVE_BOTS_MAX];
    int bot_count;
} settings;

/* What is printed, row after row. */
typedef struct {
    settings *settings;
    const dom_solve_tree *tree;
    double *strategy;
    double size;  /* mean of the absolute points of a round in equilibrium */
    json_t *rows; /* with --json */
} report;

/* ---- the command line ----------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fputs("domino-solve: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputs(" (domino-solve --help)\n", stderr);
    va_end(arguments);
    exit(EXIT_USAGE);
}

static long number(const char *option, const char *text, long most)
{
    char *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    if (text == NULL || end == text || *end != '\0' || value < 1 || value > most)
        refuse("%s needs a number from 1 to %ld", option, most);
    return value;
}

static void print_help(void)
{
    (void)printf("usage: %s", sections[0].text);
    for (int i = 1; i < SECTIONS; i++)
        (void)printf("\n%s\n%s", sections[i].title, sections[i].text);
}

static void print_man(void)
{
    (void)printf(".\\\" Made by domino-solve --man.\n"
                 ".TH DOMINO-SOLVE 1 \"\" \"domino-arena %s\" \"User Commands\"\n"
                 ".SH NAME\ndomino-solve \\- how far domino bots are from perfect play\n",
                 DOM_VERSION);
    for (int i = 0; i < SECTIONS; i++) {
        (void)printf(".SH %s\n%s", sections[i].title, sections[i].lines ? ".nf\n" : "");
        for (const char *c = sections[i].text; *c; c++)
            (void)printf("%s%c", *c == '-' ? "\\" : "", *c);
        (void)printf("%s", sections[i].lines ? ".fi\n" : "");
    }
    (void)printf(".SH SEE ALSO\n.BR domino\\-arena (1)\n");
}

static void print_version(void)
{
    (void)puts("domino-solve " DOM_VERSION);
}

static const struct {
    const char *option;
    void (*print)(void);
} papers[] = {{"--help", print_help}, {"--man", print_man}, {"--version", print_version}};

/* Reads the option at argv[i]. Returns the index behind it. */
static int read_option(settings *s, char **argv, int i)
{
    const char *name = argv[i];
    for (size_t p = 0; p < sizeof papers / sizeof *papers; p++)
        if (strcmp(name, papers[p].option) == 0) {
            papers[p].print();
            exit(fflush(stdout) == 0 ? EXIT_DONE : EXIT_MACHINE);
        }
    if (strcmp(name, "--json") == 0) {
        s->json = true;
        return i + 1;
    }
    if (strcmp(name, "--iterations") == 0)
        s->iterations = number(name, argv[i + 1], 100000);
    else if (strcmp(name, "--nodes") == 0)
        s->nodes = number(name, argv[i + 1], 1000000000);
    else if (strcmp(name, "--limit") == 0)
        s->limit_s = number(name, argv[i + 1], 86400);
    else
        refuse("there is no option %s", name);
    return i + 2;
}

static bool is_taken(const settings *s, const char *name)
{
    bool taken = strcmp(name, "equilibrium") == 0 || strcmp(name, "random") == 0;
    for (int i = 0; i < s->bot_count; i++)
        taken |= strcmp(name, s->bots[i].name) == 0;
    return taken;
}

/* Reads NAME=COMMAND, and ends the name at its '='. */
static void read_bot(settings *s, char *word)
{
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word)
        refuse("a bot is NAME=COMMAND, and not %s", word);
    *equals = '\0';
    if (dom_option_find(word))
        refuse("%s is a setting of the game; write \"%s %s=%s ...\" as one argument", word, s->game,
               word, equals + 1);
    if (is_taken(s, word))
        refuse("there is already a strategy %s; give each bot a name of its own", word);
    if (equals[1 + strspn(equals + 1, " \t\n")] == '\0')
        refuse("%s: the command is empty; write %s=COMMAND", word, word);
    if (s->bot_count == DOM_SOLVE_BOTS_MAX)
        refuse("%d bots are the most that can be measured at a time", DOM_SOLVE_BOTS_MAX);
    s->bots[s->bot_count++] = (contender){.name = word, .command = equals + 1};
}

/* Reads all arguments. Options may stand anywhere. */
static settings read_arguments(char **argv)
{
    settings s = {.iterations = 200, .nodes = 10000000, .limit_s = 60};
    for (int i = 1; argv[i];)
        if (strncmp(argv[i], "--", 2) == 0)
            i = read_option(&s, argv, i);
        else if (s.game == NULL)
            s.game = argv[i++];
        else
            read_bot(&s, argv[i++]);
    if (s.game == NULL || s.game[strspn(s.game, " ")] == '\0')
        refuse("name a game, such as \"block-2 set_max=3 hand=3\"");
    return s;
}

/* ---- the table ------------------------------------------------------------------------------ */

static void add_row(const report *r, const char *name)
{
    double own_size, value = dom_solve_value(r->tree, r->strategy, &own_size);
    double loss = dom_solve_exploitability(r->tree, r->strategy);
    double share = r->size > 0 ? loss / r->size : 0;
    if (r->settings->json) {
        (void)json_array_append_new(r->rows,
                                    json_pack("{s:s, s:f, s:f, s:f}", "strategy", name, "value",
                                              value, "exploitability", loss, "share", share));
        return;
    }
    (void)printf("| %s | %+.3f | %.4f | %.2f %% |\n", name, value, loss, 100 * share);
    (void)fflush(stdout);
}

static void print_head(const dom_solve_tree *t)
{
    (void)printf("%s: %zu deals, %zu information sets, %zu nodes.\n\n"
                 "| strategy | points of seat 0 | exploitability | of a round's mean points |\n"
                 "|---|---|---|---|\n",
                 t->game, t->deals, t->sets, t->nodes);
}

static int print_json(const report *r)
{
    const dom_solve_tree *t = r->tree;
    json_t *all =
        json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:f, s:o}", "schema", 1, "game", t->game, "deals",
                  (json_int_t)t->deals, "information_sets", (json_int_t)t->sets, "nodes",
                  (json_int_t)t->nodes, "iterations", (json_int_t)r->settings->iterations,
                  "mean_points", r->size, "strategies", r->rows);
    int failed = all == NULL || json_dumpf(all, stdout, JSON_INDENT(2)) != 0 || puts("") == EOF;
    json_decref(all);
    return failed;
}

/* Starts all bots, so that a wrong command is noticed before the game is solved. */
static void open_bots(settings *s)
{
    for (int i = 0; i < s->bot_count; i++)
        s->bots[i].process = dom_solve_bot_open(s->bots[i].name, s->bots[i].command);
}

/* Measures a bot, and ends it. Returns false if it failed, now or at its start. */
static bool measure_bot(report *r, contender *bot)
{
    bool done =
        bot->process && dom_solve_bot_ask(bot->process, r->tree, r->settings->limit_s, r->strategy);
    dom_solve_bot_close(&bot->process);
    if (done)
        add_row(r, bot->name);
    return done;
}

/* Measures all strategies. Returns the number of bots that failed. */
static int measure(report *r)
{
    int failed = 0;
    dom_solve_equilibrium(r->tree, (int)r->settings->iterations, r->strategy);
    (void)dom_solve_value(r->tree, r->strategy, &r->size);
    add_row(r, "equilibrium");
    dom_solve_uniform(r->tree, r->strategy);
    add_row(r, "random");
    for (int i = 0; i < r->settings->bot_count; i++)
        failed += !measure_bot(r, &r->settings->bots[i]);
    return failed;
}

int main(int argc, char **argv)
{
    (void)argc;
    settings s = read_arguments(argv);
    dom_solve_tree t;
    dom_err err;
    if (dom_solve_tree_build(&t, s.game, (size_t)s.nodes, NULL, NULL, &err) != DOM_OK)
        refuse("%s", err.text);
    open_bots(&s);
    report r = {.settings = &s, .tree = &t, .rows = json_array()};
    r.strategy = dom_solve_alloc(t.actions, sizeof *r.strategy);
    if (!s.json)
        print_head(&t);
    int status = measure(&r) ? EXIT_BOT_FAILED : EXIT_DONE;
    if ((s.json && print_json(&r)) || fflush(stdout) != 0)
        status = EXIT_MACHINE;
    if (!s.json)
        json_decref(r.rows);
    free(r.strategy);
    dom_solve_tree_clear(&t);
    return status;
}
