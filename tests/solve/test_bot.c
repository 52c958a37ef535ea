/* Strategies of real bots, asked over pipes. */
#include "solve/bot.h"
#include "solve/cfr.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static dom_solve_tree t;
static double *strategy;

static const char game[] = "block-2 set_max=3 hand=2 lead_first=seat0";
static dom_err err;

static void build(void)
{
    (void)dom_solve_tree_build(&t, game, 1000000, NULL, NULL, &err);
    strategy = dom_solve_alloc(t.actions, sizeof *strategy);
}

static void clear(void)
{
    free(strategy);
    dom_solve_tree_clear(&t);
}

TestSuite(solve_bot, .init = build, .fini = clear);

/* Returns whether the bot of this command answered everything. */
static bool ask(const char *command)
{
    dom_solve_bot *bot = dom_solve_bot_open("bot", command);
    bool done = bot && dom_solve_bot_ask(bot, &t, 60, strategy);
    dom_solve_bot_close(&bot);
    return done;
}

/* Checks that greedy's action is a heaviest tile: a dom_solve_visit. */
static void look(void *context, size_t set, const dom_match *match)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_match_legal(match, legal), most = 0, chosen = -1;
    (void)context;
    for (int i = 0; i < count; i++) {
        most = dom_tile_pips(legal[i].tile) > most ? dom_tile_pips(legal[i].tile) : most;
        if (strategy[t.set[set].first + (size_t)i] > 0)
            chosen = i;
    }
    cr_assert(chosen >= 0 && dom_tile_pips(legal[chosen].tile) == most);
}

Test(solve_bot, greedy_plays_its_heaviest_tile_in_every_information_set)
{
    dom_solve_tree again;
    cr_assert(ask(getenv("GREEDY")));
    cr_assert(eq(int, dom_solve_tree_build(&again, game, 1000000, look, NULL, &err), DOM_OK));
    dom_solve_tree_clear(&again);
    cr_assert(dom_solve_exploitability(&t, strategy) > 0.1);
}

Test(solve_bot, a_strategy_takes_one_action_everywhere)
{
    cr_assert(ask(getenv("RANDOM")));
    for (size_t s = 0; s < t.sets; s++) {
        double sum = 0;
        for (int i = 0; i < t.set[s].count; i++)
            sum += strategy[t.set[s].first + (size_t)i];
        cr_assert(eq(dbl, sum, 1));
    }
}

Test(solve_bot, a_bot_that_fails_is_reported)
{
    static const char *const commands[] = {
        "exit 3", "echo nonsense", "echo '{\"type\": \"bye\", \"reason\": \"\"}'",
        "echo '{\"type\": \"hello\", \"protocol\": 1}'; echo '{\"type\": \"act\", \"req\": 0, "
        "\"choice\": 9}'; cat >/dev/null",
        "echo '{\"type\": \"hello\", \"protocol\": 1}'; while read -r m; do case $m in "
        "*'\"req\":'*) r=${m#*'\"req\":'}; r=${r%%,*}; for c in 0 1; do "
        "echo \"{\\\"type\\\": \\\"act\\\", \\\"req\\\": $r, \\\"choice\\\": $c}\"; done; "
        "esac; done" /* two answers to an ask */};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        cr_assert(not(ask(commands[i])), "%s", commands[i]);
}
