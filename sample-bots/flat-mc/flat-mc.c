/* Flat Monte Carlo: what happens on average after each action if everybody plays on by chance?
 *
 * In every world, that is, in every deal that agrees with what it has seen, the bot tries each
 * legal action once and plays the round to its end with random actions. It chooses the action after
 * which it scored most on average. All worlds are equally likely.
 *
 * What it knows: the rules, and every conclusion that passes and draws allow about hidden tiles.
 * What it does not know: that the others choose well, and that it will itself. It also does not
 * learn from the plays of the others, only from their passes and draws.
 *
 * The method is Abramson's (Expected-outcome: a general model of static evaluation, 1990);
 * Ginsberg's bridge program GIB (2001) made samples of the hidden cards common.
 *
 *     flat-mc [--move-ms N | --worlds N]      domino/think.h
 */
#include <domino/think.h>

static bool look(dom_think *think, double value[])
{
    const dom_view *view = &think->ask->view;
    for (int i = 0; i < view->legal_count; i++)
        value[i] = dom_think_playout(think, view->legal[i]);
    return true;
}

int main(int argc, char **argv)
{
    return dom_think_run(&(dom_thinker){.name = "flat-mc", .version = "1", .look = look}, argc,
                         argv);
}
