/* domino-solve - how far strategies and bots are from perfect play, in a game that is small enough
 * to be solved. docs/explanation/perfect-play.md explains the figures. */
#include "solve/bot.h"
#include "solve/cfr.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Exit statuses: docs/reference/exit-status.md. */
enum { EXIT_DONE = 0, EXIT_BOT_FAILED = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3 };

static const char help[] =
    "usage: domino-solve [OPTION]... GAME [NAME=COMMAND]...\n"
    "\n"
    "Solves one round of a small game for two with CFR+, and prints how much the best possible\n"
    "opponent gains against an equilibrium, random play, and each bot.\n"
    "\n"
    "GAME is a variant with settings that make it small, as one argument. COMMAND starts a bot "
    "that\n"
    "speaks the protocol over stdio and decides by the ask alone; /bin/sh runs it, without a "
    "sandbox.\n"
    "\n"
    "  domino-solve \"block-2 set_max=3 hand=3\"\n"
    "  domino-solve \"draw-2 set_max=3 doubles=false hand=2\" mine=\"/usr/bin/python3 bot.py\"\n"
    "\n"
    "      --iterations N  iterations of CFR+, 1..100000 (default: 200)\n"
    "      --nodes N       refuse a game whose tree has more nodes (default: 10000000; a node "
    "needs\n"
    "                      about 50 bytes)\n"
    "      --json          print JSON\n"
    "      --help          print this text\n"
    "      --version       print the version\n";

typedef struct {
    long iterations, nodes;
    bool json;
    const char *game;
    char **bots; /* NULL at the end */
} settings;

/* What is printed, row after row. */
typedef struct {
    const settings *settings;
    const dom_solve_tree *tree;
    double *strategy;
    double size;  /* mean of the absolute points of a round in equilibrium */
    json_t *rows; /* with --json */
} report;

/* ---- the command line ----------------------------------------------------------------------- */

static _Noreturn void refuse(const char *what, const char *text, const char *allowed)
{
    (void)fprintf(stderr, "domino-solve: %s%s%s (domino-solve --help)\n", what, text, allowed);
    exit(EXIT_USAGE);
}

static long number(const char *option, const char *text, long most)
{
    char allowed[64], *end = NULL;
    long value = text ? strtol(text, &end, 10) : 0;
    (void)snprintf(allowed, sizeof allowed, " needs a number from 1 to %ld", most);
    if (text == NULL || end == text || *end != '\0' || value < 1 || value > most)
        refuse("", option, allowed);
    return value;
}

static _Noreturn void print_and_exit(const char *text)
{
    (void)fputs(text, stdout);
    exit(fflush(stdout) == 0 ? EXIT_DONE : EXIT_MACHINE);
}

/* Reads the option at argv[i]. Returns the index behind it. */
static int read_option(settings *s, char **argv, int i)
{
    const char *name = argv[i];
    if (strcmp(name, "--help") == 0)
        print_and_exit(help);
    if (strcmp(name, "--version") == 0)
        print_and_exit("domino-solve " DOM_VERSION "\n");
    if (strcmp(name, "--json") == 0) {
        s->json = true;
        return i + 1;
    }
    if (strcmp(name, "--iterations") == 0)
        s->iterations = number(name, argv[i + 1], 100000);
    else if (strcmp(name, "--nodes") == 0)
        s->nodes = number(name, argv[i + 1], 1000000000);
    else
        refuse("there is no option ", name, "");
    return i + 2;
}

/* Reads all arguments. Options may stand anywhere; the others move to the front. */
static settings read_arguments(char **argv)
{
    settings s = {.iterations = 200, .nodes = 10000000};
    int others = 0;
    for (int i = 1; argv[i];)
        if (strncmp(argv[i], "--", 2) == 0)
            i = read_option(&s, argv, i);
        else
            argv[others++] = argv[i++];
    argv[others] = NULL;
    if (others == 0)
        refuse("name a game, such as \"block-2 set_max=3 hand=3\"", "", "");
    s.game = argv[0];
    s.bots = argv + 1;
    for (char **bot = s.bots; *bot; bot++)
        if (strchr(*bot, '=') == NULL || **bot == '=')
            refuse("a bot is NAME=COMMAND, and not ", *bot, "");
    return s;
}

/* ---- the table ------------------------------------------------------------------------------ */

static void add_row(const report *r, const char *name, int length)
{
    double own_size, value = dom_solve_value(r->tree, r->strategy, &own_size);
    double loss = dom_solve_exploitability(r->tree, r->strategy);
    double share = r->size > 0 ? loss / r->size : 0;
    if (r->settings->json) {
        (void)json_array_append_new(r->rows, json_pack("{s:s%, s:f, s:f, s:f}", "strategy", name,
                                                       (size_t)length, "value", value,
                                                       "exploitability", loss, "share", share));
        return;
    }
    (void)printf("| %.*s | %+.3f | %.4f | %.2f %% |\n", length, name, value, loss, 100 * share);
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
    json_t *all = json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:o}", "game", t->game, "deals",
                            (json_int_t)t->deals, "information_sets", (json_int_t)t->sets, "nodes",
                            (json_int_t)t->nodes, "iterations", (json_int_t)r->settings->iterations,
                            "mean_points", r->size, "strategies", r->rows);
    int failed = all == NULL || json_dumpf(all, stdout, JSON_INDENT(2)) != 0 || puts("") == EOF;
    json_decref(all);
    return failed;
}

/* Measures all strategies. Returns the number of bots that failed. */
static int measure(report *r)
{
    int failed = 0;
    dom_solve_equilibrium(r->tree, (int)r->settings->iterations, r->strategy);
    (void)dom_solve_value(r->tree, r->strategy, &r->size);
    add_row(r, "equilibrium", 11);
    dom_solve_uniform(r->tree, r->strategy);
    add_row(r, "random", 6);
    for (char **bot = r->settings->bots; *bot; bot++) {
        const char *equals = strchr(*bot, '=');
        if (dom_solve_bot(equals + 1, r->tree, r->strategy))
            add_row(r, *bot, (int)(equals - *bot));
        else
            failed++;
    }
    return failed;
}

int main(int argc, char **argv)
{
    (void)argc;
    settings s = read_arguments(argv);
    dom_solve_tree t;
    dom_err err;
    if (dom_solve_tree_build(&t, s.game, (size_t)s.nodes, NULL, NULL, &err) != DOM_OK)
        refuse(err.text, "", "");
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
