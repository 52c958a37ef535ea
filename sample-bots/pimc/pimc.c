/* Perfect-information Monte Carlo: what is each action worth if everybody sees all tiles?
 *
 * In every world, that is, in every deal that agrees with what it has seen, the bot finds the exact
 * value of each legal action: the result of the round if all seats play perfectly from there with
 * open hands (search/solver.h). It chooses the action with the largest sum. All worlds are equally
 * likely. Where a world is too large to be solved, and while tiles may be drawn, it plays random
 * rounds as `flat-mc` does: a solver that knows the stock would draw whenever the next tile is a
 * good one.
 *
 * What it knows: the rules, every conclusion from passes and draws, and perfect play with open
 * hands. What it does not know: that in the match nobody sees the hands. So it believes that it can
 * choose differently in each world when it will not know in which it is (*strategy fusion*, Frank
 * and Basin, Search in games with incomplete information, 1998), it never hides anything, and it
 * does not learn from the plays of the others.
 *
 * The method is that of bridge programs: Levy (The million pound bridge program, 1989), Ginsberg
 * (GIB, 2001). Why it works in spite of its faults: Long, Sturtevant, Buro and Furtak
 * (Understanding the success of perfect information Monte Carlo sampling in game tree search,
 * 2010).
 *
 *     pimc [--move-ms N | --worlds N]      domino/think.h
 */
#include <domino/think.h>

int main(int argc, char **argv)
{
    return dom_think_run(&(dom_thinker){.name = "pimc", .version = "1", .look = dom_think_solve},
                         argc, argv);
}
