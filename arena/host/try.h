/* Does a sandbox work here? By running a program in it, as a bot is run. */
#ifndef DOM_HOST_TRY_H
#define DOM_HOST_TRY_H

#include "host/trial.h"

/* `word` names the level; prints what the result says. */
dom_trial try_sandbox(const char *word);

#endif
