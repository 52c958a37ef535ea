/* solve/bot.h - the strategy of a bot: it is asked in every information set, over stdio as by the
 * arena.
 *
 * The bot must decide by the ask alone, and always in the same way: no memory, no clock. Every ask
 * has the seed 1.
 */
#ifndef DOM_SOLVE_BOT_H
#define DOM_SOLVE_BOT_H

#include "solve/tree.h"

enum { DOM_SOLVE_BOTS_MAX = 64 }; /* most that are open at a time */

typedef struct dom_solve_bot dom_solve_bot;

/* Starts `command` with /bin/sh, in a process group of its own, and waits up to 10 s for its hello.
 * The first call sets handlers for SIGINT, SIGTERM and SIGHUP: they end the program with the status
 * 128 + number. However the program ends, it kills the groups of all open bots.
 *
 * name  begins the messages about this bot; borrowed
 * Returns the bot; or NULL, with a line on standard error, if it cannot be started, ends, or sends
 * something else or nothing. Ends the program with status 3 if memory or processes are short.
 * Pre: fewer than DOM_SOLVE_BOTS_MAX bots are open. */
dom_solve_bot *dom_solve_bot_open(const char *name, const char *command);

/* Asks the bot, once for each bot, and writes 1 for each action that it chose and 0 for all others
 * to strategy[t->actions].
 *
 * limit_s  seconds that it may let pass without an answer
 * Returns true; or false, with a line on standard error, if it ends early, sends something that is
 * not an answer, or exceeds the limit. */
bool dom_solve_bot_ask(dom_solve_bot *bot, const dom_solve_tree *t, long limit_s,
                       double strategy[]);

/* Closes the input of the bot, kills its process group after at most 1 s, and sets *bot to NULL.
 * *bot may be NULL. */
void dom_solve_bot_close(dom_solve_bot **bot);

#endif
