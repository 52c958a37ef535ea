/* How far bots are from perfect play, where that can be computed: one round of block for two with
 * the double-three set, at 0 : 0.
 *
 *     yardstick [--hand N] [--iterations N] [NAME=COMMAND]...
 *
 *     yardstick --hand 4 greedy=build/release/share/domino-arena/bots/greedy/greedy
 *
 * Prints a table in Markdown: an approximate equilibrium, uniform play, and every bot. COMMAND is
 * run by /bin/sh and speaks the protocol over stdio. docs/explanation/perfect-play.md explains the
 * figures. Exits with 2 if an argument is wrong, with 1 if a bot failed.
 */
#include "bot.h"
#include "cfr.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    long hand, iterations;
} settings;

static void usage(void)
{
    (void)fprintf(stderr,
                  "usage: yardstick [--hand 1..%d] [--iterations 1..100000] [NAME=COMMAND]...\n",
                  YARDSTICK_HAND_MAX);
    exit(2);
}

static long number(const char *text, long most)
{
    char *end;
    long value = text ? strtol(text, &end, 10) : 0;
    if (text == NULL || *text == '\0' || *end != '\0' || value < 1 || value > most)
        usage();
    return value;
}

/* Reads the options. Returns the index of the first argument after them. */
static int read_options(settings *s, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--hand") == 0)
            s->hand = number(argv[i + 1], YARDSTICK_HAND_MAX);
        else if (strcmp(argv[i], "--iterations") == 0)
            s->iterations = number(argv[i + 1], 100000);
        else
            usage();
    }
    for (int k = i; k < argc; k++)
        if (strchr(argv[k], '=') == NULL || argv[k][0] == '=')
            usage();
    return i;
}

/* `size` is the mean of the absolute points of a round in equilibrium. */
static void print_row(const tree *t, const char *name, const double strategy[], double size)
{
    double own_size, value = cfr_value(t, strategy, &own_size);
    double loss = cfr_exploitability(t, strategy);
    (void)printf("| %s | %+.3f | %.4f | %.2f %% |\n", name, value, loss, 100 * loss / size);
    (void)fflush(stdout);
}

static bool print_bot(const tree *t, const char *argument, double strategy[], double size)
{
    char name[64];
    const char *equals = strchr(argument, '=');
    (void)snprintf(name, sizeof name, "`%.*s`", (int)(equals - argument), argument);
    bool is_ok = bot_strategy(equals + 1, t, strategy);
    if (is_ok)
        print_row(t, name, strategy, size);
    return is_ok;
}

int main(int argc, char **argv)
{
    settings s = {.hand = 3, .iterations = 200};
    int first = read_options(&s, argc, argv), failed = 0;
    tree t;
    tree_build(&t, (int)s.hand, NULL, NULL);
    double *strategy = tree_alloc(t.actions, sizeof *strategy), size;
    (void)printf("Double-three, %ld tiles each: %zu deals, %zu information sets.\n\n"
                 "| strategy | points of the leader | exploitability | of a round's mean points |\n"
                 "|---|---|---|---|\n",
                 s.hand, t.deals, t.sets);
    cfr_solve(&t, (int)s.iterations, strategy);
    (void)cfr_value(&t, strategy, &size);
    print_row(&t, "equilibrium (CFR+)", strategy, size);
    cfr_uniform(&t, strategy);
    print_row(&t, "`random`", strategy, size);
    for (int i = first; i < argc; i++)
        failed += !print_bot(&t, argv[i], strategy, size);
    free(strategy);
    tree_clear(&t);
    return failed ? 1 : 0;
}
