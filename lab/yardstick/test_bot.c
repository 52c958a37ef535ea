/* Strategies of real bots, asked over pipes. */
#include "bot.h"
#include "cfr.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static tree t;
static double *strategy;

static void build(void)
{
    tree_build(&t, 2, NULL, NULL);
    strategy = tree_alloc(t.actions, sizeof *strategy);
}

static void clear(void)
{
    free(strategy);
    tree_clear(&t);
}

TestSuite(yardstick_bot, .init = build, .fini = clear);

/* Checks that greedy's action is a heaviest tile: a tree_visit. */
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

Test(yardstick_bot, greedy_plays_its_heaviest_tile_in_every_information_set)
{
    tree again;
    cr_assert(bot_strategy(getenv("GREEDY"), &t, strategy));
    tree_build(&again, 2, look, NULL);
    tree_clear(&again);
    cr_assert(cfr_exploitability(&t, strategy) > 0.1);
}

Test(yardstick_bot, a_strategy_takes_one_action_everywhere)
{
    cr_assert(bot_strategy(getenv("RANDOM"), &t, strategy));
    for (size_t s = 0; s < t.sets; s++) {
        double sum = 0;
        for (int i = 0; i < t.set[s].count; i++)
            sum += strategy[t.set[s].first + (size_t)i];
        cr_assert(eq(dbl, sum, 1));
    }
}

Test(yardstick_bot, a_bot_that_fails_is_reported)
{
    static const char *const commands[] = {
        "exit 3", "echo nonsense", "echo '{\"type\": \"bye\", \"reason\": \"\"}'",
        "echo '{\"type\": \"hello\", \"protocol\": 1}'; echo '{\"type\": \"act\", \"req\": 0, "
        "\"choice\": 9}'; cat >/dev/null"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        cr_assert(not(bot_strategy(commands[i], &t, strategy)), "%s", commands[i]);
}
