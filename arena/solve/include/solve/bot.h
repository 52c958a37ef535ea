/* solve/bot.h - the strategy of a bot: it is asked in every information set, over stdio as by the
 * arena.
 *
 * The bot must decide by the ask alone, and always in the same way: no memory, no clock. Every ask
 * has the seed 1.
 */
#ifndef DOM_SOLVE_BOT_H
#define DOM_SOLVE_BOT_H

#include "solve/tree.h"

/* Starts `command` with /bin/sh, asks it, and writes 1 for each action that it chose and 0 for all
 * others to strategy[t->actions].
 *
 * Returns true; or false, with a line on standard error that names the command, if the bot cannot
 * be started, ends early, or sends something that is not an answer. */
bool dom_solve_bot(const char *command, const dom_solve_tree *t, double strategy[]);

#endif
