/* domino/think.h - a strong bot in C needs only its idea.
 *
 *     #include <domino/think.h>
 *
 *     static bool look(dom_think *think, double value[])
 *     {
 *         const dom_view *view = &think->ask->view;
 *         for (int i = 0; i < view->legal_count; i++)
 *             value[i] = dom_think_playout(think, view->legal[i]);
 *         return true;
 *     }
 *
 *     int main(int argc, char **argv)
 *     {
 *         return dom_think_run(&(dom_thinker){.name = "mine", .look = look}, argc, argv);
 *     }
 *
 * The idea of such a bot is: how good are the legal actions if all hands are known? For every ask
 * the frame works out what the view tells about the hidden tiles (search/belief.h). Then it draws
 * worlds, that is, deals that agree with the view, and calls `look` with each of them until the
 * time is up. The bot plays the action with the largest sum of values.
 *
 * Time. A bot uses at most 20 ms of processor time for an ask; `--move-ms N` on the command line
 * sets another limit. It also answers within four fifths of the time for the move and a fortieth of
 * what is left of the bank. With `--worlds N` it looks at N worlds at every ask, however long that
 * takes, and its random numbers come from the view instead of the ask's seed. Then the same view
 * always has the same answer: the bot's strategy is a table.
 *
 * All functions of a bot are called in one thread, one ask after another. So memory between two
 * worlds of the same ask may be static.
 */
#ifndef DOMINO_THINK_H
#define DOMINO_THINK_H

#include "domino/bot.h"
#include "search/belief.h"
#include "search/playout.h"
#include "search/position.h"
#include "search/solver.h"

/* How long a bot may think; for the functions below. */
typedef struct {
    int32_t move_ms; /* most processor time for an ask, or 0 if `worlds` counts */
    int32_t worlds;  /* worlds for an ask, or 0 if `move_ms` counts             */
} dom_think_limits;

/* The clock of one ask; for the functions below. All times are in microseconds. */
typedef struct {
    int64_t end_us;     /* on the monotonic clock: when the bot must answer        */
    int64_t cpu_end_us; /* on the thread's clock: when its processor time is used up */
    int64_t check_us;   /* the thread's clock cannot have reached cpu_end_us before */
} dom_think_clock;

/* What a bot thinks about: one ask, and the world to look at now. */
typedef struct {
    const dom_msg_ask *ask;
    const dom_options *options;      /* of the variant that is played                */
    const dom_search_belief *belief; /* what the view tells about the hidden tiles   */
    dom_search_world world;          /* all hands and the stock                      */
    dom_round round;                 /* the moment of the ask in this world; its legal actions are
                                        ask->view.legal */
    dom_random random;               /* the bot's random numbers for this ask */
    int32_t looked;                  /* worlds of this ask that were counted before this one */
    void *state;                     /* of the thinker */
    dom_think_limits limits;
    dom_think_clock clock;
    dom_search_solver solver; /* of dom_think_solve */
    int32_t unsolved;         /* worlds in a row that were too large for dom_think_solve */
} dom_think;

/* A bot. A member that is zero or NULL has its default, if it has one. */
typedef struct {
    const char *name; /* as in dom_bot (bot.h) */
    const char *version;

    /* Sets value[i] to how good it is to choose think->ask->view.legal[i] in the world
     * think->round. Any unit will do. All values are 0 before. Returns true, or false if this world
     * is not to be counted, for example because the time was up before all values were known. */
    bool (*look)(dom_think *think, double value[]);

    /* Called before the first world of an ask; may be NULL. */
    void (*begin)(dom_think *think);

    /* true: with each answer the bot says how many worlds it looked at and, as its forecast, the
     * mean value of the chosen action (protocol/info.h). The values must then be those of
     * dom_search_worth, as dom_think_playout and dom_think_solve have them. */
    bool informs;

    void *state; /* the bot's own */
} dom_thinker;

/* Plays as this bot until the arena ends: dom_bot_run with a `choose` that works as described
 * above.
 *
 * If no world can be found or counted, the bot plays its heaviest tile. If that is so because no
 * `welcome` came before the ask, or because the view is impossible, a line on standard error says
 * so, once: an ask from a log that is fed to the bot needs the `welcome` of that match before it.
 * Returns the exit status for main: that of dom_bot_run, or 2 if the command line has anything but
 * `--move-ms N` and `--worlds N`, with a line on standard error. */
int dom_think_run(const dom_thinker *thinker, int argc, char **argv);

/* Returns true if the time for this ask is up; never with --worlds. It takes some 30 ns. A `look`
 * that takes more than a millisecond asks it in between. It may be the `stop` of a
 * dom_search_solver.
 *
 * think  the dom_think */
bool dom_think_is_over(void *think);

/* Plays the action, and random ones to the end of the round. Returns what that is worth to the seat
 * that is asked (dom_search_worth). */
double dom_think_playout(dom_think *think, dom_action action);

/* A `look` that finds the exact value of every action by dom_search_solve_each. The values are
 * those of random playouts instead if the world is too large for that, or if tiles may still be
 * drawn, because the solver knows the next tile of the stock. Returns false if the time was up
 * before. */
bool dom_think_solve(dom_think *think, double value[]);

#endif
